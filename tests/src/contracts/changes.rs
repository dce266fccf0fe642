//! What is promised of changing an article, and of deleting it.

use domain::providers::{Conflict, Storage};
use domain::{Article, ArticleFilter, ArticleId, Body, Page};
use pretty_assertions::assert_eq;

use super::articles::{find, seen, view};
use super::given::{self, later, new_article, new_comment, slug, tag_list};
use super::work::{refused, write};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(an_update_replaces_everything),
        case(an_update_keeps_comments_and_favorites),
        case(an_update_may_only_reorder_the_tags),
        case(an_update_may_keep_the_slug),
        case(an_update_to_a_taken_slug_is_a_conflict),
        case(an_update_of_what_is_not_there_is_a_concurrent_change),
        case(a_slug_given_up_is_free),
        case(a_deleted_article_is_gone),
        case(a_deleted_article_takes_its_comments_and_favorites_along),
        case(what_a_deleted_article_takes_along_is_gone_inside_at_once),
        case(deleting_one_article_spares_the_others),
        case(deleting_what_is_not_there_is_no_error),
    ]
}

async fn an_update_replaces_everything(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let before = given::tagged(storage, &author, "on-helices", &["dna", "draft"]).await;
    let after = Article {
        id: before.id,
        tags: tag_list(&["x-rays", "dna"]),
        updated_at: later(1),
        ..new_article(&author, "on-ribbons")
    };

    write(storage, async |work| work.articles().update(&after).await).await.unwrap();

    assert_eq!(find(storage, &after.slug).await, Some(after.clone()));
    assert_eq!(view(storage, &after.slug, None).await, Some(seen(&after, &author)));
    assert_eq!(find(storage, &before.slug).await, None);
}

async fn an_update_keeps_comments_and_favorites(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let before = given::tagged(storage, &author, "on-helices", &["dna"]).await;
    given::favorite(storage, &fan, &before).await;
    let comment = new_comment(&fan, &before, "Lovely.");
    write(storage, async |work| work.comments().insert(&comment).await).await.unwrap();

    let after = Article { id: before.id, ..new_article(&author, "on-ribbons") };
    write(storage, async |work| work.articles().update(&after).await).await.unwrap();

    let summary = view(storage, &after.slug, Some(fan.id)).await.unwrap().summary;
    assert_eq!((summary.favorited, summary.favorites_count), (true, 1));
    let comments = storage.read().comments().under(&after.slug, None).await.unwrap().unwrap();
    assert_eq!(comments.len(), 1);
}

async fn an_update_may_only_reorder_the_tags(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let before = given::tagged(storage, &author, "on-helices", &["dna", "x-rays"]).await;

    let after = Article { tags: tag_list(&["x-rays", "dna"]), ..before };
    write(storage, async |work| work.articles().update(&after).await).await.unwrap();

    assert_eq!(find(storage, &after.slug).await, Some(after));
}

async fn an_update_may_keep_the_slug(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let before = given::article(storage, &author, "on-helices").await;

    let after = Article { body: Body::parse("Twisted.").unwrap(), updated_at: later(1), ..before };
    write(storage, async |work| work.articles().update(&after).await).await.unwrap();

    assert_eq!(find(storage, &after.slug).await, Some(after));
}

async fn an_update_to_a_taken_slug_is_a_conflict(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let first = given::article(storage, &author, "on-helices").await;
    let second = given::article(storage, &author, "on-ribbons").await;

    let rival = Article { slug: first.slug, ..second.clone() };
    let outcome = write(storage, async |work| work.articles().update(&rival).await).await;

    assert_eq!(refused(outcome), Conflict::Slug);
    assert_eq!(find(storage, &second.slug).await, Some(second));
}

async fn an_update_of_what_is_not_there_is_a_concurrent_change(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = Article { tags: tag_list(&["dna"]), ..new_article(&author, "on-helices") };

    let outcome = write(storage, async |work| work.articles().update(&article).await).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
    assert_eq!(find(storage, &article.slug).await, None);
    assert_eq!(storage.read().articles().tags().await.unwrap(), []);
}

