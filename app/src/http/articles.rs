//! Articles and their lists.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::services::Services;
use domain::{ArticleEdit, Body, Description, Draft, Title};
use serde::Deserialize;
use utoipa::ToSchema;

use super::article_bodies::{self, ArticleResponse, ArticlesResponse};
use super::auth::{SignedInUser, Viewer};
use super::error::{ApiError, ErrorBody};
use super::fields::{Field, Reader};
use super::json::{Json, RequestBody};
use super::path::ArticleSlug;
use super::query::{ListQuery, PageQuery};
use super::schema;

/// What it takes to publish an article.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct NewArticle {
    #[schema(required, schema_with = schema::title)]
    title: Field,
    #[schema(required, schema_with = schema::description)]
    description: Field,
    #[schema(required, schema_with = schema::body)]
    body: Field,
    #[schema(schema_with = schema::tag_list)]
    tag_list: Field,
}

type NewArticleBody = Json<NewArticle>;

impl RequestBody for NewArticle {
    const KEY: &'static str = "article";
    type Value = Draft;

    fn into_value(self) -> Result<Draft, ApiError> {
        let mut reader = Reader::default();
        let title = reader.required("title", self.title, Title::parse);
        let description = reader.required("description", self.description, Description::parse);
        let body = reader.required("body", self.body, Body::parse);
        let tags = reader.tags("tagList", self.tag_list).unwrap_or_default();
        let texts = title.zip(description).zip(body);
        reader.finish(texts.map(|((title, description), body)| Draft {
            title,
            description,
            body,
            tags,
        }))
    }
}

/// A change to an article. What is absent stays.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ArticleChange {
    #[schema(schema_with = schema::title)]
    title: Field,
    #[schema(schema_with = schema::description)]
    description: Field,
    #[schema(schema_with = schema::body)]
    body: Field,
    #[schema(schema_with = schema::tag_list)]
    tag_list: Field,
}

type ArticleChangeBody = Json<ArticleChange>;

impl RequestBody for ArticleChange {
    const KEY: &'static str = "article";
    type Value = ArticleEdit;

    fn into_value(self) -> Result<ArticleEdit, ApiError> {
        let mut reader = Reader::default();
        let edit = ArticleEdit {
            title: reader.optional("title", self.title, Title::parse),
            description: reader.optional("description", self.description, Description::parse),
            body: reader.optional("body", self.body, Body::parse),
            tags: reader.tags("tagList", self.tag_list),
        };
        reader.finish(Some(edit))
    }
}

/// List articles, newest first
#[utoipa::path(
    get,
    path = "/api/articles",
    tag = "Articles",
    params(ListQuery),
    security((), ("Token" = [])),
    responses((status = 200, description = "A page of the list", body = ArticlesResponse))
)]
pub async fn list_articles(
    State(services): State<Arc<Services>>,
    Viewer(viewer): Viewer,
    ListQuery { filter, page }: ListQuery,
) -> Result<Response, ApiError> {
    Ok(article_bodies::articles(&services.articles.list(&filter, page, viewer).await?))
}

/// List the articles of followed authors, newest first
#[utoipa::path(
    get,
    path = "/api/articles/feed",
    tag = "Articles",
    params(PageQuery),
    security(("Token" = [])),
    responses((status = 200, description = "A page of the list", body = ArticlesResponse))
)]
pub async fn feed(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    PageQuery(page): PageQuery,
) -> Result<Response, ApiError> {
    Ok(article_bodies::articles(&services.feed.of(user.id, page).await?))
}

/// Publish an article
#[utoipa::path(
    post,
    path = "/api/articles",
    tag = "Articles",
    security(("Token" = [])),
    request_body = NewArticleBody,
    responses((status = 201, description = "The article is published", body = ArticleResponse))
)]
pub async fn publish_article(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    Json(draft): NewArticleBody,
) -> Result<Response, ApiError> {
    let article = services.articles.publish(user.id, draft).await?;
    Ok(article_bodies::article(StatusCode::CREATED, &article))
}

/// Read an article
#[utoipa::path(
    get,
    path = "/api/articles/{slug}",
    tag = "Articles",
    params(ArticleSlug),
    security((), ("Token" = [])),
    responses(
        (status = 200, description = "The article", body = ArticleResponse),
        (status = 404, description = "No article has this slug", body = ErrorBody),
    )
)]
pub async fn get_article(
    State(services): State<Arc<Services>>,
    Viewer(viewer): Viewer,
    ArticleSlug(slug): ArticleSlug,
) -> Result<Response, ApiError> {
    Ok(article_bodies::article(StatusCode::OK, &services.articles.view(&slug, viewer).await?))
}

/// Change an article of one's own
#[utoipa::path(
    put,
    path = "/api/articles/{slug}",
    tag = "Articles",
    params(ArticleSlug),
    security(("Token" = [])),
    request_body = ArticleChangeBody,
    responses(
        (status = 200, description = "The article as it is now", body = ArticleResponse),
        (status = 403, description = "The article is another's", body = ErrorBody),
        (status = 404, description = "No article has this slug", body = ErrorBody),
    )
)]
pub async fn update_article(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    ArticleSlug(slug): ArticleSlug,
    change: Result<ArticleChangeBody, ApiError>,
) -> Result<Response, ApiError> {
    let edit = match change {
        Ok(Json(edit)) => edit,
        Err(bad_body) => {
            services.articles.check_editable(user.id, &slug).await?;
            return Err(bad_body);
        }
    };
    Ok(article_bodies::article(
        StatusCode::OK,
        &services.articles.edit(user.id, &slug, edit).await?,
    ))
}

/// Delete an article of one's own
#[utoipa::path(
    delete,
    path = "/api/articles/{slug}",
    tag = "Articles",
    params(ArticleSlug),
    security(("Token" = [])),
    responses(
        (status = 204, description = "The article is gone"),
        (status = 403, description = "The article is another's", body = ErrorBody),
        (status = 404, description = "No article has this slug", body = ErrorBody),
    )
)]
pub async fn delete_article(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    ArticleSlug(slug): ArticleSlug,
) -> Result<StatusCode, ApiError> {
    services.articles.delete(user.id, &slug).await?;
    Ok(StatusCode::NO_CONTENT)
}
