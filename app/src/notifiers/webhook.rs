//! The notifier that posts to a URL, in the form of Standard Webhooks 1.0
//! (<https://www.standardwebhooks.com>): three headers, one of which signs the other two and the
//! body.

use std::error::Error;
use std::time::Duration;

use anyhow::{Context, ensure};
use async_trait::async_trait;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode, Uri};
use base64::prelude::{BASE64_STANDARD, Engine};
use domain::providers::{Notifier, NotifyError, Now};
use domain::{Delivery, Event};
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::crypto::ring;
use serde::Serialize;
use sha2::Sha256;

use crate::timestamp::Rfc3339;

/// How long the receiver may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a secret begins; the rest is base64.
const PREFIX: &str = "whsec_";

/// How many bytes a secret may have.
const SECRET: std::ops::RangeInclusive<usize> = 24..=64;

/// Posts each notification as JSON.
pub struct WebhookNotifier {
    url: Uri,
    key: Hmac<Sha256>,
    now: Now,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    patience: Duration,
}

#[derive(Serialize)]
struct Body<'a> {
    r#type: &'static str,
    timestamp: Rfc3339,
    data: Data<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    recipient: &'a str,
    by: &'a str,
    article: Article<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment_id: Option<i64>,
}

#[derive(Serialize)]
struct Article<'a> {
    slug: &'a str,
    title: &'a str,
}

impl WebhookNotifier {
    /// Posts to `url`, signed with `secret`: `whsec_` and 24 to 64 bytes in base64.
    pub fn new(url: &str, secret: &str, now: Now) -> anyhow::Result<Self> {
        let url: Uri = url.parse().ok().filter(is_absolute).with_context(
            || "--webhook-url (CONDUIT_WEBHOOK_URL) must be an http:// or https:// URL",
        )?;
        let encoded = secret.strip_prefix(PREFIX).unwrap_or_default();
        let secret = BASE64_STANDARD.decode(encoded).unwrap_or_default();
        ensure!(
            SECRET.contains(&secret.len()),
            "--webhook-secret (CONDUIT_WEBHOOK_SECRET) must be {PREFIX} and {} to {} bytes in base64",
            SECRET.start(),
            SECRET.end()
        );
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(ring::default_provider())?
            .https_or_http()
            .enable_http1()
            .build();
        let key = Hmac::new_from_slice(&secret).expect("a key may have any length");
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Self { url, key, now, client, patience: PATIENCE })
    }

    fn request(&self, delivery: &Delivery) -> Request<Full<Bytes>> {
        let body = body(delivery);
        let id = delivery.id.0;
        let sent = (self.now)().as_micros().div_euclid(1_000_000);
        let signed = self.key.clone().chain_update(format!("{id}.{sent}.")).chain_update(&body);
        let signature = BASE64_STANDARD.encode(signed.finalize().into_bytes());
        Request::post(self.url.clone())
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", id.to_string())
            .header("webhook-timestamp", sent)
            .header("webhook-signature", format!("v1,{signature}"))
            .body(Full::new(body.into()))
            .expect("these headers are ASCII")
    }
}

#[async_trait]
impl Notifier for WebhookNotifier {
    async fn notify(&self, delivery: &Delivery) -> Result<(), NotifyError> {
        let answered = self.client.request(self.request(delivery));
        match tokio::time::timeout(self.patience, answered).await {
            Ok(Ok(answer)) => judge(answer.status()),
            Ok(Err(error)) => Err(NotifyError::Unavailable(causes(&error))),
            Err(_) => Err(NotifyError::Unavailable(format!("no answer in {:?}", self.patience))),
        }
    }
}

fn is_absolute(url: &Uri) -> bool {
    matches!(url.scheme_str(), Some("http" | "https")) && url.host().is_some()
}

fn body(delivery: &Delivery) -> Vec<u8> {
    let news = &delivery.news;
    let (r#type, comment_id) = match news.event {
        Event::Published => ("article.published", None),
        Event::Commented(comment) => ("article.commented", Some(comment.0)),
    };
    let body = Body {
        r#type,
        timestamp: Rfc3339(delivery.created_at),
        data: Data {
            recipient: delivery.recipient.as_str(),
            by: news.by.as_str(),
            article: Article { slug: news.slug.as_str(), title: news.title.as_str() },
            comment_id,
        },
    };
    serde_json::to_vec(&body).expect("plain data are JSON")
}

/// Who finds fault with what was posted will find the same fault tomorrow, and who is gone stays
/// gone. Everything else may be mended.
fn judge(status: StatusCode) -> Result<(), NotifyError> {
    let told = format!("the receiver answered {status}");
    match status {
        status if status.is_success() => Ok(()),
        StatusCode::BAD_REQUEST
        | StatusCode::GONE
        | StatusCode::PAYLOAD_TOO_LARGE
        | StatusCode::UNSUPPORTED_MEDIA_TYPE
        | StatusCode::UNPROCESSABLE_ENTITY => Err(NotifyError::Refused(told)),
        _ => Err(NotifyError::Unavailable(told)),
    }
}

/// An error and what lies behind it, in one line.
fn causes(error: &dyn Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", causes(cause)),
        None => error.to_string(),
    }
}

#[cfg(test)]
#[path = "webhook_tests.rs"]
mod tests;
