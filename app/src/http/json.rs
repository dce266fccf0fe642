//! JSON in. All refusals of a body are made here, in the one error shape.

use std::borrow::Cow;
use std::error::Error;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;
use utoipa::openapi::schema::{ObjectBuilder, Schema};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::error::ApiError;

/// The most bytes of a request body. A text of 1 MiB fits, even where every byte of it is escaped
/// as six.
pub const BODY_LIMIT: usize = 8 * 1024 * 1024;

/// How long a client may take to send it.
const BODY_TIME: Duration = Duration::from_secs(20);

/// An object which the contract puts under a key of its own: `{"user": {..}}`.
pub trait RequestBody: DeserializeOwned {
    /// The key.
    const KEY: &'static str;
    /// What the domain makes of the object.
    type Value;

    /// Says everything that is wrong with the object, if anything is.
    fn into_value(self) -> Result<Self::Value, ApiError>;
}

/// The domain's value behind a JSON body.
pub struct Json<B: RequestBody>(pub B::Value);

impl<S: Send + Sync, B: RequestBody> FromRequest<S> for Json<B> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        check_headers(request.headers())?;
        let bytes = read(request.into_body(), BODY_TIME).await?;
        parse::<B>(&bytes).map(Self)
    }
}

async fn read(body: Body, time: Duration) -> Result<Bytes, ApiError> {
    let bytes = timeout(time, to_bytes(body, BODY_LIMIT)).await.map_err(|_| too_slow())?;
    bytes.map_err(|error| unreadable(&error))
}

fn check_headers(headers: &HeaderMap) -> Result<(), ApiError> {
    if !headers.get(CONTENT_TYPE).is_some_and(is_json) {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "body",
            "must be application/json",
        ));
    }
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > BODY_LIMIT as u64) {
        return Err(too_large());
    }
    Ok(())
}

fn is_json(content_type: &HeaderValue) -> bool {
    let essence = content_type.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
    let essence = essence.trim_ascii().to_ascii_lowercase();
    essence == b"application/json"
        || essence.starts_with(b"application/") && essence.ends_with(b"+json")
}

fn unreadable(error: &axum::Error) -> ApiError {
    if error.source().is_some_and(<dyn Error>::is::<LengthLimitError>) {
        return too_large();
    }
    ApiError::new(StatusCode::BAD_REQUEST, "body", "breaks off")
}

fn parse<B: RequestBody>(bytes: &[u8]) -> Result<B::Value, ApiError> {
    let wrong = |message| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, B::KEY, message);
    let body = serde_json::from_slice(bytes).map_err(|error| malformed(&error))?;
    let Value::Object(mut body) = body else {
        return Err(wrong("is missing"));
    };
    match body.remove(B::KEY) {
        None => Err(wrong("is missing")),
        Some(fields @ Value::Object(_)) => {
            serde_json::from_value::<B>(fields).map_err(|error| malformed(&error))?.into_value()
        }
        Some(_) => Err(wrong("must be an object")),
    }
}

fn malformed(why: &serde_json::Error) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "body", format!("is not JSON: {why}"))
}

fn too_slow() -> ApiError {
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "body", "took too long to arrive")
}

fn too_large() -> ApiError {
    let message = format!("is too large (maximum is {BODY_LIMIT} bytes)");
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "body", message)
}

impl<B: RequestBody + ToSchema> PartialSchema for Json<B> {
    fn schema() -> RefOr<Schema> {
        let fields = RefOr::Ref(Ref::from_schema_name(B::name()));
        ObjectBuilder::new().property(B::KEY, fields).required(B::KEY).into()
    }
}

impl<B: RequestBody + ToSchema> ToSchema for Json<B> {
    fn name() -> Cow<'static, str> {
        format!("{}Body", B::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((B::name().into_owned(), B::schema()));
        B::schemas(schemas);
    }
}

#[cfg(test)]
#[path = "json_tests.rs"]
mod tests;
