//! What the service answers.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::BoxError;

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    /// 200, 404 and so on.
    pub status: u16,
    /// Names are lower case.
    pub headers: HeaderMap,
    /// The body; `null` where there is none.
    pub json: Value,
}

impl Answer {
    /// Reads `response` to its end. A body that is not JSON fails the test: the service has no
    /// other.
    pub(super) async fn of(response: Response) -> Result<Self, BoxError> {
        let (head, body) = response.into_parts();
        let bytes = body.collect().await?.to_bytes();
        let json = if bytes.is_empty() {
            Value::Null
        } else {
            let content_type = head.headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
            assert_eq!(content_type, Some(&b"application/json"[..]), "{bytes:?}");
            serde_json::from_slice(&bytes)?
        };
        Ok(Self { status: head.status.as_u16(), headers: head.headers, json })
    }

    /// The body, of an answer that says all went well.
    ///
    /// # Panics
    /// Where it says something else.
    #[track_caller]
    pub fn unless_refused(self) -> Value {
        assert!((200..300).contains(&self.status), "refused with {}: {}", self.status, self.json);
        self.json
    }

    /// The status and what is wrong, of a refusal.
    pub fn refusal(&self) -> (u16, &Value) {
        (self.status, &self.json["errors"])
    }

    /// The header of this name, if it is there and is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}
