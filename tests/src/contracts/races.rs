//! What is promised where two units of work meet: no change is lost, and of rivals one wins.
//!
//! Rivals run in one thread and take turns, so that on a storage where nobody waits they really
//! overlap; where the second waits for the first, they queue.

use domain::providers::{Conflict, Storage, StorageError};
use domain::{Article, ArticleFilter, Bio, Body, Page, User};
use futures::future::{join, join_all};
use pretty_assertions::assert_eq;
use tokio::task::yield_now;

use super::crowds::count;
use super::given::{self, email, new_article, new_comment, new_user, slug, tag_list, username};
use super::work::{refused, write, write_until_done};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(twenty_rivals_for_one_username_have_one_winner),
        case(twenty_rivals_for_one_email_have_one_winner),
        case(twenty_rivals_for_one_slug_have_one_winner),
        case(of_two_changes_to_one_user_none_is_lost),
        case(of_two_changes_to_one_article_none_is_lost),
        case(twenty_changes_to_one_user_all_arrive_in_the_end),
        case(a_deleted_article_is_not_brought_back_by_an_update),
        case(a_comment_does_not_outlive_an_article_deleted_meanwhile),
        case(a_favorite_does_not_outlive_an_article_deleted_meanwhile),
    ]
}

/// How many won; all others were refused with `conflict`.
fn winners<T>(outcomes: Vec<Result<T, StorageError>>, conflict: Conflict) -> usize {
    let (won, lost): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    for outcome in lost {
        assert_eq!(refused(outcome), conflict);
    }
    won.len()
}

async fn twenty_rivals_for_one_username_have_one_winner(storage: &dyn Storage) {
    let rivals: Vec<User> = (0..20)
        .map(|n| User { username: username("rosalind"), ..new_user(&format!("rival-{n}")) })
        .collect();

    let race = rivals
        .iter()
        .map(|rival| write_until_done(storage, async |work| work.users().insert(rival).await));
    let outcomes = join_all(race).await;

    assert_eq!(winners(outcomes, Conflict::Username), 1);
}

async fn twenty_rivals_for_one_email_have_one_winner(storage: &dyn Storage) {
    let rivals: Vec<User> = (0..20)
        .map(|n| User { email: email("rosalind@helix.example"), ..new_user(&format!("rival-{n}")) })
        .collect();

    let race = rivals
        .iter()
        .map(|rival| write_until_done(storage, async |work| work.users().insert(rival).await));
    let outcomes = join_all(race).await;

    assert_eq!(winners(outcomes, Conflict::Email), 1);
}

async fn twenty_rivals_for_one_slug_have_one_winner(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let rivals: Vec<Article> = (0..20)
        .map(|n| Article {
            slug: slug("on-helices"),
            ..new_article(&author, &format!("rival-{n}"))
        })
        .collect();

    let race = rivals
        .iter()
        .map(|rival| write_until_done(storage, async |work| work.articles().insert(rival).await));
    let outcomes = join_all(race).await;

    assert_eq!(winners(outcomes, Conflict::Slug), 1);
    let all = ArticleFilter::default();
    let page = storage.read().articles().list(&all, Page::default(), None).await.unwrap();
    assert_eq!(page.total, 1);
}

/// Reads the user, and writes them back with `words` added to the bio.
async fn say(storage: &dyn Storage, user: &User, words: &str) -> Result<(), StorageError> {
    write(storage, async |work| {
        let mut user = work.users().find(user.id).await?.unwrap();
        yield_now().await;
        let said = user.bio.map(|bio| bio.to_string()).unwrap_or_default();
        user.bio = Some(Bio::parse(said + words).unwrap());
        work.users().update(&user).await
    })
    .await
}

async fn of_two_changes_to_one_user_none_is_lost(storage: &dyn Storage) {
    let rosalind = given::user(storage, "rosalind").await;

    let outcomes = join(say(storage, &rosalind, " One."), say(storage, &rosalind, " Two.")).await;

    let done = winners(vec![outcomes.0, outcomes.1], Conflict::Concurrent);
    let bio = storage.read().users().find(rosalind.id).await.unwrap().unwrap().bio.unwrap();
    let said = [" One.", " Two."].iter().filter(|words| bio.as_str().contains(**words)).count();
    assert!(done > 0);
    assert_eq!(said, done, "{bio}");
}

