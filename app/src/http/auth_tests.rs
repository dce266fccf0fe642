use axum::body::Body;
use axum::http::{Request, StatusCode};
use pretty_assertions::assert_eq;
use serde_json::json;

use crate::http::probe::{Answer, ask, service, sign_up};

fn request(path: &str, authorization: &[&str]) -> Request<Body> {
    let mut request = Request::builder().uri(path);
    for value in authorization {
        request = request.header("authorization", *value);
    }
    request.body(Body::empty()).unwrap()
}

fn invalid() -> (u16, serde_json::Value) {
    (401, json!({"errors": {"token": ["is invalid"]}}))
}

#[tokio::test]
async fn a_token_is_shown_as_token_or_as_bearer() {
    let service = service();
    let token = sign_up(&service, "rosalind").await;

    for scheme in ["Token", "token", "Bearer", "BEARER"] {
        let authorization = format!("{scheme} {token}");
        let answer = ask(&service, request("/api/user", &[&authorization])).await;
        assert_eq!(answer.status, StatusCode::OK, "{scheme}");
        assert_eq!(answer.json()["user"]["username"], "rosalind");
    }
}

#[tokio::test]
async fn without_a_token_only_what_asks_for_one_is_refused() {
    let service = service();
    let own: Answer = ask(&service, request("/api/user", &[])).await;

    let list = ask(&service, request("/api/articles", &[])).await;

    assert_eq!(own.told(), (401, json!({"errors": {"token": ["is missing"]}})));
    assert_eq!(list.status, StatusCode::OK);
}

#[tokio::test]
async fn a_bad_token_is_refused_even_where_none_is_asked_for() {
    let service = service();

    for bad in ["", "Token", "Token ", "Token nonsense", "Basic cm9zYWxpbmQ6", "tokenless"] {
        for path in ["/api/user", "/api/articles", "/api/articles/on-helices", "/api/profiles/x"] {
            let answer = ask(&service, request(path, &[bad])).await;
            assert_eq!(answer.told(), invalid(), "{path} {bad}");
        }
    }
}

#[tokio::test]
async fn two_tokens_are_no_token() {
    let service = service();
    let rosalind = format!("Token {}", sign_up(&service, "rosalind").await);
    let jocasta = format!("Token {}", sign_up(&service, "jocasta").await);

    let answer = ask(&service, request("/api/user", &[&rosalind, &jocasta])).await;

    assert_eq!(answer.told(), invalid());
}
