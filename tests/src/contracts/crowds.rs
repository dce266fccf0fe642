//! What is promised where many are at work: no count drifts, and what is derived agrees with what
//! it derives from.
//!
//! They run in one thread and take turns, as in `races`.

use domain::providers::Storage;
use domain::{Article, ArticleFilter, Page, User};
use futures::future::{join, join_all};
use pretty_assertions::assert_eq;
use tokio::task::yield_now;

use super::given::{self, new_article, new_comment, new_user, tag, tag_list};
use super::lists::slugs;
use super::work::{write, write_until_done};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(fifty_fans_at_once_are_counted_exactly),
        case(fifty_fans_who_come_and_go_are_counted_exactly),
        case(one_fan_who_favorites_twenty_times_at_once_counts_once),
        case(comments_written_at_once_have_ids_of_their_own),
        case(following_while_the_author_publishes_brings_the_article),
        case(a_page_and_its_total_agree_whatever_is_written_meanwhile),
        case(a_tag_dropped_by_its_last_two_articles_at_once_disappears),
    ]
}

async fn fans(storage: &dyn Storage, count: usize) -> Vec<User> {
    let fans: Vec<User> = (0..count).map(|n| new_user(&format!("fan-{n}"))).collect();
    let registering = write(storage, async |work| {
        for fan in &fans {
            work.users().insert(fan).await?;
        }
        Ok(())
    });
    registering.await.unwrap();
    fans
}

pub(super) async fn count(storage: &dyn Storage, article: &Article) -> u64 {
    let view = storage.read().articles().view(&article.slug, None).await.unwrap();
    view.unwrap().summary.favorites_count
}

async fn fifty_fans_at_once_are_counted_exactly(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let fans = fans(storage, 50).await;

    let race = fans.iter().map(|fan| {
        write_until_done(storage, async |work| work.favorites().add(fan.id, article.id).await)
    });
    let outcomes = join_all(race).await;

    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(count(storage, &article).await, 50);
}

async fn fifty_fans_who_come_and_go_are_counted_exactly(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let fans = fans(storage, 50).await;
    let add = async |fan: &User| {
        write_until_done(storage, async |work| work.favorites().add(fan.id, article.id).await).await
    };
    let remove = async |fan: &User| {
        write_until_done(storage, async |work| work.favorites().remove(fan.id, article.id).await)
            .await
    };

    let race = fans.iter().enumerate().map(async |(number, fan)| {
        add(fan).await?;
        remove(fan).await?;
        if number < 20 { add(fan).await } else { Ok(()) }
    });
    let outcomes = join_all(race).await;

    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(count(storage, &article).await, 20);
}

async fn one_fan_who_favorites_twenty_times_at_once_counts_once(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &author, "on-helices").await;

    let race = (0..20).map(|_| {
        write_until_done(storage, async |work| work.favorites().add(fan.id, article.id).await)
    });
    let outcomes = join_all(race).await;

    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(count(storage, &article).await, 1);
}

async fn comments_written_at_once_have_ids_of_their_own(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = given::article(storage, &author, "on-helices").await;
    let comment = new_comment(&author, &article, "Me too!");

    let race = (0..20)
        .map(|_| write_until_done(storage, async |work| work.comments().insert(&comment).await));
    let written = join_all(race).await;

    let mut ids: Vec<_> = written.into_iter().map(|comment| comment.unwrap().id).collect();
    ids.sort_by(|a, b| b.cmp(a));
    let shown = storage.read().comments().under(&article.slug, None).await.unwrap().unwrap();
    assert_eq!(shown.iter().map(|comment| comment.id).collect::<Vec<_>>(), ids);
    ids.dedup();
    assert_eq!(ids.len(), 20);
}

async fn following_while_the_author_publishes_brings_the_article(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = new_article(&author, "on-helices");

    let (followed, published) = join(
        write_until_done(storage, async |work| work.follows().add(fan.id, author.id).await),
        write_until_done(storage, async |work| work.articles().insert(&article).await),
    )
    .await;

    assert!(followed.is_ok() && published.is_ok());
    let feed = storage.read().articles().feed(fan.id, Page::default()).await.unwrap();
    assert_eq!((slugs(&feed), feed.total), (vec!["on-helices"], 1));
}

async fn a_page_and_its_total_agree_whatever_is_written_meanwhile(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let by_author =
        ArticleFilter { author: Some(author.username.clone()), ..ArticleFilter::default() };
    let by_tag = ArticleFilter { tag: Some(tag("dna")), ..ArticleFilter::default() };
    let both = ArticleFilter { tag: by_tag.tag.clone(), ..by_author.clone() };

    let writing = async {
        for number in 0..60 {
            given::tagged(storage, &author, &format!("part-{number}"), &["dna"]).await;
        }
    };
    let reading = async {
        for filter in [by_tag, by_author, both, ArticleFilter::default()].iter().cycle().take(160) {
            let everything = Page::new(100, 0).unwrap();
            let page = storage.read().articles().list(filter, everything, None).await.unwrap();
            assert_eq!(page.articles.len() as u64, page.total, "{filter:?}");
            yield_now().await;
        }
    };

    join(writing, reading).await;
}

async fn a_tag_dropped_by_its_last_two_articles_at_once_disappears(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let first = given::tagged(storage, &author, "on-helices", &["dna", "kept"]).await;
    let second = given::tagged(storage, &author, "on-ribbons", &["dna"]).await;
    let retagged = Article { tags: tag_list(&["kept"]), ..first };

    let (updated, deleted) = join(
        write_until_done(storage, async |work| work.articles().update(&retagged).await),
        write_until_done(storage, async |work| work.articles().delete(second.id).await),
    )
    .await;

    assert!(updated.is_ok() && deleted.is_ok());
    assert_eq!(storage.read().articles().tags().await.unwrap(), [tag("kept")]);
}