async fn of_two_changes_to_one_article_none_is_lost(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let add = async |words: &str| {
        write(storage, async |work| {
            let mut article = work.articles().find_by_slug(&article.slug).await?.unwrap();
            yield_now().await;
            article.body = Body::parse(article.body.to_string() + words).unwrap();
            work.articles().update(&article).await
        })
        .await
    };

    let outcomes = join(add(" One."), add(" Two.")).await;

    let done = winners(vec![outcomes.0, outcomes.1], Conflict::Concurrent);
    let found = storage.read().articles().find_by_slug(&article.slug).await.unwrap().unwrap();
    let body = found.body.as_str();
    let added = [" One.", " Two."].iter().filter(|words| body.contains(**words)).count();
    assert!(done > 0);
    assert_eq!(added, done, "{body}");
}

async fn twenty_changes_to_one_user_all_arrive_in_the_end(storage: &dyn Storage) {
    let rosalind = User { bio: None, ..new_user("rosalind") };
    write(storage, async |work| work.users().insert(&rosalind).await).await.unwrap();

    let race = (0..20).map(|_| async {
        while let Err(error) = say(storage, &rosalind, "!").await {
            assert_eq!(refused::<()>(Err(error)), Conflict::Concurrent);
        }
    });
    join_all(race).await;

    let bio = storage.read().users().find(rosalind.id).await.unwrap().unwrap().bio;
    assert_eq!(bio, Some(Bio::parse("!".repeat(20)).unwrap()));
}

async fn a_deleted_article_is_not_brought_back_by_an_update(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::tagged(storage, &author, "on-helices", &["dna"]).await;
    let edited = Article { tags: tag_list(&["x-rays"]), ..article.clone() };

    let (deleted, updated) = join(
        write(storage, async |work| work.articles().delete(article.id).await),
        write(storage, async |work| work.articles().update(&edited).await),
    )
    .await;

    let is_gone = deleted.is_ok();
    assert!(winners(vec![deleted, updated], Conflict::Concurrent) > 0);
    let found = storage.read().articles().find_by_slug(&article.slug).await.unwrap();
    assert_eq!(found, (!is_gone).then_some(edited));
}

async fn a_comment_does_not_outlive_an_article_deleted_meanwhile(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;

    for is_first in [true, false] {
        let article = given::article(storage, &author, "on-helices").await;
        let comment = new_comment(&author, &article, "Too late?");
        let adding = write(storage, async |work| work.comments().insert(&comment).await);
        let deleting = write(storage, async |work| work.articles().delete(article.id).await);
        let (added, deleted) = meet(adding, deleting, is_first).await;

        let is_gone = deleted.is_ok();
        if let Ok(comment) = &added {
            let found = storage.read().comments().find(comment.id).await.unwrap();
            assert_eq!(found.is_none(), is_gone);
        }
        assert!(winners(vec![added.map(|_| ()), deleted], Conflict::Concurrent) > 0);
        delete_for_good(storage, &article).await;
    }
}

async fn a_favorite_does_not_outlive_an_article_deleted_meanwhile(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;

    for is_first in [true, false] {
        let article = given::article(storage, &author, "on-helices").await;
        let adding = write(storage, async |work| work.favorites().add(author.id, article.id).await);
        let deleting = write(storage, async |work| work.articles().delete(article.id).await);
        let (added, deleted) = meet(adding, deleting, is_first).await;

        assert!(winners(vec![added, deleted], Conflict::Concurrent) > 0);
        delete_for_good(storage, &article).await;
        given::published(storage, article.clone()).await;
        assert_eq!(count(storage, &article).await, 0);
        delete_for_good(storage, &article).await;
    }
}

/// Both at once, the first one taking the first step or the second.
async fn meet<A, B>(
    one: impl Future<Output = A>,
    other: impl Future<Output = B>,
    one_is_first: bool,
) -> (A, B) {
    if one_is_first {
        join(one, other).await
    } else {
        let (other, one) = join(other, one).await;
        (one, other)
    }
}

async fn delete_for_good(storage: &dyn Storage, article: &Article) {
    let outcome =
        write_until_done(storage, async |work| work.articles().delete(article.id).await).await;
    assert!(outcome.is_ok(), "{outcome:?}");
}
