//! What is promised of a unit of work: its changes happen together or not at all.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use domain::providers::{Conflict, Reader, Storage, StorageError, UnitOfWork};
use domain::{Article, ArticleFilter, ArticlePage, CommentBody, Page, Profile, Tag, User, UserId};
use pretty_assertions::{assert_eq, assert_ne};

use super::given::{self, new_article, new_comment, new_user, slug, tag, tag_list};
use super::work::{Inside, refused, write};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(a_storage_answers),
        case(what_is_written_shows_inside_at_once),
        case(nothing_shows_outside_before_the_commit),
        case(everything_shows_outside_after_the_commit),
        case(nothing_is_left_of_a_dropped_unit_of_work),
        case(nothing_is_left_of_a_refused_unit_of_work),
        case(a_unit_of_work_sees_what_was_committed_before),
        case(a_unit_of_work_that_changes_nothing_commits),
        case(a_begin_given_up_keeps_nobody_waiting),
        case(a_write_given_up_midway_leaves_nothing),
    ]
}

/// The people and articles before the change.
struct Before {
    rosalind: User,
    jocasta: User,
    doomed: Article,
    edited: Article,
}

async fn given_before(storage: &dyn Storage) -> Before {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let doomed = given::tagged(storage, &rosalind, "doomed", &["old"]).await;
    let edited = given::tagged(storage, &rosalind, "edited", &["old"]).await;
    given::favorite(storage, &jocasta, &doomed).await;
    Before { rosalind, jocasta, doomed, edited }
}

/// Writes through every provider.
async fn change(work: &mut dyn UnitOfWork, before: &Before) -> Result<(), StorageError> {
    let Before { rosalind, jocasta, doomed, edited } = before;
    let retagged = Article { tags: tag_list(&["new"]), ..edited.clone() };
    work.users().insert(&new_user("francis")).await?;
    work.users().update(&User { id: rosalind.id, ..new_user("franklin") }).await?;
    work.follows().add(jocasta.id, rosalind.id).await?;
    work.articles().delete(doomed.id).await?;
    work.articles().update(&retagged).await?;
    work.articles().insert(&new_article(&new_user("francis"), "by-francis")).await?;
    work.favorites().add(jocasta.id, edited.id).await?;
    work.comments().insert(&new_comment(jocasta, edited, "Lovely.")).await?;
    Ok(())
}

/// All that jocasta can see.
#[derive(Debug, PartialEq)]
struct Seen {
    francis: Option<User>,
    franklin: Option<Profile>,
    list: ArticlePage,
    feed: ArticlePage,
    tags: Vec<Tag>,
    comments: Option<Vec<CommentBody>>,
}

async fn seen(reader: &mut dyn Reader, jocasta: UserId) -> Result<Seen, StorageError> {
    let (all, first) = (ArticleFilter::default(), Page::default());
    let comments = reader.comments().under(&slug("edited"), Some(jocasta)).await?;
    Ok(Seen {
        francis: reader.users().find(new_user("francis").id).await?,
        franklin: reader.users().profile(&given::username("franklin"), Some(jocasta)).await?,
        list: reader.articles().list(&all, first, Some(jocasta)).await?,
        feed: reader.articles().feed(jocasta, first).await?,
        tags: reader.articles().tags().await?,
        comments: comments.map(|all| all.into_iter().map(|comment| comment.body).collect()),
    })
}

async fn seen_outside(storage: &dyn Storage, jocasta: &User) -> Seen {
    seen(&mut *storage.read(), jocasta.id).await.unwrap()
}

async fn a_storage_answers(storage: &dyn Storage) {
    let answer = storage.ping().await;

    assert!(answer.is_ok(), "{answer:?}");
}

async fn what_is_written_shows_inside_at_once(storage: &dyn Storage) {
    let before = given_before(storage).await;
    let mut work = storage.begin().await.unwrap();

    change(&mut *work, &before).await.unwrap();

    let inside = seen(&mut Inside(&mut *work), before.jocasta.id).await.unwrap();
    let franklin = User { id: before.rosalind.id, ..new_user("franklin") };
    assert_eq!(inside.francis, Some(new_user("francis")));
    assert_eq!(inside.franklin, Some(Profile::of(&franklin, true)));
    assert_eq!(inside.tags, [tag("new")]);
    assert_eq!(inside.comments, Some(vec![CommentBody::parse("Lovely.").unwrap()]));
    assert_eq!((inside.list.total, inside.list.articles.len()), (2, 2));
    assert_eq!((inside.feed.total, &inside.feed.articles[..]), (1, &inside.list.articles[..1]));
    assert_eq!(
        (inside.list.articles[0].favorited, inside.list.articles[0].favorites_count),
        (true, 1)
    );
}

