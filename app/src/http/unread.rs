//! Reads what a refused request still has to say. A client that is busy sending does not listen:
//! were the connection closed on it, it would see a broken pipe and never the reason.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header::EXPECT;
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};
use tokio::time::timeout;

/// A client that has more to say than this is cut off.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// A client that takes longer is cut off.
const MOST_TIME: Duration = Duration::from_secs(5);

/// What a handler leaves of a body.
pub struct Unread(Arc<Mutex<Option<Body>>>);

impl Unread {
    /// Watches over the body of `request`, where there is one that comes unasked.
    pub fn of(request: Request) -> (Request, Option<Self>) {
        if request.body().is_end_stream() || request.headers().contains_key(EXPECT) {
            return (request, None);
        }
        let left = Arc::new(Mutex::new(None));
        let request = request.map(|body| Body::new(Lent { body, left: left.clone() }));
        (request, Some(Self(left)))
    }

    /// Reads to the end, within reason.
    pub async fn read(self) {
        let left = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(body) = left {
            // Whoever is still sending by then is not told the answer.
            let _ = timeout(MOST_TIME, read(body)).await;
        }
    }
}

async fn read(mut body: Body) {
    let mut bytes = 0;
    while let Some(Ok(frame)) = body.frame().await {
        bytes += frame.data_ref().map_or(0, Bytes::len);
        if bytes > MOST_BYTES {
            return;
        }
    }
}

/// A body that is given back when it is dropped.
struct Lent {
    body: Body,
    left: Arc<Mutex<Option<Body>>>,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let body = std::mem::take(&mut self.body);
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
    }
}

#[cfg(test)]
#[path = "unread_tests.rs"]
mod tests;
