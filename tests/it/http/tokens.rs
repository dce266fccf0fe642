//! Who is recognised by what they show.

use std::time::Duration;

use crate::actors::{Answer, Conduit};
use axum::http::Request;
use pretty_assertions::assert_eq;
use serde_json::json;

use super::given::draft;
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(both_words_before_a_token_are_understood),
        scenario(a_token_still_works_after_its_owner_changed_name_and_email),
        scenario(a_bad_token_is_refused_even_where_none_is_needed),
        scenario(what_does_not_look_like_a_token_is_refused),
        scenario(an_expired_token_is_refused),
        scenario(a_token_that_another_secret_signed_is_refused),
    ]
}

/// Where a token may come along but need not.
const OPEN: [&str; 4] = [
    "/api/articles",
    "/api/articles/on-helices",
    "/api/articles/on-helices/comments",
    "/api/profiles/rosalind",
];

async fn showing(conduit: &Conduit, authorization: &str, path: &str) -> Answer {
    let request = Request::builder().uri(path).header("authorization", authorization);
    conduit.anonymous().send(request, "").await
}

async fn both_words_before_a_token_are_understood(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let token = rosalind.token().unwrap();

    for word in ["Token", "Bearer", "token", "BEARER"] {
        let answer = showing(conduit, &format!("{word} {token}"), "/api/user").await;
        assert_eq!((answer.status, &answer.json["user"]["username"]), (200, &json!("rosalind")));
    }
}

async fn a_token_still_works_after_its_owner_changed_name_and_email(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let change = json!({ "username": "franklin", "email": "franklin@helix.example" });
    rosalind.put("/api/user", &json!({ "user": change })).await.unless_refused();

    let published = rosalind.post("/api/articles", &draft("On Helices")).await;

    assert_eq!(published.status, 201);
    assert_eq!(published.json["article"]["author"]["username"], "franklin");
}

async fn a_bad_token_is_refused_even_where_none_is_needed(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;
    let token = rosalind.token().unwrap();
    let shortened = &token[..token.len() - 1];

    for path in OPEN.into_iter().chain(["/api/user", "/api/articles/feed"]) {
        for bad in ["nonsense", "a.b.c", shortened] {
            let answer = conduit.anonymous().showing(bad).get(path).await;
            assert_eq!(answer.refusal(), (401, &json!({ "token": ["is invalid"] })), "{path}");
        }
    }
}

async fn what_does_not_look_like_a_token_is_refused(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let token = rosalind.token().unwrap();
    let bare = token.to_owned();
    let basic = format!("Basic {token}");
    let doubled = format!("Token {token} {token}");

    for odd in ["", "Token", "Token ", &bare, &basic, &doubled] {
        let answer = showing(conduit, odd, "/api/user").await;
        assert_eq!(answer.refusal(), (401, &json!({ "token": ["is invalid"] })), "{odd:?}");
    }
}

async fn an_expired_token_is_refused(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    conduit.clock.advance(Duration::from_hours(24 * 365));

    for path in OPEN.into_iter().chain(["/api/user"]) {
        let answer = rosalind.get(path).await;
        assert_eq!(answer.refusal(), (401, &json!({ "token": ["is invalid"] })), "{path}");
    }
}

async fn a_token_that_another_secret_signed_is_refused(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let (claims, _) = rosalind.token().unwrap().rsplit_once('.').unwrap();
    let forged = format!("{claims}.{}", "A".repeat(43));

    let answer = conduit.anonymous().showing(forged).get("/api/user").await;

    assert_eq!(answer.refusal(), (401, &json!({ "token": ["is invalid"] })));
}
