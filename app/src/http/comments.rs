//! Comments.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::services::{CommentError, Services};
use domain::{CommentBody, CommentView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::{SignedInUser, Viewer};
use super::error::{ApiError, ErrorBody};
use super::fields::{Field, Reader};
use super::json::{Json, RequestBody};
use super::path::{ArticleSlug, CommentInPath};
use super::profiles::ProfileBody;
use super::reply;
use super::schema;
use crate::timestamp::Rfc3339;

/// What it takes to comment.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewComment {
    #[schema(required, schema_with = schema::body)]
    body: Field,
}

type NewCommentBody = Json<NewComment>;

impl RequestBody for NewComment {
    const KEY: &'static str = "comment";
    type Value = CommentBody;

    fn into_value(self) -> Result<CommentBody, ApiError> {
        let mut reader = Reader::default();
        let body = reader.required("body", self.body, CommentBody::parse);
        reader.finish(body)
    }
}

/// A comment.
#[derive(Serialize, ToSchema)]
pub struct CommentResponse<'a> {
    comment: CommentFields<'a>,
}

/// All comments under an article.
#[derive(Serialize, ToSchema)]
pub struct CommentsResponse<'a> {
    comments: Vec<CommentFields<'a>>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Comment)]
#[serde(rename_all = "camelCase")]
struct CommentFields<'a> {
    id: i64,
    #[schema(schema_with = schema::moment)]
    created_at: Rfc3339,
    #[schema(schema_with = schema::moment)]
    updated_at: Rfc3339,
    body: &'a str,
    author: ProfileBody<'a>,
}

impl<'a> From<&'a CommentView> for CommentFields<'a> {
    fn from(view: &'a CommentView) -> Self {
        Self {
            id: view.id.0,
            created_at: Rfc3339(view.created_at),
            // A comment does not change.
            updated_at: Rfc3339(view.created_at),
            body: view.body.as_str(),
            author: (&view.author).into(),
        }
    }
}

/// List the comments under an article, newest first
#[utoipa::path(
    get,
    path = "/api/articles/{slug}/comments",
    tag = "Comments",
    params(ArticleSlug),
    security((), ("Token" = [])),
    responses(
        (status = 200, description = "All comments", body = CommentsResponse),
        (status = 404, description = "No article has this slug", body = ErrorBody),
    )
)]
pub async fn list_comments(
    State(services): State<Arc<Services>>,
    Viewer(viewer): Viewer,
    ArticleSlug(slug): ArticleSlug,
) -> Result<Response, ApiError> {
    let comments = services.comments.under(&slug, viewer).await?;
    let comments = comments.iter().map(CommentFields::from).collect();
    Ok(reply::json(StatusCode::OK, &CommentsResponse { comments }))
}

/// Comment on an article
#[utoipa::path(
    post,
    path = "/api/articles/{slug}/comments",
    tag = "Comments",
    params(ArticleSlug),
    security(("Token" = [])),
    request_body = NewCommentBody,
    responses(
        (status = 201, description = "The comment stands", body = CommentResponse),
        (status = 404, description = "No article has this slug", body = ErrorBody),
    )
)]
pub async fn add_comment(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    ArticleSlug(slug): ArticleSlug,
    body: Result<NewCommentBody, ApiError>,
) -> Result<Response, ApiError> {
    let body = match body {
        Ok(Json(body)) => body,
        Err(bad_body) => {
            services.comments.check_article(&slug).await?;
            return Err(bad_body);
        }
    };
    let comment = services.comments.add(user.id, &slug, body).await?;
    let comment = CommentFields::from(&comment);
    Ok(reply::json(StatusCode::CREATED, &CommentResponse { comment }))
}

/// Delete a comment of one's own
#[utoipa::path(
    delete,
    path = "/api/articles/{slug}/comments/{id}",
    tag = "Comments",
    params(ArticleSlug, CommentInPath),
    security(("Token" = [])),
    responses(
        (status = 204, description = "The comment is gone"),
        (status = 403, description = "The comment is another's", body = ErrorBody),
        (status = 404, description = "No article has this slug, or no comment of it this id",
            body = ErrorBody),
    )
)]
pub async fn delete_comment(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    ArticleSlug(slug): ArticleSlug,
    CommentInPath(id): CommentInPath,
) -> Result<StatusCode, ApiError> {
    let Some(id) = id else {
        services.comments.check_article(&slug).await?;
        return Err(CommentError::NotFound.into());
    };
    services.comments.delete(user.id, &slug, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
