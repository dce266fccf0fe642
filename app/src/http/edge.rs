//! What happens to every request, whatever it asks for: it gets an id, a time limit, a net for
//! panics and a line in the log, and is heard to its end.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;
use tower_http::cors::{self, CorsLayer};
use uuid::Uuid;

use super::error::{ApiError, Cause};
use super::unread::Unread;

/// A request that takes longer is given up.
const TIME_LIMIT: Duration = Duration::from_secs(30);

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Lets pages of any origin call the service. Nobody is known by a cookie here, so a page can do
/// no more than its user.
pub fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(cors::Any)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, REQUEST_ID])
        .expose_headers([REQUEST_ID])
        .max_age(Duration::from_hours(1))
        // The answer is the same for all origins.
        .vary([])
}

/// Gives ids to requests that bring none: unique in the world by what the process got at its
/// start, and cheap by counting from there.
pub struct RequestIds {
    prefix: String,
    count: AtomicU64,
}

impl RequestIds {
    /// Takes an id that no other process has.
    pub fn new(id: Uuid) -> Self {
        let prefix = id.simple().to_string().split_off(20);
        Self { prefix, count: AtomicU64::new(0) }
    }

    fn next(&self) -> HeaderValue {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{count:x}", self.prefix);
        // Hexadecimal digits and a hyphen.
        HeaderValue::try_from(id).expect("visible ASCII")
    }

    /// The client's own id, if it is fit for a log.
    fn given(request: &Request) -> Option<HeaderValue> {
        let id = request.headers().get(REQUEST_ID)?;
        let fit = (1..=128).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic);
        fit.then(|| id.clone())
    }
}

/// The outermost middleware but for CORS.
pub async fn watch(State(ids): State<Arc<RequestIds>>, request: Request, next: Next) -> Response {
    let id = RequestIds::given(&request).unwrap_or_else(|| ids.next());
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let began = Instant::now();

    let (request, unread) = Unread::of(request);
    let mut response = answer_within(TIME_LIMIT, next.run(request)).await;
    if let Some(unread) = unread {
        unread.read().await;
    }

    log(&method, &uri, &id, &response, began);
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// The answer, or why there is none.
async fn answer_within(limit: Duration, answer: impl Future<Output = Response>) -> Response {
    match timeout(limit, unpanicking(answer)).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => ApiError::internal(words(panic.as_ref())).into_response(),
        Err(elapsed) => ApiError::unavailable("took too long", elapsed).into_response(),
    }
}

type Panic = Box<dyn Any + Send>;

async fn unpanicking(answer: impl Future<Output = Response>) -> Result<Response, Panic> {
    let mut answer = pin!(answer);
    poll_fn(|context| {
        // After a panic the future is dropped, and what it held with it: nobody sees it broken.
        match catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        }
    })
    .await
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", text.unwrap_or("without words"))
}

/// The only place where an error of a request is logged.
fn log(method: &Method, uri: &Uri, id: &HeaderValue, response: &Response, began: Instant) {
    let status = response.status();
    // Visible ASCII, whether it was given or made.
    let id = id.to_str().unwrap_or_default();
    let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    if status.is_server_error() {
        let cause = response.extensions().get::<Cause>();
        tracing::error!(
            request = id, %method, %uri, status = status.as_u16(), micros,
            cause = cause.map(Cause::chain), "request failed"
        );
    } else {
        tracing::debug!(request = id, %method, %uri, status = status.as_u16(), micros, "request");
    }
}

#[cfg(test)]
#[path = "edge_tests.rs"]
mod tests;
