use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use axum::http::Method;
use axum::response::IntoResponse;
use hyper::body::Frame;
use pretty_assertions::assert_eq;
use serde_json::json;

use super::*;
use crate::http::probe::{Answer, ask, request, service, sign_up};

fn registration(content_type: Option<&str>, body: impl Into<Body>) -> Request {
    let mut request = Request::builder().method(Method::POST).uri("/api/users");
    if let Some(content_type) = content_type {
        request = request.header(CONTENT_TYPE, content_type);
    }
    request.body(body.into()).unwrap()
}

async fn posted(content_type: &str, body: impl Into<Body>) -> Answer {
    ask(&service(), registration(Some(content_type), body)).await
}

#[tokio::test]
async fn what_is_not_json_is_malformed() {
    let deep = "[".repeat(100_000);
    let bodies = ["", "{", "nul", "{\"user\":1e999}", "{} {}", "{\"user\":\"\\ud800\"}", &deep];

    for body in bodies {
        let answer = posted("application/json", body.to_owned()).await;

        assert_eq!(answer.status, 400, "{body:.20}");
        let message = answer.json()["errors"]["body"][0].to_string();
        assert!(message.starts_with("\"is not JSON: "), "{message}");
    }
}

#[tokio::test]
async fn what_is_not_text_is_malformed_too() {
    let body: &[u8] = b"{\"user\":{\"username\":\"\xff\xfe\"}}";

    let answer = posted("application/json", body).await;

    assert_eq!(answer.status, 400);
    assert!(answer.json()["errors"]["body"].is_array());
}

#[tokio::test]
async fn the_wrapper_must_be_there_and_be_an_object() {
    for body in ["{}", "null", "[]", "7", "\"user\"", "[{\"user\":{}}]"] {
        let told = posted("application/json", body).await.told();
        assert_eq!(told, (422, json!({"errors": {"user": ["is missing"]}})), "{body}");
    }

    for body in ["{\"user\":null}", "{\"user\":[\"a\",\"b\",\"c\"]}", "{\"user\":7}"] {
        let told = posted("application/json", body).await.told();
        assert_eq!(told, (422, json!({"errors": {"user": ["must be an object"]}})), "{body}");
    }
}

#[tokio::test]
async fn a_body_must_be_declared_as_json() {
    let told = (415, json!({"errors": {"body": ["must be application/json"]}}));

    assert_eq!(ask(&service(), registration(None, "{}")).await.told(), told);
    for other in ["text/plain", "application/jsonx", "application/x-www-form-urlencoded", "json"] {
        assert_eq!(posted(other, "{}").await.told(), told, "{other}");
    }
}

#[tokio::test]
async fn json_has_many_spellings() {
    for json in ["application/json; charset=utf-8", "Application/JSON", "application/vnd.me+json"] {
        let answer = posted(json, "{}").await;
        assert_eq!(answer.status, 422, "{json}");
    }
}

#[tokio::test]
async fn a_body_over_the_limit_is_too_large() {
    let mut announced = registration(Some("application/json"), "");
    announced.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(BODY_LIMIT + 1));

    let announced = ask(&service(), announced).await.told();
    let sent = posted("application/json", vec![b' '; BODY_LIMIT + 1]).await.told();

    let message = "is too large (maximum is 8388608 bytes)";
    assert_eq!(announced, (413, json!({"errors": {"body": [message]}})));
    assert_eq!(sent, announced);
}

/// A body that was announced and does not arrive.
struct Awaited;

impl HttpBody for Awaited {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Pending
    }
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_given_up() {
    let refused = read(Body::new(Awaited), Duration::ZERO).await.unwrap_err();

    let answer = Answer::of(refused.into_response()).await.told();
    assert_eq!(answer, (408, json!({"errors": {"body": ["took too long to arrive"]}})));
}

#[tokio::test]
async fn a_body_of_just_the_limit_is_read() {
    let answer = posted("application/json", vec![b' '; BODY_LIMIT]).await;

    assert_eq!(answer.status, 400);
}

#[tokio::test]
async fn a_long_text_comes_back_as_it_was_sent() {
    let service = service();
    let token = sign_up(&service, "rosalind").await;
    let text = "שלום 🦀 \\ \"\u{7}\"\r\n".repeat(50_000);
    let article = json!({"article": {"title": "Long", "description": "Long", "body": text}});

    let request = request(Method::POST, "/api/articles", Some(&token), &article.to_string());
    let answer = ask(&service, request).await;

    assert_eq!(answer.status, 201);
    assert!(answer.json()["article"]["body"] == text);
}
