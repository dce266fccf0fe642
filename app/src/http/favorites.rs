//! Keeping articles one likes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::services::Services;

use super::article_bodies::{self, ArticleResponse};
use super::auth::SignedInUser;
use super::error::{ApiError, ErrorBody};
use super::path::ArticleSlug;

/// Favorite an article
#[utoipa::path(
    post,
    path = "/api/articles/{slug}/favorite",
    tag = "Favorites",
    params(ArticleSlug),
    security(("Token" = [])),
    responses(
        (status = 200, description = "The article, now a favorite", body = ArticleResponse),
        (status = 404, description = "No article has this slug", body = ErrorBody),
    )
)]
pub async fn favorite(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    ArticleSlug(slug): ArticleSlug,
) -> Result<Response, ApiError> {
    Ok(article_bodies::article(StatusCode::OK, &services.favorites.add(user.id, &slug).await?))
}

/// Stop favoriting an article
#[utoipa::path(
    delete,
    path = "/api/articles/{slug}/favorite",
    tag = "Favorites",
    params(ArticleSlug),
    security(("Token" = [])),
    responses(
        (status = 200, description = "The article, no longer a favorite", body = ArticleResponse),
        (status = 404, description = "No article has this slug", body = ErrorBody),
    )
)]
pub async fn unfavorite(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    ArticleSlug(slug): ArticleSlug,
) -> Result<Response, ApiError> {
    Ok(article_bodies::article(StatusCode::OK, &services.favorites.remove(user.id, &slug).await?))
}
