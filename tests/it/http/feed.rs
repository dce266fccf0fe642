//! What the followed authors wrote.

use crate::actors::Conduit;
use pretty_assertions::assert_eq;
use serde_json::json;

use super::given::{NEW_YEAR, draft, followed, slugs};
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(who_follows_nobody_has_an_empty_feed),
        scenario(a_feed_is_a_list_of_articles_by_followed_authors),
        scenario(a_feed_has_what_was_written_before_and_after_following),
        scenario(whom_one_unfollows_leaves_the_feed),
        scenario(a_feed_comes_in_pages_newest_first),
        scenario(ones_own_articles_are_in_ones_feed_only_for_those_who_follow_themselves),
        scenario(who_has_not_signed_in_has_no_feed),
    ]
}

const FEED: &str = "/api/articles/feed";

async fn who_follows_nobody_has_an_empty_feed(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    rosalind.publishes("On Helices").await;

    let answer = jocasta.get(FEED).await;

    let nothing = json!({ "articles": [], "articlesCount": 0 });
    assert_eq!((answer.status, &answer.json), (200, &nothing));
}

async fn a_feed_is_a_list_of_articles_by_followed_authors(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    let watson = conduit.signed_in("watson").await;
    rosalind.post("/api/articles", &draft("On Helices")).await.unless_refused();
    watson.publishes("On Luck").await;

    jocasta.follows("rosalind").await;

    let expected = json!({
        "articles": [{
            "slug": "on-helices",
            "title": "On Helices",
            "description": "Why they twist",
            "tagList": ["x-rays", "dna"],
            "createdAt": NEW_YEAR,
            "updatedAt": NEW_YEAR,
            "favorited": false,
            "favoritesCount": 0,
            "author": followed("rosalind"),
        }],
        "articlesCount": 1,
    });
    let answer = jocasta.get(FEED).await;
    assert_eq!((answer.status, &answer.json), (200, &expected));
}

async fn a_feed_has_what_was_written_before_and_after_following(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    rosalind.publishes("Before").await;

    jocasta.follows("rosalind").await;
    rosalind.publishes("After").await;

    let feed = jocasta.get(FEED).await.json;
    assert_eq!((slugs(&feed), &feed["articlesCount"]), (vec!["after", "before"], &json!(2)));
}

async fn whom_one_unfollows_leaves_the_feed(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let watson = conduit.signed_in("watson").await;
    let jocasta = conduit.signed_in("jocasta").await;
    rosalind.publishes("On Helices").await;
    watson.publishes("On Luck").await;
    jocasta.follows("rosalind").await;
    jocasta.follows("watson").await;

    jocasta.unfollows("watson").await;
    watson.publishes("On More Luck").await;

    let feed = jocasta.get(FEED).await.json;
    assert_eq!((slugs(&feed), &feed["articlesCount"]), (vec!["on-helices"], &json!(1)));
}

async fn a_feed_comes_in_pages_newest_first(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let watson = conduit.signed_in("watson").await;
    let jocasta = conduit.signed_in("jocasta").await;
    jocasta.follows("watson").await;
    jocasta.follows("rosalind").await;
    for (author, title) in
        [(&rosalind, "One"), (&watson, "Two"), (&rosalind, "Three"), (&watson, "Four")]
    {
        author.publishes(title).await;
    }

    let all = jocasta.get(FEED).await.json;
    let page = jocasta.get(&format!("{FEED}?limit=2&offset=1")).await.json;

    assert_eq!(slugs(&all), ["four", "three", "two", "one"]);
    assert_eq!((slugs(&page), &page["articlesCount"]), (vec!["three", "two"], &json!(4)));
}

async fn ones_own_articles_are_in_ones_feed_only_for_those_who_follow_themselves(
    conduit: &Conduit,
) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    let before = rosalind.get(FEED).await.json;
    rosalind.follows("rosalind").await;
    let after = rosalind.get(FEED).await.json;

    assert!(slugs(&before).is_empty());
    assert_eq!(slugs(&after), ["on-helices"]);
}

async fn who_has_not_signed_in_has_no_feed(conduit: &Conduit) {
    for path in [FEED, "/api/articles/feed?limit=0"] {
        let answer = conduit.anonymous().get(path).await;
        assert_eq!(answer.refusal(), (401, &json!({ "token": ["is missing"] })));
    }
}
