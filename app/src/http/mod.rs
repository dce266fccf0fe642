//! The HTTP face of the services. It knows neither what keeps the data nor what listens.

mod article_bodies;
mod articles;
mod auth;
mod comments;
mod docs;
mod edge;
mod error;
mod favorites;
mod fields;
mod health;
mod json;
mod path;
#[cfg(test)]
mod probe;
mod profiles;
mod query;
mod reply;
mod schema;
mod tags;
mod unread;
mod users;

use std::sync::Arc;

use axum::http::StatusCode;
use axum::{Router, middleware};
use domain::providers::{Providers, Storage};
use domain::services::Services;
use error::ApiError;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The whole service over `providers`.
pub fn build(providers: Providers) -> Router {
    let ids = Arc::new(edge::RequestIds::new((providers.new_id)()));
    let operations = conduit(Services::new(&providers)).merge(health(providers.storage));
    let (router, document) = operations.split_for_parts();
    router
        .merge(docs::router(&docs::complete(document)))
        .fallback(async || ApiError::not_found("route"))
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "not allowed")
        })
        .layer((edge::cors(), middleware::from_fn_with_state(ids, edge::watch)))
}

/// The operations of the contract.
fn conduit(services: Services) -> OpenApiRouter {
    OpenApiRouter::with_openapi(docs::Frame::openapi())
        .routes(routes!(users::register))
        .routes(routes!(users::login))
        .routes(routes!(users::current_user, users::update_user))
        .routes(routes!(profiles::get_profile))
        .routes(routes!(profiles::follow, profiles::unfollow))
        .routes(routes!(articles::list_articles, articles::publish_article))
        .routes(routes!(articles::feed))
        .routes(routes!(articles::get_article, articles::update_article, articles::delete_article))
        .routes(routes!(comments::list_comments, comments::add_comment))
        .routes(routes!(comments::delete_comment))
        .routes(routes!(favorites::favorite, favorites::unfavorite))
        .routes(routes!(tags::list_tags))
        .with_state(Arc::new(services))
}

/// What those who run it ask.
fn health(storage: Arc<dyn Storage>) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
        .with_state(storage)
}

#[cfg(test)]
#[path = "mod_tests.rs"]
mod tests;
