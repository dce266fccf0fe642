//! Asks a router as a client would, for the tests beside this file.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::response::Response;
use domain::fakes;
use serde_json::{Value, json};
use tower::ServiceExt;

/// What came back.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub async fn of(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap().to_vec();
        Self { status: parts.status, headers: parts.headers, bytes }
    }

    pub fn json(&self) -> Value {
        assert_eq!(self.headers["content-type"], "application/json");
        serde_json::from_slice(&self.bytes).unwrap()
    }

    /// Status and body in one value, for one comparison.
    pub fn told(&self) -> (u16, Value) {
        (self.status.as_u16(), self.json())
    }
}

/// The service over fresh fakes.
pub fn service() -> Router {
    super::build(fakes::providers())
}

pub async fn ask(service: &Router, request: Request<Body>) -> Answer {
    Answer::of(service.clone().oneshot(request).await.unwrap()).await
}

pub async fn get(service: &Router, path: &str) -> Answer {
    ask(service, request(Method::GET, path, None, "")).await
}

/// A request with a JSON body, from the owner of `token`.
pub fn request(method: Method, path: &str, token: Option<&str>, body: &str) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(token) = token {
        request = request.header("authorization", format!("Token {token}"));
    }
    if !body.is_empty() {
        request = request.header("content-type", "application/json");
    }
    request.body(Body::from(body.to_owned())).unwrap()
}

/// Registers `name`, and answers with their token.
pub async fn sign_up(service: &Router, name: &str) -> String {
    let email = format!("{name}@helix.example");
    let user = json!({"user": {"username": name, "email": email, "password": "photograph 51"}});
    let answer = ask(service, request(Method::POST, "/api/users", None, &user.to_string())).await;
    answer.json()["user"]["token"].as_str().unwrap().to_owned()
}

/// Publishes an article by the owner of `token`, and answers with its slug.
pub async fn publish(service: &Router, token: &str, title: &str) -> String {
    let article = json!({"article": {"title": title, "description": "What", "body": "How"}});
    let request = request(Method::POST, "/api/articles", Some(token), &article.to_string());
    let answer = ask(service, request).await;
    answer.json()["article"]["slug"].as_str().unwrap().to_owned()
}
