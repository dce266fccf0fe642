//! Keeping what one likes.

use crate::actors::{Actor, Conduit};
use axum::http::Method;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::given::draft;
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(favoriting_answers_the_article_and_lasts),
        scenario(favoriting_twice_counts_once),
        scenario(unfavoriting_what_was_not_favorited_counts_nothing),
        scenario(every_fan_counts_and_sees_their_own_favorite),
        scenario(favoriting_is_no_edit),
        scenario(an_unknown_article_cannot_be_favorited),
        scenario(who_has_not_signed_in_favorites_nothing),
    ]
}

const HELICES: &str = "/api/articles/on-helices";
const FAVORITE: &str = "/api/articles/on-helices/favorite";

/// Whether the article is a favorite of this reader, and how many it has.
async fn seen_by(reader: &Actor) -> (Value, Value) {
    let article = reader.get(HELICES).await.unless_refused()["article"].clone();
    (article["favorited"].clone(), article["favoritesCount"].clone())
}

async fn favoriting_answers_the_article_and_lasts(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    jocasta.follows("rosalind").await;
    rosalind.post("/api/articles", &draft("On Helices")).await.unless_refused();
    let before = jocasta.get(HELICES).await.json;

    let favorited = jocasta.ask(Method::POST, FAVORITE).await;
    let seen = jocasta.get(HELICES).await.json;
    let unfavorited = jocasta.delete(FAVORITE).await;

    let mut expected = before.clone();
    expected["article"]["favorited"] = json!(true);
    expected["article"]["favoritesCount"] = json!(1);
    assert_eq!((favorited.status, &favorited.json), (200, &expected));
    assert_eq!(seen, expected);
    assert_eq!((unfavorited.status, &unfavorited.json), (200, &before));
    assert_eq!(jocasta.get(HELICES).await.json, before);
}

async fn favoriting_twice_counts_once(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    rosalind.favorites("on-helices").await;
    rosalind.favorites("on-helices").await;
    let twice = seen_by(&rosalind).await;
    rosalind.unfavorites("on-helices").await;

    assert_eq!(twice, (json!(true), json!(1)));
    assert_eq!(seen_by(&rosalind).await, (json!(false), json!(0)));
}

async fn unfavoriting_what_was_not_favorited_counts_nothing(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    rosalind.publishes("On Helices").await;
    jocasta.favorites("on-helices").await;

    let answer = rosalind.delete(FAVORITE).await;

    assert_eq!((answer.status, &answer.json["article"]["favoritesCount"]), (200, &json!(1)));
    assert_eq!(seen_by(&jocasta).await, (json!(true), json!(1)));
    assert_eq!(seen_by(&rosalind).await, (json!(false), json!(1)));
}

async fn every_fan_counts_and_sees_their_own_favorite(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    let watson = conduit.signed_in("watson").await;
    rosalind.publishes("On Helices").await;

    rosalind.favorites("on-helices").await;
    jocasta.favorites("on-helices").await;

    for (reader, favorited) in
        [(rosalind, true), (jocasta, true), (watson, false), (conduit.anonymous(), false)]
    {
        assert_eq!(seen_by(&reader).await, (json!(favorited), json!(2)));
    }
}

async fn favoriting_is_no_edit(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;
    let before = rosalind.get(HELICES).await.json;

    rosalind.favorites("on-helices").await;

    let after = rosalind.get(HELICES).await.json;
    assert_eq!(after["article"]["updatedAt"], before["article"]["updatedAt"]);
}

async fn an_unknown_article_cannot_be_favorited(conduit: &Conduit) {
    let jocasta = conduit.signed_in("jocasta").await;

    for method in [Method::POST, Method::DELETE] {
        let answer = jocasta.ask(method, FAVORITE).await;
        assert_eq!(answer.refusal(), (404, &json!({ "article": ["not found"] })));
    }
}

async fn who_has_not_signed_in_favorites_nothing(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    for path in [FAVORITE, "/api/articles/on-coal/favorite"] {
        for method in [Method::POST, Method::DELETE] {
            let answer = conduit.anonymous().ask(method, path).await;
            assert_eq!(answer.refusal(), (401, &json!({ "token": ["is missing"] })));
        }
    }
    assert_eq!(seen_by(&rosalind).await, (json!(false), json!(0)));
}
