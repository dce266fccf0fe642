//! The one table of what goes wrong and how a client is told.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::providers::StorageError;
use domain::services::{AccountError, ArticleError, CommentError, ProfileError};
use serde::Serialize;
use utoipa::ToSchema;

use super::reply;

/// What is wrong, by the name of what it is wrong with.
pub type Problems = BTreeMap<&'static str, Vec<Cow<'static, str>>>;

/// A refusal, in the one shape which all of them have.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    problems: Problems,
    cause: Option<Cause>,
}

/// Why a request failed through no fault of the client. It rides on the response to the log, and
/// no further.
#[derive(Debug, Clone)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    /// The cause, and what caused it in turn.
    pub fn chain(&self) -> String {
        let mut chain = self.0.to_string();
        let mut source = self.0.source();
        while let Some(error) = source {
            chain.push_str(": ");
            chain.push_str(&error.to_string());
            source = error.source();
        }
        chain
    }
}

/// What is wrong, by the name of what it is wrong with.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ErrorBody<'a> {
    #[schema(value_type = BTreeMap<String, Vec<String>>)]
    errors: &'a Problems,
}

impl ApiError {
    /// A refusal for one reason.
    pub fn new(
        status: StatusCode,
        key: &'static str,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        let problems = Problems::from([(key, vec![message.into()])]);
        Self { status, problems, cause: None }
    }

    /// The request is understood, but not as it should be.
    pub fn unprocessable(problems: Problems) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, problems, cause: None }
    }

    /// `resource` is not there.
    pub fn not_found(resource: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, resource, "not found")
    }

    /// Only its author may do this to `resource`.
    fn forbidden(resource: &'static str) -> Self {
        Self::new(StatusCode::FORBIDDEN, resource, "forbidden")
    }

    /// Who asks is not who they should be.
    pub fn unauthorized(key: &'static str, message: &'static str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, key, message)
    }

    fn taken(key: &'static str) -> Self {
        Self::new(StatusCode::CONFLICT, key, "has already been taken")
    }

    /// A failure of our own making.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "server", "failed unexpectedly")
            .caused_by(cause)
    }

    /// It may go better later.
    pub fn unavailable(
        message: &'static str,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "server", message).caused_by(cause)
    }

    fn caused_by(self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { cause: Some(Cause(Arc::from(cause.into()))), ..self }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = reply::json(self.status, &ErrorBody { errors: &self.problems });
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(cause);
        }
        response
    }
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Inconsistent(_) => Self::internal(error),
            StorageError::Unavailable(_) => Self::unavailable("is unavailable", error),
            // The services tell what a conflict is about; what is left after all their attempts
            // is that others were always quicker.
            StorageError::Conflict(_) => Self::unavailable("is busy", error),
        }
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::UsernameTaken => Self::taken("username"),
            AccountError::EmailTaken => Self::taken("email"),
            AccountError::InvalidCredentials => Self::unauthorized("credentials", "invalid"),
            AccountError::InvalidToken => Self::unauthorized("token", "is invalid"),
            AccountError::Storage(error) => error.into(),
        }
    }
}

impl From<ProfileError> for ApiError {
    fn from(error: ProfileError) -> Self {
        match error {
            ProfileError::NotFound => Self::not_found("profile"),
            ProfileError::Storage(error) => error.into(),
        }
    }
}

impl From<ArticleError> for ApiError {
    fn from(error: ArticleError) -> Self {
        match error {
            ArticleError::NotFound => Self::not_found("article"),
            ArticleError::Forbidden => Self::forbidden("article"),
            ArticleError::Storage(error) => error.into(),
        }
    }
}

impl From<CommentError> for ApiError {
    fn from(error: CommentError) -> Self {
        match error {
            CommentError::ArticleNotFound => Self::not_found("article"),
            CommentError::NotFound => Self::not_found("comment"),
            CommentError::Forbidden => Self::forbidden("comment"),
            CommentError::Storage(error) => error.into(),
        }
    }
}

#[cfg(test)]
#[path = "error_tests.rs"]
mod tests;
