//! What is promised of comments.

use domain::providers::{Conflict, Storage, StorageError};
use domain::{
    Article, Comment, CommentBody, CommentId, CommentView, NewComment, Profile, Timestamp, User,
    UserId,
};
use pretty_assertions::assert_eq;

use super::given::{self, later, new_article, new_comment, new_user, slug};
use super::work::{refused, write};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(a_new_comment_is_kept_to_the_letter),
        case(an_unknown_comment_is_none),
        case(no_article_is_none_and_no_comments_is_empty),
        case(the_newest_comes_first),
        case(equal_moments_are_listed_by_id_descending),
        case(comments_are_shown_under_their_own_article),
        case(a_comment_shows_its_author_as_the_viewer_sees_them),
        case(unicode_and_microseconds_are_kept_exactly),
        case(a_megabyte_is_kept_to_the_letter),
        case(ids_are_unique_and_growing),
        case(the_id_of_a_deleted_comment_is_not_given_again),
        case(ids_go_on_growing_after_a_unit_of_work_was_dropped),
        case(an_article_that_is_not_there_is_a_concurrent_change),
        case(an_author_who_is_not_there_is_a_concurrent_change),
        case(a_deleted_comment_is_gone_and_the_others_stay),
        case(deleting_what_is_not_there_is_no_error),
    ]
}

async fn add(storage: &dyn Storage, comment: &NewComment) -> Result<Comment, StorageError> {
    write(storage, async |work| work.comments().insert(comment).await).await
}

async fn say(storage: &dyn Storage, author: &User, article: &Article, body: &str) -> Comment {
    add(storage, &new_comment(author, article, body)).await.unwrap()
}

async fn under(
    storage: &dyn Storage,
    article: &Article,
    viewer: Option<UserId>,
) -> Option<Vec<CommentView>> {
    storage.read().comments().under(&article.slug, viewer).await.unwrap()
}

async fn bodies_under(storage: &dyn Storage, article: &Article) -> Vec<String> {
    let found = under(storage, article, None).await.unwrap();
    found.into_iter().map(|comment| comment.body.to_string()).collect()
}

async fn a_new_comment_is_kept_to_the_letter(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;

    let comment = say(storage, &author, &article, "Twice as nice.").await;

    let wanted = new_comment(&author, &article, "Twice as nice.");
    assert_eq!((comment.article, comment.author), (wanted.article, wanted.author));
    assert_eq!((&comment.body, comment.created_at), (&wanted.body, wanted.created_at));
    let view = CommentView {
        id: comment.id,
        body: comment.body.clone(),
        created_at: comment.created_at,
        author: Profile::of(&author, false),
    };
    assert_eq!(under(storage, &article, None).await, Some(vec![view]));
    assert_eq!(storage.read().comments().find(comment.id).await.unwrap(), Some(comment));
}

async fn an_unknown_comment_is_none(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let comment = say(storage, &author, &article, "Lovely.").await;

    for unknown in [i64::MIN, -1, 0, comment.id.0 + 1, i64::MAX] {
        assert_eq!(storage.read().comments().find(CommentId(unknown)).await.unwrap(), None);
    }
}

async fn no_article_is_none_and_no_comments_is_empty(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let unknown = Article { slug: slug("on-ribbons"), ..article.clone() };

    for viewer in [None, Some(author.id)] {
        assert_eq!(under(storage, &article, viewer).await, Some(vec![]));
        assert_eq!(under(storage, &unknown, viewer).await, None);
    }
}

async fn the_newest_comes_first(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    for (body, micros) in [("second", 1), ("fourth", 3), ("first", 0), ("third", 2)] {
        let comment =
            NewComment { created_at: later(micros), ..new_comment(&author, &article, body) };
        add(storage, &comment).await.unwrap();
    }

    let bodies = bodies_under(storage, &article).await;

    assert_eq!(bodies, ["fourth", "third", "second", "first"]);
}

async fn equal_moments_are_listed_by_id_descending(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    for body in ["first", "second", "third"] {
        say(storage, &author, &article, body).await;
    }

    let bodies = bodies_under(storage, &article).await;

    assert_eq!(bodies, ["third", "second", "first"]);
}

async fn comments_are_shown_under_their_own_article(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let helices = given::article(storage, &author, "on-helices").await;
    let ribbons = given::article(storage, &author, "on-ribbons").await;

    say(storage, &author, &helices, "Twisted!").await;
    say(storage, &author, &ribbons, "Flat!").await;

    assert_eq!(bodies_under(storage, &helices).await, ["Twisted!"]);
    assert_eq!(bodies_under(storage, &ribbons).await, ["Flat!"]);
}

