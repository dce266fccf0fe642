use std::collections::HashSet;
use std::future::{pending, ready};
use std::io::Write;
use std::sync::Mutex;

use axum::Router;
use axum::body::Body;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use pretty_assertions::assert_eq;
use serde_json::json;

use super::*;
use crate::http::probe::{Answer, ask, service};

fn request(id: Option<&str>) -> Request {
    let mut request = Request::builder().uri("/api/tags");
    if let Some(id) = id {
        request = request.header(REQUEST_ID, id);
    }
    request.body(Body::empty()).unwrap()
}

fn id_of(answer: &Answer) -> String {
    answer.headers[REQUEST_ID].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn every_request_gets_an_id_of_its_own() {
    let service = service();
    let mut ids = HashSet::new();

    for _ in 0..100 {
        ids.insert(id_of(&ask(&service, request(None)).await));
    }

    assert_eq!(ids.len(), 100);
}

#[tokio::test]
async fn a_client_may_bring_an_id() {
    let answer = ask(&service(), request(Some("trace-51"))).await;

    assert_eq!(id_of(&answer), "trace-51");
}

#[tokio::test]
async fn an_id_unfit_for_a_log_is_replaced() {
    let long = "x".repeat(129);

    for unfit in ["", "two words", &long] {
        let answer = ask(&service(), request(Some(unfit))).await;
        assert!(id_of(&answer) != unfit && !id_of(&answer).is_empty(), "{unfit}");
    }
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_given_up() {
    let answer = answer_within(Duration::from_millis(1), pending()).await;

    let told = Answer::of(answer).await.told();
    assert_eq!(told, (503, json!({"errors": {"server": ["took too long"]}})));
}

#[tokio::test]
async fn a_panic_is_our_own_failure_and_no_end() {
    let ids = Arc::new(RequestIds::new(Uuid::from_u128(51)));
    let service = Router::new()
        .route("/api/tags", get(async || -> StatusCode { panic!("the lab is on fire") }))
        .layer(from_fn_with_state(ids, watch));

    let answer = ask(&service, request(None)).await;

    assert_eq!(answer.told(), (500, json!({"errors": {"server": ["failed unexpectedly"]}})));
    assert_eq!(id_of(&answer), "000000000033-0");
}

#[tokio::test]
async fn the_words_of_a_panic_are_kept_for_the_log() {
    let answer = answer_within(TIME_LIMIT, async { panic!("lab {} is on fire", 7) }).await;

    let cause = answer.extensions().get::<Cause>().map(Cause::chain);
    assert_eq!(cause.as_deref(), Some("panicked: lab 7 is on fire"));
}

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_failure_is_logged_once_with_its_cause_and_the_id_of_its_request() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().json().with_writer(move || writer.clone());
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let service = Router::new()
        .route("/api/tags", get(async || ApiError::unavailable("is down", "disk 7 is full")))
        .layer(from_fn_with_state(Arc::new(RequestIds::new(Uuid::nil())), watch));

    ask(&service, request(Some("trace-51"))).await;

    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert_eq!(log.lines().count(), 1, "{log}");
    for part in ["ERROR", r#""request":"trace-51""#, "GET", "/api/tags", "503", "disk 7 is full"] {
        assert!(log.contains(part), "{part} is not in {log}");
    }
}

#[tokio::test]
async fn an_answer_in_time_is_passed_on() {
    let answer = answer_within(TIME_LIMIT, ready(StatusCode::IM_A_TEAPOT.into_response())).await;

    assert_eq!(answer.status(), StatusCode::IM_A_TEAPOT);
}

#[tokio::test]
async fn a_page_of_any_origin_may_ask_first() {
    let preflight = Request::builder()
        .method(Method::OPTIONS)
        .uri("/api/articles/on-helices")
        .header("origin", "https://pages.example")
        .header("access-control-request-method", "PUT")
        .header("access-control-request-headers", "authorization,content-type")
        .body(Body::empty())
        .unwrap();

    let answer = ask(&service(), preflight).await;

    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["access-control-allow-origin"], "*");
    assert_eq!(answer.headers["access-control-allow-methods"], "GET,HEAD,POST,PUT,DELETE");
    let allowed = &answer.headers["access-control-allow-headers"];
    assert_eq!(allowed, "authorization,content-type,x-request-id");
}

#[tokio::test]
async fn a_page_of_any_origin_may_read_the_answer_and_its_id() {
    let answer = ask(&service(), request(None)).await;

    assert_eq!(answer.headers["access-control-allow-origin"], "*");
    assert_eq!(answer.headers["access-control-expose-headers"], "x-request-id");
}
