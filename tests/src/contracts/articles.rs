//! What is promised of one article. How it changes stands in `changes`; lists stand in `lists`,
//! `filters` and `feed`.

use domain::providers::{Conflict, Storage};
use domain::{
    Article, ArticleFilter, ArticleSummary, ArticleView, Body, Description, Page, Profile, Slug,
    Timestamp, Title, User, UserId,
};
use pretty_assertions::assert_eq;

use super::given::{self, new_article, new_user, slug, tag_list};
use super::work::{refused, write};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(a_new_article_is_kept_to_the_letter),
        case(an_unknown_slug_is_none),
        case(tags_keep_the_order_given),
        case(unicode_is_kept_to_the_letter),
        case(a_megabyte_of_body_is_kept_to_the_letter),
        case(microseconds_are_kept_exactly),
        case(a_taken_slug_is_a_conflict),
        case(an_author_who_is_not_there_is_a_concurrent_change),
        case(where_the_slug_is_taken_and_the_author_gone_the_slug_is_told),
        case(a_viewer_sees_what_they_favorited),
        case(a_viewer_sees_whom_they_follow),
        case(an_article_shows_its_author_as_they_are_now),
    ]
}

/// What a reader without an account sees of an article that nobody favorited.
pub(super) fn seen(article: &Article, author: &User) -> ArticleView {
    let article = article.clone();
    ArticleView {
        summary: ArticleSummary {
            slug: article.slug,
            title: article.title,
            description: article.description,
            tags: article.tags,
            created_at: article.created_at,
            updated_at: article.updated_at,
            favorited: false,
            favorites_count: 0,
            author: Profile::of(author, false),
        },
        body: article.body,
    }
}

pub(super) async fn find(storage: &dyn Storage, slug: &Slug) -> Option<Article> {
    storage.read().articles().find_by_slug(slug).await.unwrap()
}

pub(super) async fn view(
    storage: &dyn Storage,
    slug: &Slug,
    viewer: Option<UserId>,
) -> Option<ArticleView> {
    storage.read().articles().view(slug, viewer).await.unwrap()
}

async fn a_new_article_is_kept_to_the_letter(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;

    let article = given::tagged(storage, &author, "on-helices", &["dna", "x-rays"]).await;

    assert_eq!(find(storage, &article.slug).await, Some(article.clone()));
    assert_eq!(view(storage, &article.slug, None).await, Some(seen(&article, &author)));
}

async fn an_unknown_slug_is_none(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    given::article(storage, &author, "on-helices").await;

    let unknown = slug("on-ribbons");

    assert_eq!(find(storage, &unknown).await, None);
    assert_eq!(view(storage, &unknown, Some(author.id)).await, None);
}

async fn tags_keep_the_order_given(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;

    let article = given::tagged(storage, &author, "on-helices", &["zebra", "ant", "Ant"]).await;

    let found = find(storage, &article.slug).await.unwrap();
    assert_eq!(found.tags, tag_list(&["zebra", "ant", "Ant"]));
}

async fn unicode_is_kept_to_the_letter(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let article = Article {
        slug: slug("スラッグ-🧬"),
        title: Title::parse("על סלילים \u{202e}abc\u{202c} 🧬").unwrap(),
        description: Description::parse("e\u{301} is not \u{e9}; 'this' \"that\" \\ %_").unwrap(),
        body: Body::parse("  leading, trailing \r\n\t\u{7f}\u{feff}👩🏽‍🔬\u{10ffff}  ").unwrap(),
        tags: tag_list(&["日本", "שלום", "a,b", "\"quoted\"", "[1]", "back\\slash", "new\nline"]),
        ..new_article(&author, "babel")
    };

    given::published(storage, article.clone()).await;

    assert_eq!(find(storage, &article.slug).await, Some(article.clone()));
    assert_eq!(view(storage, &article.slug, None).await, Some(seen(&article, &author)));
    let page =
        storage.read().articles().list(&ArticleFilter::default(), Page::default(), None).await;
    assert_eq!(page.unwrap().articles, [seen(&article, &author).summary]);
}

