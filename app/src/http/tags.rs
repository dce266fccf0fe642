//! The tags in use.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::Tag;
use domain::services::Services;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ApiError;
use super::reply;

/// Every tag that an article bears.
#[derive(Serialize, ToSchema)]
pub struct TagsResponse<'a> {
    tags: Vec<&'a str>,
}

/// List the tags in use
#[utoipa::path(
    get,
    path = "/api/tags",
    tag = "Tags",
    responses((status = 200, description = "All tags", body = TagsResponse))
)]
pub async fn list_tags(State(services): State<Arc<Services>>) -> Result<Response, ApiError> {
    let tags = services.articles.tags().await?;
    let tags = tags.iter().map(Tag::as_str).collect();
    Ok(reply::json(StatusCode::OK, &TagsResponse { tags }))
}
