use std::sync::Arc;

use async_trait::async_trait;
use axum::http::{Method, StatusCode};
use domain::fakes;
use domain::providers::{Reader, StorageError, UnitOfWork};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::*;
use crate::http::probe::{ask, get, publish, request, service, sign_up};

/// A storage that does not answer.
struct Down;

#[async_trait]
impl Storage for Down {
    fn read(&self) -> Box<dyn Reader> {
        fakes::providers().storage.read()
    }

    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.ping().await.map(|()| unreachable!("it is down"))
    }

    async fn ping(&self) -> Result<(), StorageError> {
        Err(StorageError::Unavailable("secret path".into()))
    }
}

fn not_found(key: &str) -> (u16, Value) {
    (404, json!({"errors": {key: ["not found"]}}))
}

#[tokio::test]
async fn an_unknown_route_is_not_found() {
    for path in ["/", "/api", "/api/articles/", "//api/articles", "/api/tags/x", "/%FF"] {
        assert_eq!(get(&service(), path).await.told(), not_found("route"), "{path}");
    }
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let patch = request(Method::PATCH, "/api/articles/on-helices", None, "");

    let answer = ask(&service(), patch).await;

    assert_eq!(answer.told(), (405, json!({"errors": {"method": ["not allowed"]}})));
    assert_eq!(answer.headers["allow"], "GET,HEAD,PUT,DELETE");
}

#[tokio::test]
async fn head_tells_what_get_tells_but_the_body() {
    let service = service();

    for path in ["/api/tags", "/api/articles", "/api/user", "/healthz", "/docs/", "/nope"] {
        let got = get(&service, path).await;
        let head = ask(&service, request(Method::HEAD, path, None, "")).await;

        assert_eq!(head.status, got.status, "{path}");
        assert_eq!(head.headers["content-type"], got.headers["content-type"], "{path}");
        assert!(head.bytes.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn who_asks_comes_before_what_is_there() {
    let service = service();
    let missing = (401, json!({"errors": {"token": ["is missing"]}}));
    let paths = [
        (Method::PUT, "/api/articles/nope"),
        (Method::DELETE, "/api/articles/%FF"),
        (Method::POST, "/api/articles/nope/favorite"),
        (Method::POST, "/api/articles/nope/comments"),
        (Method::DELETE, "/api/articles/nope/comments/x"),
        (Method::POST, "/api/profiles/nobody/follow"),
        (Method::POST, "/api/articles"),
        (Method::PUT, "/api/user"),
    ];

    for (method, path) in paths {
        let answer = ask(&service, request(method, path, None, "{")).await;
        assert_eq!(answer.told(), missing, "{path}");
    }
}

#[tokio::test]
async fn what_is_there_comes_before_whose_it_is_and_what_the_body_says() {
    let service = service();
    let rosalind = sign_up(&service, "rosalind").await;
    let jocasta = sign_up(&service, "jocasta").await;
    let slug = publish(&service, &rosalind, "On Helices").await;
    let put = async |path: &str, token: &str| {
        ask(&service, request(Method::PUT, path, Some(token), "{")).await
    };

    let unknown = put("/api/articles/nope", &jocasta).await;
    let anothers = put(&format!("/api/articles/{slug}"), &jocasta).await;
    let own = put(&format!("/api/articles/{slug}"), &rosalind).await;

    assert_eq!(unknown.told(), not_found("article"));
    assert_eq!(anothers.told(), (403, json!({"errors": {"article": ["forbidden"]}})));
    assert_eq!(own.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn the_article_comes_before_what_the_comment_says() {
    let service = service();
    let token = sign_up(&service, "rosalind").await;
    let slug = publish(&service, &token, "On Helices").await;
    let comment = async |path: &str| {
        let blank = json!({"comment": {"body": " "}}).to_string();
        ask(&service, request(Method::POST, path, Some(&token), &blank)).await.told()
    };

    let unknown = comment("/api/articles/nope/comments").await;
    let known = comment(&format!("/api/articles/{slug}/comments")).await;

    assert_eq!(unknown, not_found("article"));
    assert_eq!(known, (422, json!({"errors": {"body": ["can't be blank"]}})));
}

#[tokio::test]
async fn a_name_that_nothing_can_have_is_not_there() {
    let service = service();

    for name in ["%FF", "%00", "%20", &"x".repeat(1_000), "%F0%9F%A6%80", "..%2F"] {
        let article = get(&service, &format!("/api/articles/{name}")).await;
        let profile = get(&service, &format!("/api/profiles/{name}")).await;
        assert_eq!(article.told(), not_found("article"), "{name}");
        assert_eq!(profile.told(), not_found("profile"), "{name}");
    }
}

#[tokio::test]
async fn of_a_bad_article_and_a_bad_comment_the_article_is_told() {
    let service = service();
    let token = sign_up(&service, "rosalind").await;
    let slug = publish(&service, &token, "On Helices").await;
    let delete = async |article: &str, comment: &str| {
        let path = format!("/api/articles/{article}/comments/{comment}");
        ask(&service, request(Method::DELETE, &path, Some(&token), "")).await.told()
    };

    for comment in ["1", "0", "-1", "x", "%FF", "1e3", "9223372036854775808"] {
        assert_eq!(delete(&slug, comment).await, not_found("comment"), "{comment}");
        assert_eq!(delete("nope", comment).await, not_found("article"), "{comment}");
        assert_eq!(delete("%FF", comment).await, not_found("article"), "{comment}");
    }
}

#[tokio::test]
async fn a_service_whose_storage_is_down_lives_but_is_not_ready() {
    let providers = Providers { storage: Arc::new(Down), ..fakes::providers() };
    let service = build(providers);

    let alive = get(&service, "/healthz").await;
    let ready = get(&service, "/readyz").await;

    assert_eq!(alive.told(), (200, json!({"status": "ok"})));
    assert_eq!(ready.told(), (503, json!({"errors": {"server": ["is unavailable"]}})));
}

#[tokio::test]
async fn a_failure_is_not_explained_to_the_client() {
    let service = build(Providers { storage: Arc::new(Down), ..fakes::providers() });
    let user = json!({"user": {"username": "rosalind", "email": "r@h.example", "password": "photograph 51"}});

    let answer = ask(&service, request(Method::POST, "/api/users", None, &user.to_string())).await;

    assert_eq!(answer.told(), (503, json!({"errors": {"server": ["is unavailable"]}})));
}

#[tokio::test]
async fn a_malformed_address_signs_nobody_in_but_takes_its_time() {
    let verified = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = verified.clone();
    let verify_password: domain::providers::VerifyPassword = Arc::new(move |_, hash| {
        seen.lock().unwrap().push(hash.is_some());
        Box::pin(async { false })
    });
    let service = build(Providers { verify_password, ..fakes::providers() });

    let user = json!({"user": {"email": "nobody", "password": "photograph 51"}}).to_string();
    let answer = ask(&service, request(Method::POST, "/api/users/login", None, &user)).await;

    assert_eq!(answer.told(), (401, json!({"errors": {"credentials": ["invalid"]}})));
    assert_eq!(*verified.lock().unwrap(), [false]);
}
