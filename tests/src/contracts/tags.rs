//! What is promised of the tags in use.

use domain::providers::Storage;
use domain::{Article, Tag};
use pretty_assertions::assert_eq;

use super::given::{self, tag_list};
use super::work::write;
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(where_nothing_is_tagged_there_are_no_tags),
        case(tags_are_in_the_order_of_their_bytes),
        case(a_tag_of_many_articles_is_told_once),
        case(a_tag_disappears_with_the_last_article_that_is_deleted),
        case(a_tag_disappears_with_the_last_article_that_drops_it),
        case(a_tag_that_disappeared_may_come_back),
    ]
}

async fn tags(storage: &dyn Storage) -> Vec<Tag> {
    storage.read().articles().tags().await.unwrap()
}

fn these(texts: &[&str]) -> Vec<Tag> {
    texts.iter().copied().map(given::tag).collect()
}

async fn retag(storage: &dyn Storage, article: &Article, tags: &[&str]) {
    let article = Article { tags: tag_list(tags), ..article.clone() };
    write(storage, async |work| work.articles().update(&article).await).await.unwrap();
}

async fn where_nothing_is_tagged_there_are_no_tags(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;

    given::article(storage, &author, "on-helices").await;

    assert_eq!(tags(storage).await, []);
}

async fn tags_are_in_the_order_of_their_bytes(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;

    given::tagged(storage, &author, "on-helices", &["🧬", "zebra", "ä", "a b"]).await;
    given::tagged(storage, &author, "on-ribbons", &["ant", "Zebra", "\u{ffee}", "a-b", "10", "9"])
        .await;

    let in_order = ["10", "9", "Zebra", "a b", "a-b", "ant", "zebra", "ä", "\u{ffee}", "🧬"];
    assert_eq!(tags(storage).await, these(&in_order));
}

async fn a_tag_of_many_articles_is_told_once(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;

    given::tagged(storage, &rosalind, "on-helices", &["dna", "x-rays"]).await;
    given::tagged(storage, &jocasta, "on-ribbons", &["dna"]).await;

    assert_eq!(tags(storage).await, these(&["dna", "x-rays"]));
}

async fn a_tag_disappears_with_the_last_article_that_is_deleted(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let first = given::tagged(storage, &author, "on-helices", &["dna", "x-rays"]).await;
    let second = given::tagged(storage, &author, "on-ribbons", &["dna"]).await;

    write(storage, async |work| work.articles().delete(first.id).await).await.unwrap();
    assert_eq!(tags(storage).await, these(&["dna"]));

    write(storage, async |work| work.articles().delete(second.id).await).await.unwrap();
    assert_eq!(tags(storage).await, []);
}

async fn a_tag_disappears_with_the_last_article_that_drops_it(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let first = given::tagged(storage, &author, "on-helices", &["dna", "x-rays"]).await;
    let second = given::tagged(storage, &author, "on-ribbons", &["dna"]).await;

    retag(storage, &first, &["photo-51", "x-rays"]).await;
    assert_eq!(tags(storage).await, these(&["dna", "photo-51", "x-rays"]));

    retag(storage, &second, &[]).await;
    assert_eq!(tags(storage).await, these(&["photo-51", "x-rays"]));
}

async fn a_tag_that_disappeared_may_come_back(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::tagged(storage, &author, "on-helices", &["dna"]).await;
    retag(storage, &article, &[]).await;

    retag(storage, &article, &["dna"]).await;

    assert_eq!(tags(storage).await, these(&["dna"]));
}