async fn a_megabyte_of_body_is_kept_to_the_letter(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let body = Body::parse("🧬ab\n'\"\\".repeat(100_000)).unwrap();
    let article = Article { body, ..new_article(&author, "on-length") };

    given::published(storage, article.clone()).await;

    // Not `assert_eq`, which would print it.
    assert!(find(storage, &article.slug).await.unwrap().body == article.body);
    assert!(view(storage, &article.slug, None).await.unwrap().body == article.body);
}

async fn microseconds_are_kept_exactly(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let last_of_9999 = 253_402_300_799_999_999;

    for (name, micros) in [("before", -1), ("at", 0), ("after", 1_234_567), ("far", last_of_9999)] {
        let created_at = Timestamp::from_micros(micros);
        let updated_at = Timestamp::from_micros(micros + 1);
        let article = Article { created_at, updated_at, ..new_article(&author, name) };
        given::published(storage, article.clone()).await;

        assert_eq!(find(storage, &article.slug).await, Some(article.clone()));
        assert_eq!(view(storage, &article.slug, None).await, Some(seen(&article, &author)));
    }
}

async fn a_taken_slug_is_a_conflict(storage: &dyn Storage) {
    let [author, rival] = given::users(storage, ["rosalind", "jocasta"]).await;
    let first = given::article(storage, &author, "on-helices").await;

    let second = Article { slug: first.slug.clone(), ..new_article(&rival, "on-ribbons") };
    let outcome = write(storage, async |work| work.articles().insert(&second).await).await;

    assert_eq!(refused(outcome), Conflict::Slug);
    assert_eq!(find(storage, &first.slug).await, Some(first));
}

async fn an_author_who_is_not_there_is_a_concurrent_change(storage: &dyn Storage) {
    let article = new_article(&new_user("nobody"), "on-helices");

    let outcome = write(storage, async |work| work.articles().insert(&article).await).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
    assert_eq!(find(storage, &article.slug).await, None);
}

async fn where_the_slug_is_taken_and_the_author_gone_the_slug_is_told(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let first = given::article(storage, &author, "on-helices").await;

    let second = Article { slug: first.slug, ..new_article(&new_user("nobody"), "on-ribbons") };
    let outcome = write(storage, async |work| work.articles().insert(&second).await).await;

    assert_eq!(refused(outcome), Conflict::Slug);
}

async fn a_viewer_sees_what_they_favorited(storage: &dyn Storage) {
    let [author, fan, other] = given::users(storage, ["rosalind", "jocasta", "other"]).await;
    let article = given::article(storage, &author, "on-helices").await;
    given::favorite(storage, &fan, &article).await;

    for (viewer, favorited) in [(Some(fan.id), true), (Some(other.id), false), (None, false)] {
        let summary = view(storage, &article.slug, viewer).await.unwrap().summary;
        assert_eq!((summary.favorited, summary.favorites_count), (favorited, 1));
    }
}

async fn a_viewer_sees_whom_they_follow(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    let article = given::article(storage, &author, "on-helices").await;
    given::follow(storage, &fan, &author).await;

    for (viewer, following) in [(Some(fan.id), true), (Some(author.id), false), (None, false)] {
        let summary = view(storage, &article.slug, viewer).await.unwrap().summary;
        assert_eq!(summary.author, Profile::of(&author, following));
    }
}

async fn an_article_shows_its_author_as_they_are_now(storage: &dyn Storage) {
    let before = given::user(storage, "rosalind").await;
    let article = given::article(storage, &before, "on-helices").await;

    let now = User { id: before.id, bio: None, ..new_user("franklin") };
    write(storage, async |work| work.users().update(&now).await).await.unwrap();

    assert_eq!(view(storage, &article.slug, None).await, Some(seen(&article, &now)));
}
