//! Who asks: `Authorization: Token <jwt>`, or `Bearer`.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use domain::services::Services;
use domain::{User, UserId};

use super::error::ApiError;

/// The user whose token came with the request. Without one the request is refused.
pub struct SignedInUser(pub User);

/// The user whose token came with the request, or nobody. A bad token is refused all the same: its
/// owner would otherwise wonder where their favorites went.
pub struct Viewer(pub Option<UserId>);

impl FromRequestParts<Arc<Services>> for SignedInUser {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        services: &Arc<Services>,
    ) -> Result<Self, ApiError> {
        match user(&parts.headers, services).await? {
            Some(user) => Ok(Self(user)),
            None => Err(ApiError::unauthorized("token", "is missing")),
        }
    }
}

impl FromRequestParts<Arc<Services>> for Viewer {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        services: &Arc<Services>,
    ) -> Result<Self, ApiError> {
        let user = user(&parts.headers, services).await?;
        Ok(Self(user.map(|user| user.id)))
    }
}

async fn user(headers: &HeaderMap, services: &Services) -> Result<Option<User>, ApiError> {
    if !headers.contains_key(AUTHORIZATION) {
        return Ok(None);
    }
    let token = token(headers).ok_or_else(|| ApiError::unauthorized("token", "is invalid"))?;
    Ok(Some(services.accounts.authenticate(token).await?))
}

/// The token, where the header is there once and has the form it should.
fn token(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return None;
    };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    let known = scheme.eq_ignore_ascii_case("token") || scheme.eq_ignore_ascii_case("bearer");
    known.then(|| token.trim())
}

#[cfg(test)]
#[path = "auth_tests.rs"]
mod tests;
