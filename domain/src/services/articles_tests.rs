use pretty_assertions::assert_eq;

use super::*;
use crate::services::broken::{Broken, cause};
use crate::services::given::{World, body, description, draft, slug, tags, title};
use crate::{ArticleSummary, CommentId, Profile, TagList, Timestamp, fakes};

#[tokio::test]
async fn a_published_article_is_what_was_drafted() {
    let noon = Timestamp::from_micros(12);
    let world = World::over(Providers { now: Arc::new(move || noon), ..fakes::providers() });
    let rosalind = world.user("rosalind").await;
    let drafted = Draft {
        title: title("On Helices"),
        description: description("A turn, and another"),
        body: body("They wind around each other."),
        tags: tags(&["helix", "dna"]),
    };

    let published = world.articles.publish(rosalind.id, drafted.clone()).await.unwrap();

    let summary = ArticleSummary {
        slug: slug("on-helices"),
        title: drafted.title,
        description: drafted.description,
        tags: drafted.tags,
        created_at: noon,
        updated_at: noon,
        favorited: false,
        favorites_count: 0,
        author: Profile::of(&rosalind, false),
    };
    let expected = ArticleView { summary, body: drafted.body };
    assert_eq!(published, expected);
    assert_eq!(world.articles.view(&slug("on-helices"), None).await.unwrap(), expected);
}

#[tokio::test]
async fn a_text_comes_back_as_it_was_sent() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;

    for text in ["\u{202e}שלום\r\n\t\u{0301}".to_owned(), "🧬".repeat(250_000)] {
        let draft = Draft { body: body(&text), ..draft("On Helices") };
        let slug = world.articles.publish(rosalind.id, draft).await.unwrap().summary.slug;

        let view = world.articles.view(&slug, None).await.unwrap();
        assert!(view.body.as_str() == text);
    }
}

#[tokio::test]
async fn articles_of_one_title_get_different_slugs() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;

    let first = world.article(&rosalind, "On Helices").await;
    let second = world.article(&jocasta, "On Helices").await;
    let third = world.article(&rosalind, "On helices?").await;

    assert_eq!(first, slug("on-helices"));
    for (slug, author) in [(&first, &rosalind), (&second, &jocasta), (&third, &rosalind)] {
        assert!(slug.as_str().starts_with("on-helices"), "{slug}");
        let found = world.articles.view(slug, None).await.unwrap().summary;
        assert_eq!(found.author.username, author.username);
    }
    assert_ne!(second, third);
}

#[tokio::test]
async fn the_viewer_sees_their_own_favorites_and_whom_they_follow() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    world.profiles.follow(jocasta.id, &rosalind.username).await.unwrap();
    world.favorites.add(jocasta.id, &helices).await.unwrap();

    let seen_by_jocasta = world.articles.view(&helices, Some(jocasta.id)).await.unwrap().summary;
    let seen_by_nobody = world.articles.view(&helices, None).await.unwrap().summary;

    assert!(seen_by_jocasta.favorited && seen_by_jocasta.author.following);
    assert!(!seen_by_nobody.favorited && !seen_by_nobody.author.following);
}

#[tokio::test]
async fn an_edit_keeps_what_is_absent() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.tagged(&rosalind, "On Helices", &["helix"]).await;
    let before = world.articles.view(&helices, None).await.unwrap();

    let edit = ArticleEdit { body: Some(body("They do not.")), ..ArticleEdit::default() };
    let edited = world.articles.edit(rosalind.id, &helices, edit).await.unwrap();

    let updated_at = edited.summary.updated_at;
    let summary = ArticleSummary { updated_at, ..before.summary };
    assert_eq!(edited, ArticleView { summary, body: body("They do not.") });
    assert_eq!(world.articles.view(&helices, None).await.unwrap(), edited);
}

#[tokio::test]
async fn an_edit_changes_all_that_is_given() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.tagged(&rosalind, "On Helices", &["helix"]).await;

    let edit = ArticleEdit {
        title: Some(title("On Knots")),
        description: Some(description("Over and under")),
        body: Some(body("They hold.")),
        tags: Some(tags(&["rope", "knot"])),
    };
    world.articles.edit(rosalind.id, &helices, edit).await.unwrap();

    let edited = world.articles.view(&slug("on-knots"), None).await.unwrap();
    assert_eq!(edited.summary.title, title("On Knots"));
    assert_eq!(edited.summary.description, description("Over and under"));
    assert_eq!(edited.body, body("They hold."));
    assert_eq!(edited.summary.tags, tags(&["rope", "knot"]));
}

#[tokio::test]
async fn an_empty_tag_list_takes_all_tags_away() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.tagged(&rosalind, "On Helices", &["helix"]).await;

    let edit = ArticleEdit { tags: Some(TagList::default()), ..ArticleEdit::default() };
    world.articles.edit(rosalind.id, &helices, edit).await.unwrap();

    let edited = world.articles.view(&helices, None).await.unwrap();
    assert_eq!(edited.summary.tags, TagList::default());
}

#[tokio::test]
async fn every_update_is_later_even_when_the_clock_stands_still() {
    let world = World::over(Providers { now: fakes::ticking(0), ..fakes::providers() });
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let edit = async || {
        let edit = ArticleEdit::default();
        world.articles.edit(rosalind.id, &helices, edit).await.unwrap().summary
    };

    let published = world.articles.view(&helices, None).await.unwrap().summary;
    let (first, second) = (edit().await, edit().await);

    assert_eq!(published.updated_at, published.created_at);
    assert!(published.updated_at < first.updated_at && first.updated_at < second.updated_at);
    assert_eq!([first.created_at, second.created_at], [published.created_at; 2]);
}

