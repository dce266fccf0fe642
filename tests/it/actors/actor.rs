//! Somebody who asks, and what they do.

use std::net::SocketAddr;

use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{Method, Request, request};
use serde_json::{Value, json};
use tower::{BoxError, ServiceExt};

use super::{Answer, Service, socket};

/// The password of everybody.
pub const PASSWORD: &str = "photograph 51";

/// Somebody who asks the service for things. Verbs insist that the service does as they say; to
/// see what it answers, ask by [`Actor::get`] and its like.
#[derive(Clone)]
pub struct Actor {
    service: Service,
    token: Option<String>,
}

impl Actor {
    /// Somebody who has not signed in.
    pub fn anonymous(service: Service) -> Self {
        Self { service, token: None }
    }

    /// Somebody who has not signed in, at the server that listens there.
    pub fn at(address: SocketAddr) -> Self {
        Self::anonymous(socket::to(address))
    }

    /// The same person, showing `token`.
    #[must_use]
    pub fn showing(&self, token: impl Into<String>) -> Self {
        Self { service: self.service.clone(), token: Some(token.into()) }
    }

    /// What proves who it is.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path).await
    }

    /// DELETE.
    pub async fn delete(&self, path: &str) -> Answer {
        self.ask(Method::DELETE, path).await
    }

    /// POST with a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(json_request(Method::POST, path), body.to_string()).await
    }

    /// PUT with a JSON body.
    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(json_request(Method::PUT, path), body.to_string()).await
    }

    /// Any method, with neither a body nor a content type.
    pub async fn ask(&self, method: Method, path: &str) -> Answer {
        self.send(Request::builder().method(method).uri(path), Body::empty()).await
    }

    /// Any request at all.
    ///
    /// # Panics
    /// Where there is no answer, or one that is neither empty nor JSON.
    pub async fn send(&self, request: request::Builder, body: impl Into<Body>) -> Answer {
        self.try_send(request, body).await.expect("an answer")
    }

    /// As [`Actor::send`], for a service that may go away.
    pub async fn try_send(
        &self,
        mut request: request::Builder,
        body: impl Into<Body>,
    ) -> Result<Answer, BoxError> {
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Token {token}"));
        }
        let response = self.service.clone().oneshot(request.body(body.into())?).await?;
        Answer::of(response).await
    }

    /// Opens an account under `name`, and is signed in from then on.
    pub async fn registers(&self, name: &str) -> Self {
        let account = json!({ "user": {
            "username": name, "email": format!("{name}@helix.example"), "password": PASSWORD,
        }});
        let user = self.post("/api/users", &account).await.unless_refused();
        self.showing(text(&user["user"]["token"]))
    }

    /// Publishes an article, and answers its slug.
    pub async fn publishes(&self, title: &str) -> String {
        self.publishes_tagged(title, &[]).await
    }

    /// Publishes an article that bears `tags`, and answers its slug.
    pub async fn publishes_tagged(&self, title: &str, tags: &[&str]) -> String {
        let article = json!({ "article": {
            "title": title,
            "description": format!("What there is to say {title}"),
            "body": "It twists.",
            "tagList": tags,
        }});
        let article = self.post("/api/articles", &article).await.unless_refused();
        text(&article["article"]["slug"])
    }

    /// Changes an article of their own, and answers its slug.
    pub async fn edits(&self, slug: &str, change: &Value) -> String {
        let path = format!("/api/articles/{slug}");
        let article = self.put(&path, &json!({ "article": change })).await.unless_refused();
        text(&article["article"]["slug"])
    }

    /// Deletes an article of their own.
    pub async fn deletes(&self, slug: &str) {
        self.delete(&format!("/api/articles/{slug}")).await.unless_refused();
    }

    /// Comments on an article, and answers the id of the comment.
    ///
    /// # Panics
    /// Where the id is no integer.
    pub async fn comments_on(&self, slug: &str, body: &str) -> i64 {
        let path = format!("/api/articles/{slug}/comments");
        let comment = self.post(&path, &json!({ "comment": { "body": body } })).await;
        let comment = comment.unless_refused();
        comment["comment"]["id"].as_i64().expect("an integer")
    }

    /// Favorites an article.
    pub async fn favorites(&self, slug: &str) {
        self.ask(Method::POST, &format!("/api/articles/{slug}/favorite")).await.unless_refused();
    }

    /// Favorites an article no longer.
    pub async fn unfavorites(&self, slug: &str) {
        self.ask(Method::DELETE, &format!("/api/articles/{slug}/favorite")).await.unless_refused();
    }

    /// Follows an author.
    pub async fn follows(&self, name: &str) {
        self.ask(Method::POST, &format!("/api/profiles/{name}/follow")).await.unless_refused();
    }

    /// Follows an author no longer.
    pub async fn unfollows(&self, name: &str) {
        self.ask(Method::DELETE, &format!("/api/profiles/{name}/follow")).await.unless_refused();
    }
}

fn json_request(method: Method, path: &str) -> request::Builder {
    Request::builder().method(method).uri(path).header(CONTENT_TYPE, "application/json")
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}
