//! What is promised of a feed: the articles of those whom the reader follows, as of now.

use domain::providers::Storage;
use domain::{Article, ArticlePage, Page, Profile, User};
use pretty_assertions::assert_eq;

use super::given::{self, later, new_article, new_user, tag_list};
use super::lists::slugs;
use super::work::write;
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(who_follows_nobody_has_an_empty_feed),
        case(a_stranger_has_an_empty_feed),
        case(a_feed_mixes_the_followed_authors_newest_first),
        case(a_feed_breaks_ties_by_id_descending),
        case(following_brings_what_was_written_before),
        case(following_brings_what_is_written_afterwards),
        case(unfollowing_takes_all_of_that_author_away),
        case(following_again_brings_each_article_once),
        case(being_followed_brings_nothing),
        case(a_deleted_article_leaves_the_feed),
        case(an_updated_article_stays_in_the_feed_once),
        case(a_feed_has_pages_and_a_total),
        case(each_entry_is_followed_and_shows_what_the_reader_favorited),
    ]
}

async fn feed(storage: &dyn Storage, reader: &User) -> ArticlePage {
    storage.read().articles().feed(reader.id, Page::default()).await.unwrap()
}

async fn unfollow(storage: &dyn Storage, follower: &User, author: &User) {
    write(storage, async |work| work.follows().remove(follower.id, author.id).await).await.unwrap();
}

async fn who_follows_nobody_has_an_empty_feed(storage: &dyn Storage) {
    let reader = given::user(storage, "jocasta").await;
    given::article(storage, &reader, "own-words").await;

    let page = feed(storage, &reader).await;

    assert_eq!(page, ArticlePage { articles: vec![], total: 0 });
}

async fn a_stranger_has_an_empty_feed(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    given::article(storage, &author, "on-helices").await;

    let page = feed(storage, &new_user("nobody")).await;

    assert_eq!(page, ArticlePage { articles: vec![], total: 0 });
}

async fn a_feed_mixes_the_followed_authors_newest_first(storage: &dyn Storage) {
    let [reader, rosalind, francis, other] =
        given::users(storage, ["jocasta", "rosalind", "francis", "other"]).await;
    given::follow(storage, &reader, &rosalind).await;
    given::follow(storage, &reader, &francis).await;
    for (age, author) in (0..).zip([&rosalind, &other, &francis, &rosalind, &reader]) {
        let article =
            Article { created_at: later(age), ..new_article(author, &format!("part-{age}")) };
        given::published(storage, article).await;
    }

    let page = feed(storage, &reader).await;

    assert_eq!((slugs(&page), page.total), (vec!["part-3", "part-2", "part-0"], 3));
}

async fn a_feed_breaks_ties_by_id_descending(storage: &dyn Storage) {
    let [reader, rosalind, francis] =
        given::users(storage, ["jocasta", "rosalind", "francis"]).await;
    given::follow(storage, &reader, &rosalind).await;
    for (slug, author) in [("b", &rosalind), ("d", &francis), ("a", &francis), ("c", &rosalind)] {
        given::article(storage, author, slug).await;
    }
    given::follow(storage, &reader, &francis).await;

    let page = feed(storage, &reader).await;

    assert_eq!(slugs(&page), ["d", "c", "b", "a"]);
}

