//! The real program tells a real receiver.

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::post;
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::place::{Kind, on_both};
use crate::process::{Process, soon};

/// `webhook::sqlite::a_follower_is_told`, and so on.
pub fn trials() -> Vec<Trial> {
    let on_each = [on_both(a_follower_is_told), on_both(of_two_servers_one_tells)];
    on_each.into_iter().flatten().collect()
}

/// Somebody who is told.
struct Receiver {
    url: String,
    received: UnboundedReceiver<(HeaderMap, String)>,
}

impl Receiver {
    async fn listening() -> Self {
        let (told, received) = unbounded_channel();
        let told = Arc::new(told);
        let hook = post(async move |headers: HeaderMap, body: String| {
            told.send((headers, body)).expect("the trial waits for it");
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        tokio::spawn(async { axum::serve(listener, Router::new().route("/hook", hook)).await });
        Self { url, received }
    }

    async fn hears_next(&mut self) -> (HeaderMap, Value) {
        let (headers, body) = soon(self.received.recv()).await.expect("it listens on");
        (headers, serde_json::from_str(&body).unwrap())
    }

    async fn is_told_by(&self, database_url: &str) -> Process {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let options = ["--webhook-url", &self.url, "--webhook-secret", secret];
        Process::serving_with(database_url, &options).await
    }
}

async fn a_follower_is_told(kind: Kind) {
    let place = kind.place().await;
    let mut receiver = Receiver::listening().await;
    let server = receiver.is_told_by(&place.url()).await;
    let rosalind = server.anonymous().registers("rosalind").await;
    let jocasta = server.anonymous().registers("jocasta").await;
    jocasta.follows("rosalind").await;

    rosalind.publishes("On Helices").await;

    let (headers, body) = receiver.hears_next().await;
    let expected = json!({
        "recipient": "jocasta",
        "by": "rosalind",
        "article": { "slug": "on-helices", "title": "On Helices" },
    });
    assert_eq!((&body["type"], &body["data"]), (&json!("article.published"), &expected));
    assert!(headers["webhook-signature"].to_str().unwrap().starts_with("v1,"));
    server.receives(Signal::TERM);
    assert_eq!(server.ended().await.code(), Some(0));
}

async fn of_two_servers_one_tells(kind: Kind) {
    let place = kind.place().await;
    let mut receiver = Receiver::listening().await;
    let (one, other) =
        (receiver.is_told_by(&place.url()).await, receiver.is_told_by(&place.url()).await);
    let rosalind = one.anonymous().registers("rosalind").await;
    let jocasta = other.anonymous().registers("jocasta").await;
    jocasta.follows("rosalind").await;

    for number in 0..10 {
        rosalind.publishes(&format!("Part {number}")).await;
    }

    let mut slugs = Vec::new();
    for _ in 0..10 {
        slugs.push(receiver.hears_next().await.1["data"]["article"]["slug"].clone());
    }
    slugs.sort_by_key(ToString::to_string);
    assert_eq!(slugs, (0..10).map(|number| json!(format!("part-{number}"))).collect::<Vec<_>>());
}
