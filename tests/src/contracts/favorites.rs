//! What is promised of favorites: each is counted once, and the count is exact.

use domain::providers::{Conflict, Storage, StorageError};
use domain::{Article, ArticleFilter, Page, User};
use pretty_assertions::assert_eq;

use super::given::{self, new_article, new_user};
use super::lists::slugs;
use super::work::{refused, write};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(each_fan_counts_once),
        case(favoriting_twice_counts_once),
        case(a_favorite_given_up_counts_no_longer),
        case(giving_up_what_was_no_favorite_counts_nothing),
        case(counts_are_kept_apart_by_article),
        case(a_count_is_exact_inside_the_unit_of_work),
        case(a_favorite_of_a_dropped_unit_of_work_does_not_count),
        case(a_fan_who_is_not_there_is_a_concurrent_change),
        case(an_article_that_is_not_there_is_a_concurrent_change),
        case(giving_up_what_is_not_there_is_no_error),
        case(favorites_are_listed_in_the_order_of_the_articles),
    ]
}

async fn add(storage: &dyn Storage, user: &User, article: &Article) -> Result<(), StorageError> {
    write(storage, async |work| work.favorites().add(user.id, article.id).await).await
}

async fn remove(storage: &dyn Storage, user: &User, article: &Article) -> Result<(), StorageError> {
    write(storage, async |work| work.favorites().remove(user.id, article.id).await).await
}

/// Whether `viewer` favorited the article, and how many did.
async fn standing(storage: &dyn Storage, article: &Article, viewer: &User) -> (bool, u64) {
    let view = storage.read().articles().view(&article.slug, Some(viewer.id)).await.unwrap();
    let summary = view.unwrap().summary;
    (summary.favorited, summary.favorites_count)
}

async fn each_fan_counts_once(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &rosalind, "on-helices").await;
    assert_eq!(standing(storage, &article, &jocasta).await, (false, 0));

    add(storage, &jocasta, &article).await.unwrap();
    assert_eq!(standing(storage, &article, &jocasta).await, (true, 1));

    add(storage, &rosalind, &article).await.unwrap();
    assert_eq!(standing(storage, &article, &jocasta).await, (true, 2));
}

async fn favoriting_twice_counts_once(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &author, "on-helices").await;

    add(storage, &fan, &article).await.unwrap();
    add(storage, &fan, &article).await.unwrap();

    assert_eq!(standing(storage, &article, &fan).await, (true, 1));
    remove(storage, &fan, &article).await.unwrap();
    assert_eq!(standing(storage, &article, &fan).await, (false, 0), "one removal undoes both");
}

async fn a_favorite_given_up_counts_no_longer(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &rosalind, "on-helices").await;
    add(storage, &rosalind, &article).await.unwrap();
    add(storage, &jocasta, &article).await.unwrap();

    remove(storage, &jocasta, &article).await.unwrap();

    assert_eq!(standing(storage, &article, &jocasta).await, (false, 1));
    assert_eq!(standing(storage, &article, &rosalind).await, (true, 1));
}

async fn giving_up_what_was_no_favorite_counts_nothing(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &rosalind, "on-helices").await;
    add(storage, &rosalind, &article).await.unwrap();

    remove(storage, &jocasta, &article).await.unwrap();
    remove(storage, &jocasta, &article).await.unwrap();

    assert_eq!(standing(storage, &article, &rosalind).await, (true, 1));
}

async fn counts_are_kept_apart_by_article(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let helices = given::article(storage, &rosalind, "on-helices").await;
    let ribbons = given::article(storage, &rosalind, "on-ribbons").await;

    add(storage, &jocasta, &helices).await.unwrap();
    add(storage, &rosalind, &helices).await.unwrap();
    add(storage, &rosalind, &ribbons).await.unwrap();

    assert_eq!(standing(storage, &helices, &jocasta).await, (true, 2));
    assert_eq!(standing(storage, &ribbons, &jocasta).await, (false, 1));
}

async fn a_count_is_exact_inside_the_unit_of_work(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &author, "on-helices").await;

    let counting = write(storage, async |work| {
        let mut counts = Vec::new();
        for (user, add) in [(&fan, true), (&fan, true), (&author, true), (&fan, false)] {
            if add {
                work.favorites().add(user.id, article.id).await?;
            } else {
                work.favorites().remove(user.id, article.id).await?;
            }
            let view = work.articles().view(&article.slug, Some(fan.id)).await?.unwrap();
            counts.push((view.summary.favorited, view.summary.favorites_count));
        }
        Ok(counts)
    });

    assert_eq!(counting.await.unwrap(), [(true, 1), (true, 1), (true, 2), (false, 1)]);
    assert_eq!(standing(storage, &article, &fan).await, (false, 1));
}

async fn a_favorite_of_a_dropped_unit_of_work_does_not_count(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &author, "on-helices").await;
    add(storage, &author, &article).await.unwrap();

    let mut dropped = storage.begin().await.unwrap();
    dropped.favorites().add(fan.id, article.id).await.unwrap();
    dropped.favorites().remove(author.id, article.id).await.unwrap();
    drop(dropped);

    assert_eq!(standing(storage, &article, &fan).await, (false, 1));
    assert_eq!(standing(storage, &article, &author).await, (true, 1));
}

async fn a_fan_who_is_not_there_is_a_concurrent_change(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;

    let outcome = add(storage, &new_user("nobody"), &article).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
    assert_eq!(standing(storage, &article, &author).await, (false, 0));
}

async fn an_article_that_is_not_there_is_a_concurrent_change(storage: &dyn Storage) {
    let fan = given::user(storage, "jocasta").await;
    let unknown = new_article(&fan, "on-helices");

    let outcome = add(storage, &fan, &unknown).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
}

async fn giving_up_what_is_not_there_is_no_error(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;

    for (user, article) in
        [(&new_user("nobody"), &article), (&author, &new_article(&author, "on-ribbons"))]
    {
        let outcome = remove(storage, user, article).await;
        assert!(outcome.is_ok(), "{outcome:?}");
    }
}

async fn favorites_are_listed_in_the_order_of_the_articles(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    given::articles(storage, &author, &["a", "b", "c"]).await;

    for slug in ["b", "c", "a"] {
        add(storage, &fan, &new_article(&author, slug)).await.unwrap();
    }

    let filter = ArticleFilter { favorited_by: Some(fan.username), ..ArticleFilter::default() };
    let page = storage.read().articles().list(&filter, Page::default(), None).await.unwrap();
    assert_eq!((slugs(&page), page.total), (vec!["c", "b", "a"], 3));
}