async fn following_brings_what_was_written_before(storage: &dyn Storage) {
    let [reader, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    given::articles(storage, &author, &["a", "b"]).await;

    given::follow(storage, &reader, &author).await;

    let page = feed(storage, &reader).await;
    assert_eq!((slugs(&page), page.total), (vec!["b", "a"], 2));
}

async fn following_brings_what_is_written_afterwards(storage: &dyn Storage) {
    let [reader, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    given::follow(storage, &reader, &author).await;

    given::articles(storage, &author, &["a", "b"]).await;

    let page = feed(storage, &reader).await;
    assert_eq!((slugs(&page), page.total), (vec!["b", "a"], 2));
}

async fn unfollowing_takes_all_of_that_author_away(storage: &dyn Storage) {
    let [reader, rosalind, francis] =
        given::users(storage, ["jocasta", "rosalind", "francis"]).await;
    for author in [&rosalind, &francis] {
        given::follow(storage, &reader, author).await;
        given::article(storage, author, author.username.as_str()).await;
    }

    unfollow(storage, &reader, &rosalind).await;
    given::article(storage, &rosalind, "unread").await;

    let page = feed(storage, &reader).await;
    assert_eq!((slugs(&page), page.total), (vec!["francis"], 1));
}

async fn following_again_brings_each_article_once(storage: &dyn Storage) {
    let [reader, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    given::article(storage, &author, "on-helices").await;
    given::follow(storage, &reader, &author).await;
    given::follow(storage, &reader, &author).await;
    unfollow(storage, &reader, &author).await;

    given::follow(storage, &reader, &author).await;

    let page = feed(storage, &reader).await;
    assert_eq!((slugs(&page), page.total), (vec!["on-helices"], 1));
}

async fn being_followed_brings_nothing(storage: &dyn Storage) {
    let [reader, follower] = given::users(storage, ["jocasta", "rosalind"]).await;
    given::article(storage, &follower, "on-helices").await;

    given::follow(storage, &follower, &reader).await;

    assert_eq!(feed(storage, &reader).await.total, 0);
}

async fn a_deleted_article_leaves_the_feed(storage: &dyn Storage) {
    let [reader, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    given::follow(storage, &reader, &author).await;
    given::article(storage, &author, "a").await;
    let doomed = given::article(storage, &author, "b").await;

    write(storage, async |work| work.articles().delete(doomed.id).await).await.unwrap();

    let page = feed(storage, &reader).await;
    assert_eq!((slugs(&page), page.total), (vec!["a"], 1));
}

async fn an_updated_article_stays_in_the_feed_once(storage: &dyn Storage) {
    let [reader, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    given::follow(storage, &reader, &author).await;
    let before = given::tagged(storage, &author, "on-helices", &["dna"]).await;

    let after = Article {
        id: before.id,
        tags: tag_list(&["dna", "x-rays"]),
        updated_at: later(9),
        ..new_article(&author, "on-ribbons")
    };
    write(storage, async |work| work.articles().update(&after).await).await.unwrap();

    let page = feed(storage, &reader).await;
    assert_eq!((slugs(&page), page.total), (vec!["on-ribbons"], 1));
    assert_eq!(page.articles[0].tags, after.tags);
}

async fn a_feed_has_pages_and_a_total(storage: &dyn Storage) {
    let [reader, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    given::follow(storage, &reader, &author).await;
    given::articles(storage, &author, &["a", "b", "c"]).await;

    for (limit, offset, expected) in
        [(2, 0, vec!["c", "b"]), (2, 2, vec!["a"]), (2, 4, vec![]), (1, u32::MAX, vec![])]
    {
        let page = Page::new(limit, offset).unwrap();
        let page = storage.read().articles().feed(reader.id, page).await.unwrap();
        assert_eq!((slugs(&page), page.total), (expected, 3));
    }
}

async fn each_entry_is_followed_and_shows_what_the_reader_favorited(storage: &dyn Storage) {
    let [reader, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    given::follow(storage, &reader, &author).await;
    given::articles(storage, &author, &["a", "b"]).await;
    given::favorite(storage, &reader, &new_article(&author, "a")).await;
    given::favorite(storage, &author, &new_article(&author, "b")).await;

    let page = feed(storage, &reader).await;

    let flags: Vec<_> = page.articles.iter().map(|a| (a.favorited, a.favorites_count)).collect();
    assert_eq!(flags, [(false, 1), (true, 1)]);
    assert!(page.articles.iter().all(|article| article.author == Profile::of(&author, true)));
}
