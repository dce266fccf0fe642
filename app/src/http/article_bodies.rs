//! Articles as they are told, alone and in lists. They borrow all they say.

use axum::http::StatusCode;
use axum::response::Response;
use domain::{ArticlePage, ArticleSummary, ArticleView, Tag, TagList};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::profiles::ProfileBody;
use super::reply;
use super::schema;
use crate::timestamp::Rfc3339;

/// An article.
#[derive(Serialize, ToSchema)]
pub struct ArticleResponse<'a> {
    article: ArticleBody<'a>,
}

/// A page of a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticlesResponse<'a> {
    articles: Vec<SummaryBody<'a>>,
    /// How many match in all, on this page and the others.
    articles_count: u64,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Article)]
struct ArticleBody<'a> {
    #[serde(flatten)]
    summary: SummaryBody<'a>,
    body: &'a str,
}

#[derive(Serialize, ToSchema)]
#[schema(as = ArticleSummary)]
#[serde(rename_all = "camelCase")]
struct SummaryBody<'a> {
    slug: &'a str,
    title: &'a str,
    description: &'a str,
    #[serde(serialize_with = "in_order")]
    #[schema(value_type = Vec<String>)]
    tag_list: &'a TagList,
    #[schema(schema_with = schema::moment)]
    created_at: Rfc3339,
    #[schema(schema_with = schema::moment)]
    updated_at: Rfc3339,
    favorited: bool,
    favorites_count: u64,
    author: ProfileBody<'a>,
}

fn in_order<S: Serializer>(tags: &TagList, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tags.as_slice().iter().map(Tag::as_str))
}

impl<'a> From<&'a ArticleSummary> for SummaryBody<'a> {
    fn from(summary: &'a ArticleSummary) -> Self {
        Self {
            slug: summary.slug.as_str(),
            title: summary.title.as_str(),
            description: summary.description.as_str(),
            tag_list: &summary.tags,
            created_at: Rfc3339(summary.created_at),
            updated_at: Rfc3339(summary.updated_at),
            favorited: summary.favorited,
            favorites_count: summary.favorites_count,
            author: (&summary.author).into(),
        }
    }
}

/// Answers with one article.
pub fn article(status: StatusCode, view: &ArticleView) -> Response {
    let article = ArticleBody { summary: (&view.summary).into(), body: view.body.as_str() };
    reply::json_of_size(status, 1024 + view.body.as_str().len(), &ArticleResponse { article })
}

/// Answers with a page of articles.
pub fn articles(page: &ArticlePage) -> Response {
    let articles: Vec<_> = page.articles.iter().map(SummaryBody::from).collect();
    let size = 1024 * (articles.len() + 1);
    let body = ArticlesResponse { articles, articles_count: page.total };
    reply::json_of_size(StatusCode::OK, size, &body)
}
