//! The names of articles in URLs.

use std::collections::BTreeSet;

use crate::actors::Conduit;
use axum::http::Method;
use pretty_assertions::assert_eq;
use serde_json::json;

use super::given::{article, draft};
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(any_title_gets_a_slug_of_its_own),
        scenario(two_articles_may_bear_one_title),
        scenario(a_slug_follows_its_title),
        scenario(a_slug_stays_while_its_title_stays),
        scenario(a_title_that_another_article_has_gets_another_slug),
        scenario(two_articles_of_one_title_are_changed_and_deleted_apart),
        scenario(an_article_called_feed_is_not_in_the_way_of_the_feed),
    ]
}

async fn any_title_gets_a_slug_of_its_own(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let long = "helix ".repeat(83) + "\u{1F9EC}!";
    let titles = [
        "🧬",
        "🦀🦀",
        "你好，世界",
        "双螺旋",
        "…?!",
        "—",
        "/../",
        "%2F",
        "a/b?c=d#e",
        "שלום",
        "مرحبا",
        "Ævar",
        "-",
        "\u{200B}x",
        &long,
        "On Helices",
        "on helices",
    ];

    let mut slugs = BTreeSet::new();
    for title in titles {
        let answer = rosalind.post("/api/articles", &draft(title)).await;
        assert_eq!(answer.status, 201, "{title}");
        let slug = answer.json["article"]["slug"].as_str().unwrap().to_owned();
        let read = rosalind.get(&format!("/api/articles/{slug}")).await;
        assert_eq!((read.status, &read.json["article"]["title"]), (200, &json!(title)));
        slugs.insert(slug);
    }

    assert_eq!(slugs.len(), titles.len());
}

async fn two_articles_may_bear_one_title(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;

    let mut slugs = BTreeSet::new();
    for author in [&rosalind, &rosalind, &jocasta] {
        let answer = author.post("/api/articles", &draft("On Helices")).await;
        assert_eq!(answer.status, 201);
        slugs.insert(answer.json["article"]["slug"].to_string());
    }

    assert_eq!(slugs.len(), 3);
}

async fn a_slug_follows_its_title(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    let slug = rosalind.edits("on-helices", &json!({ "title": "On Coal" })).await;

    assert_eq!(slug, "on-coal");
    assert_eq!(rosalind.get("/api/articles/on-coal").await.status, 200);
    assert_eq!(rosalind.get("/api/articles/on-helices").await.status, 404);
}

async fn a_slug_stays_while_its_title_stays(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;
    let second = rosalind.publishes("On Helices").await;

    for change in [json!({ "body": "It turns." }), json!({ "title": "On Helices" }), json!({})] {
        assert_eq!(rosalind.edits("on-helices", &change).await, "on-helices");
        assert_eq!(rosalind.edits(&second, &change).await, second);
    }
}

async fn a_title_that_another_article_has_gets_another_slug(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;
    rosalind.publishes("On Coal").await;

    let change = article(&json!({ "title": "On Helices" }));
    let answer = rosalind.put("/api/articles/on-coal", &change).await;

    let slug = answer.json["article"]["slug"].as_str().unwrap();
    assert_eq!((answer.status, &answer.json["article"]["title"]), (200, &json!("On Helices")));
    assert_ne!(slug, "on-helices");
    assert_eq!(rosalind.get(&format!("/api/articles/{slug}")).await.json, answer.json);
}

async fn two_articles_of_one_title_are_changed_and_deleted_apart(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let first = rosalind.publishes("On Helices").await;
    let second = rosalind.publishes("On Helices").await;

    rosalind.edits(&second, &json!({ "body": "It turns." })).await;
    rosalind.deletes(&first).await;

    let left = rosalind.get("/api/articles").await.json;
    assert_eq!((&left["articles"][0]["slug"], &left["articlesCount"]), (&json!(second), &json!(1)));
    let left = rosalind.get(&format!("/api/articles/{second}")).await.json;
    assert_eq!(left["article"]["body"], "It turns.");
}

async fn an_article_called_feed_is_not_in_the_way_of_the_feed(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    let slug = rosalind.publishes("Feed").await;

    let read = conduit.anonymous().get(&format!("/api/articles/{slug}")).await;
    assert_eq!((read.status, &read.json["article"]["title"]), (200, &json!("Feed")));
    assert_eq!(rosalind.get("/api/articles/feed").await.json["articlesCount"], 0);
    let path = format!("/api/articles/{slug}/favorite");
    assert_eq!(rosalind.ask(Method::POST, &path).await.status, 200);
    rosalind.deletes(&slug).await;
}