async fn nothing_shows_outside_before_the_commit(storage: &dyn Storage) {
    let before = given_before(storage).await;
    let seen_before = seen_outside(storage, &before.jocasta).await;
    let mut work = storage.begin().await.unwrap();

    change(&mut *work, &before).await.unwrap();

    assert_eq!(seen_outside(storage, &before.jocasta).await, seen_before);
}

async fn everything_shows_outside_after_the_commit(storage: &dyn Storage) {
    let before = given_before(storage).await;
    let seen_before = seen_outside(storage, &before.jocasta).await;
    let mut work = storage.begin().await.unwrap();
    change(&mut *work, &before).await.unwrap();
    let inside = seen(&mut Inside(&mut *work), before.jocasta.id).await.unwrap();

    work.commit().await.unwrap();

    assert_eq!(seen_outside(storage, &before.jocasta).await, inside);
    assert_ne!(inside, seen_before);
}

async fn nothing_is_left_of_a_dropped_unit_of_work(storage: &dyn Storage) {
    let before = given_before(storage).await;
    let seen_before = seen_outside(storage, &before.jocasta).await;
    let mut work = storage.begin().await.unwrap();
    change(&mut *work, &before).await.unwrap();

    drop(work);

    assert_eq!(seen_outside(storage, &before.jocasta).await, seen_before);
    let mut next = storage.begin().await.unwrap();
    let inside = seen(&mut Inside(&mut *next), before.jocasta.id).await.unwrap();
    assert_eq!(inside, seen_before);
}

async fn nothing_is_left_of_a_refused_unit_of_work(storage: &dyn Storage) {
    let before = given_before(storage).await;
    let seen_before = seen_outside(storage, &before.jocasta).await;

    let outcome = write(storage, async |work| {
        change(work, &before).await?;
        let rival = Article { slug: before.edited.slug.clone(), ..before.doomed.clone() };
        work.articles().insert(&rival).await
    });

    assert_eq!(refused(outcome.await), Conflict::Slug);
    assert_eq!(seen_outside(storage, &before.jocasta).await, seen_before);
}

async fn a_unit_of_work_sees_what_was_committed_before(storage: &dyn Storage) {
    let before = given_before(storage).await;
    write(storage, async |work| change(work, &before).await).await.unwrap();
    let outside = seen_outside(storage, &before.jocasta).await;

    let mut work = storage.begin().await.unwrap();

    let inside = seen(&mut Inside(&mut *work), before.jocasta.id).await.unwrap();
    assert_eq!(inside, outside);
}

async fn a_unit_of_work_that_changes_nothing_commits(storage: &dyn Storage) {
    let before = given_before(storage).await;
    let seen_before = seen_outside(storage, &before.jocasta).await;

    let outcome = write(storage, async |work| {
        work.users().find(before.rosalind.id).await?;
        Ok(())
    });

    assert!(outcome.await.is_ok());
    assert_eq!(seen_outside(storage, &before.jocasta).await, seen_before);
}

/// Polls once, and gives up.
async fn give_up<T>(future: impl Future<Output = T>) {
    let mut future = pin!(future);
    poll_fn(|context| {
        let _ = future.as_mut().poll(context);
        Poll::Ready(())
    })
    .await;
}

async fn a_begin_given_up_keeps_nobody_waiting(storage: &dyn Storage) {
    let open = storage.begin().await.unwrap();
    give_up(storage.begin()).await;
    give_up(storage.begin()).await;
    drop(open);
    give_up(storage.begin()).await;

    let rosalind = given::user(storage, "rosalind").await;

    assert_eq!(storage.read().users().find(rosalind.id).await.unwrap(), Some(rosalind));
}

async fn a_write_given_up_midway_leaves_nothing(storage: &dyn Storage) {
    let [rosalind, jocasta] = [new_user("rosalind"), new_user("jocasta")];
    let mut work = storage.begin().await.unwrap();
    work.users().insert(&rosalind).await.unwrap();
    give_up(work.users().insert(&jocasta)).await;
    drop(work);

    let mut next = storage.begin().await.unwrap();

    assert_eq!(next.users().find(rosalind.id).await.unwrap(), None);
    assert_eq!(next.users().find(jocasta.id).await.unwrap(), None);
}