#[tokio::test]
async fn an_unknown_article_is_not_found_whoever_asks() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let nothing = slug("on-nothing");

    let refusals = [
        world.articles.view(&nothing, None).await.unwrap_err(),
        world.articles.check_editable(rosalind.id, &nothing).await.unwrap_err(),
        world.articles.edit(rosalind.id, &nothing, ArticleEdit::default()).await.unwrap_err(),
        world.articles.delete(rosalind.id, &nothing).await.unwrap_err(),
    ];

    for refusal in refusals {
        assert!(matches!(refusal, ArticleError::NotFound), "{refusal:?}");
    }
}

#[tokio::test]
async fn a_stranger_can_neither_edit_nor_delete_an_article() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let before = world.articles.view(&helices, None).await.unwrap();

    let edit = ArticleEdit { title: Some(title("On Riddles")), ..ArticleEdit::default() };
    let refusals = [
        world.articles.check_editable(jocasta.id, &helices).await.unwrap_err(),
        world.articles.edit(jocasta.id, &helices, edit).await.unwrap_err(),
        world.articles.delete(jocasta.id, &helices).await.unwrap_err(),
    ];

    for refusal in refusals {
        assert!(matches!(refusal, ArticleError::Forbidden), "{refusal:?}");
    }
    assert_eq!(world.articles.view(&helices, None).await.unwrap(), before);
}

#[tokio::test]
async fn an_author_may_edit() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;

    let answer = world.articles.check_editable(rosalind.id, &helices).await;

    assert!(answer.is_ok(), "{answer:?}");
}

#[tokio::test]
async fn a_deleted_article_is_gone_and_its_title_is_free() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;

    world.articles.delete(rosalind.id, &helices).await.unwrap();

    let refusal = world.articles.view(&helices, None).await.unwrap_err();
    assert!(matches!(refusal, ArticleError::NotFound), "{refusal:?}");
    assert_eq!(world.article(&rosalind, "On Helices").await, helices);
}

#[tokio::test]
async fn a_deleted_article_takes_its_own_comments_along() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let knots = world.article(&rosalind, "On Knots").await;
    let gone = world.comment(&rosalind, &helices, "Left or right?").await;
    let kept = world.comment(&rosalind, &knots, "Over or under?").await;

    world.articles.delete(rosalind.id, &helices).await.unwrap();

    assert!(!has_comment(&world, gone).await);
    assert!(has_comment(&world, kept).await);
}

#[tokio::test]
async fn a_deleted_article_takes_its_favorites_along() {
    // With one id for all articles, what was left behind would come back.
    let new_id: NewId = Arc::new(|| Uuid::from_u128(1));
    let world = World::over(Providers { new_id, ..fakes::providers() });
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    world.favorites.add(rosalind.id, &helices).await.unwrap();

    world.articles.delete(rosalind.id, &helices).await.unwrap();

    let knots = world.article(&rosalind, "On Knots").await;
    let knots = world.articles.view(&knots, Some(rosalind.id)).await.unwrap().summary;
    assert_eq!((knots.favorited, knots.favorites_count), (false, 0));
}

#[tokio::test]
async fn a_deleted_article_leaves_the_favorites_of_others() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let knots = world.article(&rosalind, "On Knots").await;
    world.favorites.add(rosalind.id, &knots).await.unwrap();

    world.articles.delete(rosalind.id, &helices).await.unwrap();

    let knots = world.articles.view(&knots, Some(rosalind.id)).await.unwrap().summary;
    assert_eq!((knots.favorited, knots.favorites_count), (true, 1));
}

#[tokio::test]
async fn a_broken_storage_is_told_as_it_is() {
    let rosalind = World::new().user("rosalind").await;
    let world =
        World::over(Providers { storage: Arc::new(Broken::default()), ..fakes::providers() });
    let helices = slug("on-helices");
    let everything = ArticleFilter::default();

    let failures = [
        world.articles.view(&helices, None).await.unwrap_err(),
        world.articles.publish(rosalind.id, draft("On Helices")).await.unwrap_err(),
        world.articles.check_editable(rosalind.id, &helices).await.unwrap_err(),
        world.articles.edit(rosalind.id, &helices, ArticleEdit::default()).await.unwrap_err(),
        world.articles.delete(rosalind.id, &helices).await.unwrap_err(),
        world.articles.list(&everything, Page::default(), None).await.unwrap_err().into(),
        world.articles.tags().await.unwrap_err().into(),
    ];

    for failure in failures {
        assert_eq!(cause(&failure), "the disk is on fire");
    }
}

#[tokio::test]
async fn a_broken_storage_is_asked_once() {
    let rosalind = World::new().user("rosalind").await;
    let storage = Arc::new(Broken::default());
    let world = World::over(Providers { storage: storage.clone(), ..fakes::providers() });
    let helices = slug("on-helices");

    world.articles.publish(rosalind.id, draft("On Helices")).await.unwrap_err();
    world.articles.edit(rosalind.id, &helices, ArticleEdit::default()).await.unwrap_err();

    assert_eq!(storage.begun(), 2);
}

async fn has_comment(world: &World, id: CommentId) -> bool {
    world.storage.read().comments().find(id).await.unwrap().is_some()
}
