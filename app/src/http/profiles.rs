//! Profiles, and following them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::services::Services;
use domain::{Bio, ImageUrl, Profile};
use serde::Serialize;
use utoipa::ToSchema;

use super::auth::{SignedInUser, Viewer};
use super::error::{ApiError, ErrorBody};
use super::path::ProfileName;
use super::reply;

/// A user as others see them.
#[derive(Serialize, ToSchema)]
pub struct ProfileResponse<'a> {
    profile: ProfileBody<'a>,
}

/// A user as others see them.
#[derive(Serialize, ToSchema)]
#[schema(as = Profile)]
pub struct ProfileBody<'a> {
    username: &'a str,
    #[schema(required)]
    bio: Option<&'a str>,
    #[schema(required)]
    image: Option<&'a str>,
    following: bool,
}

impl<'a> From<&'a Profile> for ProfileBody<'a> {
    fn from(profile: &'a Profile) -> Self {
        Self {
            username: profile.username.as_str(),
            bio: profile.bio.as_ref().map(Bio::as_str),
            image: profile.image.as_ref().map(ImageUrl::as_str),
            following: profile.following,
        }
    }
}

fn answer(profile: &Profile) -> Response {
    reply::json(StatusCode::OK, &ProfileResponse { profile: profile.into() })
}

/// See a profile
#[utoipa::path(
    get,
    path = "/api/profiles/{username}",
    tag = "Profiles",
    params(ProfileName),
    security((), ("Token" = [])),
    responses(
        (status = 200, description = "The profile", body = ProfileResponse),
        (status = 404, description = "Nobody has this name", body = ErrorBody),
    )
)]
pub async fn get_profile(
    State(services): State<Arc<Services>>,
    Viewer(viewer): Viewer,
    ProfileName(name): ProfileName,
) -> Result<Response, ApiError> {
    Ok(answer(&services.profiles.view(&name, viewer).await?))
}

/// Follow a user
#[utoipa::path(
    post,
    path = "/api/profiles/{username}/follow",
    tag = "Profiles",
    params(ProfileName),
    security(("Token" = [])),
    responses(
        (status = 200, description = "The profile, now followed", body = ProfileResponse),
        (status = 404, description = "Nobody has this name", body = ErrorBody),
    )
)]
pub async fn follow(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    ProfileName(name): ProfileName,
) -> Result<Response, ApiError> {
    Ok(answer(&services.profiles.follow(user.id, &name).await?))
}

/// Stop following a user
#[utoipa::path(
    delete,
    path = "/api/profiles/{username}/follow",
    tag = "Profiles",
    params(ProfileName),
    security(("Token" = [])),
    responses(
        (status = 200, description = "The profile, no longer followed", body = ProfileResponse),
        (status = 404, description = "Nobody has this name", body = ErrorBody),
    )
)]
pub async fn unfollow(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    ProfileName(name): ProfileName,
) -> Result<Response, ApiError> {
    Ok(answer(&services.profiles.unfollow(user.id, &name).await?))
}