async fn a_comment_shows_its_author_as_the_viewer_sees_them(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &fan, "on-helices").await;
    say(storage, &author, &article, "first").await;
    say(storage, &fan, &article, "second").await;
    given::follow(storage, &fan, &author).await;

    for (viewer, following) in [(Some(fan.id), true), (Some(author.id), false), (None, false)] {
        let authors = under(storage, &article, viewer).await.unwrap();
        let authors: Vec<_> = authors.into_iter().map(|comment| comment.author).collect();
        assert_eq!(authors, [Profile::of(&fan, false), Profile::of(&author, following)]);
    }
}

async fn unicode_and_microseconds_are_kept_exactly(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let text = " שלום 👩🏽‍🔬 e\u{301} \u{202e}reversed\u{202c}\r\n\t'\"\\%_ ";

    for micros in [-1, 0, 1_234_567, 253_402_300_799_999_999] {
        let created_at = Timestamp::from_micros(micros);
        let comment = NewComment { created_at, ..new_comment(&author, &article, text) };
        let comment = add(storage, &comment).await.unwrap();

        let found = storage.read().comments().find(comment.id).await.unwrap().unwrap();
        assert_eq!((found.body.as_str(), found.created_at), (text, created_at));
        let newest = under(storage, &article, None).await.unwrap().remove(0);
        assert_eq!((newest.body.as_str(), newest.created_at), (text, created_at));
    }
}

async fn a_megabyte_is_kept_to_the_letter(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let body = CommentBody::parse("🧬ab\n'\"\\".repeat(100_000)).unwrap();
    let comment = NewComment { body, ..new_comment(&author, &article, "Long.") };

    let kept = add(storage, &comment).await.unwrap();

    // Not `assert_eq`, which would print it.
    let found = storage.read().comments().find(kept.id).await.unwrap().unwrap();
    assert!(found.body == comment.body);
    assert!(under(storage, &article, None).await.unwrap()[0].body == comment.body);
}

async fn ids_are_unique_and_growing(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let helices = given::article(storage, &author, "on-helices").await;
    let ribbons = given::article(storage, &author, "on-ribbons").await;

    let mut ids = Vec::new();
    for article in [&helices, &ribbons, &helices, &ribbons] {
        ids.push(say(storage, &author, article, "Again!").await.id);
    }

    assert!(ids.is_sorted_by(|earlier, later| earlier < later), "{ids:?}");
}

async fn the_id_of_a_deleted_comment_is_not_given_again(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let first = say(storage, &author, &article, "first").await;
    write(storage, async |work| work.comments().delete(first.id).await).await.unwrap();

    let second = say(storage, &author, &article, "second").await;
    write(storage, async |work| work.articles().delete(article.id).await).await.unwrap();
    let other = given::article(storage, &author, "on-ribbons").await;
    let third = say(storage, &author, &other, "third").await;

    assert!(first.id < second.id && second.id < third.id);
}

async fn ids_go_on_growing_after_a_unit_of_work_was_dropped(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let before = say(storage, &author, &article, "before").await;
    let mut dropped = storage.begin().await.unwrap();
    let comment = new_comment(&author, &article, "never");
    dropped.comments().insert(&comment).await.unwrap();
    drop(dropped);

    let after = say(storage, &author, &article, "after").await;

    assert!(before.id < after.id);
    assert_eq!(bodies_under(storage, &article).await, ["after", "before"]);
}

async fn an_article_that_is_not_there_is_a_concurrent_change(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let comment = new_comment(&author, &new_article(&author, "on-helices"), "Lovely.");

    let outcome = add(storage, &comment).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
}

async fn an_author_who_is_not_there_is_a_concurrent_change(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;

    let outcome = add(storage, &new_comment(&new_user("nobody"), &article, "Boo!")).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
    assert_eq!(bodies_under(storage, &article).await, [""; 0]);
}

async fn a_deleted_comment_is_gone_and_the_others_stay(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    say(storage, &author, &article, "first").await;
    let doomed = say(storage, &author, &article, "second").await;
    say(storage, &author, &article, "third").await;

    write(storage, async |work| work.comments().delete(doomed.id).await).await.unwrap();

    assert_eq!(storage.read().comments().find(doomed.id).await.unwrap(), None);
    assert_eq!(bodies_under(storage, &article).await, ["third", "first"]);
}

async fn deleting_what_is_not_there_is_no_error(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let kept = say(storage, &author, &article, "Lovely.").await;

    let unknown = CommentId(kept.id.0 + 1);
    let outcome = write(storage, async |work| work.comments().delete(unknown).await).await;

    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(bodies_under(storage, &article).await, ["Lovely."]);
}
