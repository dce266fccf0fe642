//! What a path names. A name that nothing can have is a thing that is not there.

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use domain::{CommentId, Slug, Username};
use percent_encoding::percent_decode_str;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::ObjectBuilder;
use utoipa::openapi::{KnownFormat, SchemaFormat, Type};

use super::error::ApiError;
use super::schema::{self, path_parameter};

/// The article that a path names.
pub struct ArticleSlug(pub Slug);

/// The user whom a path names.
pub struct ProfileName(pub Username);

/// The comment that a path names. What cannot be an id is kept as `None`, because the article
/// comes first.
pub struct CommentInPath(pub Option<CommentId>);

impl<S: Sync> FromRequestParts<S> for ArticleSlug {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let slug = parameter(parts, "{slug}").and_then(|text| Slug::parse(text).ok());
        slug.map(Self).ok_or_else(|| ApiError::not_found("article"))
    }
}

impl<S: Sync> FromRequestParts<S> for ProfileName {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let name = parameter(parts, "{username}").and_then(|text| Username::parse(text).ok());
        name.map(Self).ok_or_else(|| ApiError::not_found("profile"))
    }
}

impl<S: Sync> FromRequestParts<S> for CommentInPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let text = parameter(parts, "{id}").unwrap_or_default();
        // One comment has one address: `+1` and `01` are no ids.
        let id = text.parse().ok().filter(|id: &i64| id.to_string() == text);
        Ok(Self(id.map(CommentId)))
    }
}

/// The segment of the path that stands where the route says `name`, if it is text. axum's own
/// extractors refuse the whole path for one bad segment, and do not say which.
fn parameter(parts: &Parts, name: &str) -> Option<String> {
    let route = parts.extensions.get::<MatchedPath>()?.as_str().rsplit('/');
    let (_, segment) = route.zip(parts.uri.path().rsplit('/')).find(|(part, _)| *part == name)?;
    let text = percent_decode_str(segment).decode_utf8().ok()?;
    Some(text.into_owned())
}

impl IntoParams for ArticleSlug {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![path_parameter("slug", "The article's name in a URL.", schema::slug())]
    }
}

impl IntoParams for ProfileName {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![path_parameter("username", "The user's name.", schema::username())]
    }
}

impl IntoParams for CommentInPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let id = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(1));
        vec![path_parameter("id", "The comment's id.", id)]
    }
}
