//! Which of several refusals is told: first 401, then 404, then 403, then what is wrong with the
//! body.

use crate::actors::{Actor, Answer, Conduit};
use axum::body::Body;
use axum::http::{Method, Request};
use pretty_assertions::assert_eq;
use serde_json::json;

use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(who_asks_comes_before_everything_else),
        scenario(what_is_asked_for_comes_before_whose_it_is_and_what_is_said),
        scenario(whose_it_is_comes_before_what_is_said),
        scenario(what_is_said_comes_last),
        scenario(an_unknown_article_comes_before_an_unknown_comment),
    ]
}

/// Bodies that no operation accepts, with the status that each deserves: none at all, of an
/// unknown type, malformed, and one that says nothing.
const BAD_BODIES: [(Option<&str>, &str, u16); 4] = [
    (None, "", 415),
    (Some("text/plain"), "twist", 415),
    (Some("application/json"), "{", 400),
    (Some("application/json"), "{}", 422),
];

/// Every operation that needs a token, on things that are not there.
const GUARDED: [(&str, &str); 13] = [
    ("GET", "/api/user"),
    ("PUT", "/api/user"),
    ("POST", "/api/profiles/nobody/follow"),
    ("DELETE", "/api/profiles/nobody/follow"),
    ("GET", "/api/articles/feed"),
    ("POST", "/api/articles"),
    ("PUT", "/api/articles/nothing"),
    ("DELETE", "/api/articles/nothing"),
    ("POST", "/api/articles/nothing/comments"),
    ("DELETE", "/api/articles/nothing/comments/1"),
    ("DELETE", "/api/articles/nothing/comments/none"),
    ("POST", "/api/articles/nothing/favorite"),
    ("DELETE", "/api/articles/nothing/favorite"),
];

async fn says(
    actor: &Actor,
    method: &str,
    path: &str,
    content_type: Option<&str>,
    body: &'static str,
) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(content_type) = content_type {
        request = request.header("content-type", content_type);
    }
    actor.send(request, Body::from(body)).await
}

async fn who_asks_comes_before_everything_else(conduit: &Conduit) {
    let stranger = conduit.anonymous();
    let forger = stranger.showing("forged");

    for (method, path) in GUARDED {
        for (content_type, body, _) in BAD_BODIES {
            let missing = says(&stranger, method, path, content_type, body).await;
            assert_eq!(missing.refusal(), (401, &json!({ "token": ["is missing"] })), "{path}");
            let invalid = says(&forger, method, path, content_type, body).await;
            assert_eq!(invalid.refusal(), (401, &json!({ "token": ["is invalid"] })), "{path}");
        }
    }
}

async fn what_is_asked_for_comes_before_whose_it_is_and_what_is_said(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for (method, path) in
        [("PUT", "/api/articles/nothing"), ("POST", "/api/articles/nothing/comments")]
    {
        for (content_type, body, _) in BAD_BODIES {
            let answer = says(&rosalind, method, path, content_type, body).await;
            assert_eq!(answer.refusal(), (404, &json!({ "article": ["not found"] })), "{body}");
        }
    }
}

async fn whose_it_is_comes_before_what_is_said(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    rosalind.publishes("On Helices").await;

    for (content_type, body, _) in BAD_BODIES {
        let answer = says(&jocasta, "PUT", "/api/articles/on-helices", content_type, body).await;
        assert_eq!(answer.refusal(), (403, &json!({ "article": ["forbidden"] })), "{body}");
    }
}

async fn what_is_said_comes_last(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    for (method, path) in [
        ("PUT", "/api/user"),
        ("POST", "/api/articles"),
        ("PUT", "/api/articles/on-helices"),
        ("POST", "/api/articles/on-helices/comments"),
    ] {
        for (content_type, body, status) in BAD_BODIES {
            let answer = says(&rosalind, method, path, content_type, body).await;
            assert_eq!(answer.status, status, "{method} {path} {body}");
        }
    }
}

async fn an_unknown_article_comes_before_an_unknown_comment(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for id in ["1", "none"] {
        let path = format!("/api/articles/nothing/comments/{id}");
        let answer = rosalind.ask(Method::DELETE, &path).await;
        assert_eq!(answer.refusal(), (404, &json!({ "article": ["not found"] })));
    }
}