async fn a_slug_given_up_is_free(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let renamed = given::article(storage, &author, "on-helices").await;
    let deleted = given::article(storage, &author, "on-ribbons").await;
    let giving_up = write(storage, async |work| {
        work.articles().update(&Article { slug: slug("on-spirals"), ..renamed.clone() }).await?;
        work.articles().delete(deleted.id).await
    });
    giving_up.await.unwrap();

    for (id, article) in [(1, renamed), (2, deleted)] {
        let heir = Article { id: ArticleId(uuid::Uuid::from_u128(id)), ..article };
        given::published(storage, heir.clone()).await;

        assert_eq!(find(storage, &heir.slug).await, Some(heir));
    }
}

async fn a_deleted_article_is_gone(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::tagged(storage, &author, "on-helices", &["dna"]).await;

    write(storage, async |work| work.articles().delete(article.id).await).await.unwrap();

    assert_eq!(find(storage, &article.slug).await, None);
    assert_eq!(view(storage, &article.slug, None).await, None);
    assert_eq!(storage.read().comments().under(&article.slug, None).await.unwrap(), None);
    let page =
        storage.read().articles().list(&ArticleFilter::default(), Page::default(), None).await;
    assert_eq!(page.unwrap().total, 0);
}

async fn a_deleted_article_takes_its_comments_and_favorites_along(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &author, "on-helices").await;
    given::favorite(storage, &fan, &article).await;
    let comment = new_comment(&fan, &article, "Lovely.");
    let comment = write(storage, async |work| work.comments().insert(&comment).await).await;

    write(storage, async |work| work.articles().delete(article.id).await).await.unwrap();
    given::published(storage, article.clone()).await;

    assert_eq!(storage.read().comments().find(comment.unwrap().id).await.unwrap(), None);
    assert_eq!(storage.read().comments().under(&article.slug, None).await.unwrap(), Some(vec![]));
    assert_eq!(
        view(storage, &article.slug, Some(fan.id)).await,
        Some(seen(&article, &author)),
        "it came back as if it were new"
    );
}

async fn what_a_deleted_article_takes_along_is_gone_inside_at_once(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &author, "on-helices").await;
    given::favorite(storage, &fan, &article).await;
    let comment = new_comment(&fan, &article, "Lovely.");
    let comment = write(storage, async |work| work.comments().insert(&comment).await).await;

    let mut work = storage.begin().await.unwrap();
    work.articles().delete(article.id).await.unwrap();
    work.articles().insert(&article).await.unwrap();

    assert_eq!(work.comments().find(comment.unwrap().id).await.unwrap(), None);
    assert_eq!(work.comments().under(&article.slug, None).await.unwrap(), Some(vec![]));
    let view = work.articles().view(&article.slug, Some(fan.id)).await.unwrap();
    assert_eq!(view, Some(seen(&article, &author)));
}

async fn deleting_one_article_spares_the_others(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let doomed = given::tagged(storage, &author, "on-helices", &["dna"]).await;
    let spared = given::tagged(storage, &author, "on-ribbons", &["dna"]).await;
    given::favorite(storage, &fan, &spared).await;
    let comment = new_comment(&fan, &spared, "Lovely.");
    let comment = write(storage, async |work| work.comments().insert(&comment).await).await;

    write(storage, async |work| work.articles().delete(doomed.id).await).await.unwrap();

    let summary = view(storage, &spared.slug, Some(fan.id)).await.unwrap().summary;
    assert_eq!((summary.favorited, summary.favorites_count), (true, 1));
    let comment = comment.unwrap();
    assert_eq!(storage.read().comments().find(comment.id).await.unwrap(), Some(comment));
}

async fn deleting_what_is_not_there_is_no_error(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let kept = given::article(storage, &author, "on-helices").await;
    let unknown = new_article(&author, "on-ribbons");

    let outcome = write(storage, async |work| work.articles().delete(unknown.id).await).await;

    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(find(storage, &kept.slug).await, Some(kept));
}
