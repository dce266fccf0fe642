//! JSON out: how every body leaves, of answers and refusals alike.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;

/// An answer with a JSON body.
pub fn json(status: StatusCode, body: &impl Serialize) -> Response {
    json_of_size(status, 1024, body)
}

/// An answer with a JSON body of about `size` bytes.
pub fn json_of_size(status: StatusCode, size: usize, body: &impl Serialize) -> Response {
    let mut bytes = Vec::with_capacity(size);
    // Made of strings, numbers and lists, under names: nothing that JSON cannot say.
    serde_json::to_writer(&mut bytes, body).expect("a body is JSON");
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
