//! An article's slug follows its title.

use pretty_assertions::assert_eq;

use crate::services::given::{World, body, slug, title};
use crate::{ArticleEdit, Slug, User};

#[tokio::test]
async fn a_slug_follows_a_changed_title() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;

    let moved = retitled(&world, &rosalind, &helices, "On Knots").await;

    assert_eq!(moved, slug("on-knots"));
    assert_eq!(world.articles.view(&moved, None).await.unwrap().summary.slug, moved);
    assert!(world.articles.view(&helices, None).await.is_err());
}

#[tokio::test]
async fn a_slug_stays_where_the_title_stays() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    world.article(&rosalind, "On Helices").await;
    let second = world.article(&rosalind, "On Helices").await;

    let same_title = retitled(&world, &rosalind, &second, "On Helices").await;
    let edit = ArticleEdit { body: Some(body("They do not.")), ..ArticleEdit::default() };
    let no_title = world.articles.edit(rosalind.id, &second, edit).await.unwrap().summary.slug;

    assert_eq!([&same_title, &no_title], [&second; 2]);
}

#[tokio::test]
async fn a_slug_stays_where_the_new_title_reads_the_same_in_a_url() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let first = world.article(&rosalind, "On Helices").await;
    let second = world.article(&rosalind, "On Helices").await;

    let first_again = retitled(&world, &rosalind, &first, "On HELICES!").await;
    let second_again = retitled(&world, &rosalind, &second, "On HELICES!").await;

    assert_eq!([&first_again, &second_again], [&first, &second]);
    let renamed = world.articles.view(&second, None).await.unwrap();
    assert_eq!(renamed.summary.title, title("On HELICES!"));
}

#[tokio::test]
async fn a_title_that_another_article_bears_leads_to_a_slug_of_its_own() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let knots = world.article(&rosalind, "On Knots").await;
    let helices = world.article(&rosalind, "On Helices").await;

    let moved = retitled(&world, &rosalind, &helices, "On Knots").await;
    let moved_again = retitled(&world, &rosalind, &moved, "On knots").await;

    assert!(moved.as_str().starts_with("on-knots-"), "{moved}");
    assert_eq!(moved_again, moved);
    assert_eq!(world.articles.view(&knots, None).await.unwrap().summary.slug, knots);
}

#[tokio::test]
async fn a_slug_cannot_be_blocked_by_who_foresees_it() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    world.article(&rosalind, "On Helices").await;
    let second = world.article(&rosalind, "On Helices").await;

    // The digits that set the second apart are public. She guesses that they will do so again.
    let digits = second.as_str().trim_start_matches("on-helices-");
    let knots = world.article(&jocasta, "On Knots").await;
    let guess = world.article(&jocasta, &format!("On Knots {digits}")).await;
    let moved = retitled(&world, &rosalind, &second, "On Knots").await;

    assert!(moved.as_str().starts_with("on-knots-"), "{moved}");
    assert!(![knots, guess].contains(&moved), "{moved}");
}

async fn retitled(world: &World, editor: &User, slug: &Slug, text: &str) -> Slug {
    let edit = ArticleEdit { title: Some(title(text)), ..ArticleEdit::default() };
    world.articles.edit(editor.id, slug, edit).await.unwrap().summary.slug
}
