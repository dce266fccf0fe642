use pretty_assertions::assert_eq;

use super::*;
use crate::services::broken::{Broken, cause};
use crate::services::given::{World, comment, slug, username};
use crate::{AccountEdit, Timestamp, fakes};

fn words(comments: &[CommentView]) -> Vec<&str> {
    comments.iter().map(|comment| comment.body.as_str()).collect()
}

#[tokio::test]
async fn a_comment_stands_under_its_article() {
    let noon = Timestamp::from_micros(12);
    let world = World::over(Providers { now: Arc::new(move || noon), ..fakes::providers() });
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;

    let said = world.comments.add(jocasta.id, &helices, comment("Left or right?")).await.unwrap();

    let expected = CommentView {
        id: said.id,
        body: comment("Left or right?"),
        created_at: noon,
        author: Profile::of(&jocasta, false),
    };
    assert_eq!(said, expected);
    assert_eq!(world.comments.under(&helices, None).await.unwrap(), [expected]);
}

#[tokio::test]
async fn comments_are_listed_newest_first_under_their_own_article() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let knots = world.article(&rosalind, "On Knots").await;

    world.comment(&rosalind, &helices, "One").await;
    world.comment(&rosalind, &knots, "Another").await;
    world.comment(&rosalind, &helices, "Two").await;

    let under_helices = world.comments.under(&helices, None).await.unwrap();
    let under_knots = world.comments.under(&knots, None).await.unwrap();
    assert_eq!(words(&under_helices), ["Two", "One"]);
    assert_eq!(words(&under_knots), ["Another"]);
}

#[tokio::test]
async fn comments_of_one_moment_are_listed_newest_first() {
    let world = World::over(Providers { now: fakes::ticking(0), ..fakes::providers() });
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;

    for text in ["One", "Two", "Three"] {
        world.comment(&rosalind, &helices, text).await;
    }

    let comments = world.comments.under(&helices, None).await.unwrap();
    assert_eq!(words(&comments), ["Three", "Two", "One"]);
}

#[tokio::test]
async fn a_clock_that_runs_backwards_is_believed() {
    let world = World::over(Providers { now: fakes::ticking(-1), ..fakes::providers() });
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;

    world.comment(&rosalind, &helices, "Said at five").await;
    world.comment(&rosalind, &helices, "Said at four").await;

    let comments = world.comments.under(&helices, None).await.unwrap();
    assert_eq!(words(&comments), ["Said at five", "Said at four"]);
}

#[tokio::test]
async fn an_article_without_comments_has_an_empty_list() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;

    let comments = world.comments.under(&helices, None).await.unwrap();

    assert_eq!(comments, []);
}

#[tokio::test]
async fn under_an_unknown_article_there_is_nothing_to_say() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let nothing = slug("on-nothing");

    let refusals = [
        world.comments.under(&nothing, None).await.unwrap_err(),
        world.comments.check_article(&nothing).await.unwrap_err(),
        world.comments.add(rosalind.id, &nothing, comment("Well")).await.unwrap_err(),
        world.comments.delete(rosalind.id, &nothing, CommentId(1)).await.unwrap_err(),
    ];

    for refusal in refusals {
        assert!(matches!(refusal, CommentError::ArticleNotFound), "{refusal:?}");
    }
}

#[tokio::test]
async fn a_known_article_can_be_commented_on() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;

    let answer = world.comments.check_article(&helices).await;

    assert!(answer.is_ok(), "{answer:?}");
}

#[tokio::test]
async fn the_viewer_sees_which_commenters_they_follow() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    world.comment(&jocasta, &helices, "Left or right?").await;

    world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();

    let seen_by = async |viewer| world.comments.under(&helices, viewer).await.unwrap();
    assert!(seen_by(Some(rosalind.id)).await[0].author.following);
    assert!(!seen_by(Some(jocasta.id)).await[0].author.following);
    assert!(!seen_by(None).await[0].author.following);
}

#[tokio::test]
async fn who_follows_themselves_sees_so_at_once() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    world.profiles.follow(rosalind.id, &rosalind.username).await.unwrap();

    let said = world.comments.add(rosalind.id, &helices, comment("Note to self")).await.unwrap();

    assert_eq!(said.author, Profile::of(&rosalind, true));
}

#[tokio::test]
async fn a_commenter_is_known_by_id_and_not_by_a_name_that_moved_on() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let named = |name| AccountEdit { username: Some(username(name)), ..AccountEdit::default() };
    world.accounts.edit(rosalind.id, named("franklin")).await.unwrap();
    world.accounts.edit(jocasta.id, named("rosalind")).await.unwrap();

    let said = world.comments.add(rosalind.id, &helices, comment("It is me")).await.unwrap();

    assert_eq!(said.author.username, username("franklin"));
    assert_eq!(world.comments.under(&helices, None).await.unwrap(), [said]);
}

#[tokio::test]
async fn a_deleted_comment_is_gone_and_the_others_stay() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let one = world.comment(&rosalind, &helices, "One").await;
    world.comment(&rosalind, &helices, "Two").await;

    world.comments.delete(rosalind.id, &helices, one).await.unwrap();

    let left = world.comments.under(&helices, None).await.unwrap();
    assert_eq!(words(&left), ["Two"]);
}

#[tokio::test]
async fn an_id_is_not_given_a_second_time() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let one = world.comment(&rosalind, &helices, "One").await;
    world.comments.delete(rosalind.id, &helices, one).await.unwrap();

    let two = world.comment(&rosalind, &helices, "Two").await;

    assert!(two > one, "{two:?} after {one:?}");
}

#[tokio::test]
async fn only_its_author_can_delete_a_comment() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let question = world.comment(&jocasta, &helices, "Left or right?").await;

    // Rosalind wrote the article, which gives her no say over what others answer.
    let refusal = world.comments.delete(rosalind.id, &helices, question).await.unwrap_err();

    assert!(matches!(refusal, CommentError::Forbidden), "{refusal:?}");
    let left = world.comments.under(&helices, None).await.unwrap();
    assert_eq!(words(&left), ["Left or right?"]);
}

#[tokio::test]
async fn a_comment_is_found_under_its_own_article_only() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let knots = world.article(&rosalind, "On Knots").await;
    let question = world.comment(&jocasta, &helices, "Left or right?").await;

    let by_its_author = world.comments.delete(jocasta.id, &knots, question).await.unwrap_err();
    let by_another = world.comments.delete(rosalind.id, &knots, question).await.unwrap_err();
    let unknown = world.comments.delete(jocasta.id, &helices, CommentId(99)).await.unwrap_err();

    for refusal in [by_its_author, by_another, unknown] {
        assert!(matches!(refusal, CommentError::NotFound), "{refusal:?}");
    }
    assert_eq!(world.comments.under(&helices, None).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_broken_storage_is_told_as_it_is() {
    let rosalind = World::new().user("rosalind").await;
    let world =
        World::over(Providers { storage: Arc::new(Broken::default()), ..fakes::providers() });
    let helices = slug("on-helices");

    let failures = [
        world.comments.under(&helices, None).await.unwrap_err(),
        world.comments.check_article(&helices).await.unwrap_err(),
        world.comments.add(rosalind.id, &helices, comment("Well")).await.unwrap_err(),
        world.comments.delete(rosalind.id, &helices, CommentId(1)).await.unwrap_err(),
    ];

    for failure in failures {
        assert_eq!(cause(&failure), "the disk is on fire");
    }
}
