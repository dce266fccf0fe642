//! What a supervisor asks.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::providers::Storage;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::{ApiError, ErrorBody};
use super::reply;

/// All is well.
#[derive(Serialize, ToSchema)]
pub struct Health {
    #[schema(example = "ok")]
    status: &'static str,
}

fn ok() -> Response {
    reply::json(StatusCode::OK, &Health { status: "ok" })
}

/// Whether the process answers
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "Operation",
    responses((status = 200, description = "It does", body = Health))
)]
pub async fn alive() -> Response {
    ok()
}

/// Whether the service can do its work
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "Operation",
    responses(
        (status = 200, description = "It can", body = Health),
        (status = 503, description = "Its storage does not answer", body = ErrorBody),
    )
)]
pub async fn ready(State(storage): State<Arc<dyn Storage>>) -> Result<Response, ApiError> {
    storage.ping().await?;
    Ok(ok())
}
