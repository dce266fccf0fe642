//! The provider of articles. Its lists are in `lists`.

use std::sync::LazyLock;

use async_trait::async_trait;
use domain::providers::{Articles, Conflict, ReadArticles, StorageError};
use domain::{
    Article, ArticleFilter, ArticleId, ArticlePage, ArticleView, Body, Description, Page, Slug,
    Tag, Title, UserId,
};
use sqlx::postgres::PgRow;

use super::seen::Seen;
use super::session::{Session, Source, Work};
use super::statement::statement;
use super::{lists, row};

const FIND_BY_SLUG: &str =
    "SELECT id, author_id, slug, title, description, body, tag_list, created_at, updated_at
    FROM articles JOIN bodies ON article_id = id WHERE slug = $1";

/// Locks both rows: after waiting for somebody, what is locked is read again, and only that.
const FIND_BY_SLUG_LOCKING: &str =
    "SELECT id, author_id, slug, title, description, body, tag_list, created_at, updated_at
    FROM articles JOIN bodies ON article_id = id WHERE slug = $1 FOR NO KEY UPDATE";

static VIEW: LazyLock<Seen> = LazyLock::new(|| {
    Seen::new(|eyes| {
        format!(
            "SELECT {}, b.body
            FROM articles a
            JOIN bodies b ON b.article_id = a.id
            JOIN users u ON u.id = a.author_id
            WHERE a.slug = $2",
            lists::summary_columns(eyes)
        )
    })
});

const INSERT: &str = "WITH article AS (
        INSERT INTO articles
            (id, author_id, slug, title, description, tag_list, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    )
    INSERT INTO bodies (article_id, body) VALUES ($1, $9)";

/// A text that stays as it is, is not written again.
const UPDATE: &str = "WITH article AS (
        UPDATE articles
        SET slug = $2, title = $3, description = $4, tag_list = $5, updated_at = $6
        WHERE id = $1 RETURNING id
    ), text AS (
        UPDATE bodies SET body = $7 FROM article WHERE article_id = id AND body <> $7
    )
    SELECT FROM article";

const DELETE: &str = "DELETE FROM articles WHERE id = $1";

const TAGS: &str = "SELECT name FROM tags ORDER BY name";

fn article(row: &PgRow) -> Result<Article, StorageError> {
    Ok(Article {
        id: row::article_id(row, 0)?,
        author: row::user_id(row, 1)?,
        slug: row::text(row, 2, Slug::parse)?,
        title: row::text(row, 3, Title::parse)?,
        description: row::text(row, 4, Description::parse)?,
        body: row::text(row, 5, Body::parse)?,
        tags: row::tag_list(row, 6)?,
        created_at: row::timestamp(row, 7)?,
        updated_at: row::timestamp(row, 8)?,
    })
}

fn view(row: &PgRow) -> Result<ArticleView, StorageError> {
    Ok(ArticleView {
        summary: lists::summary(row)?,
        body: row::text(row, lists::SUMMARY_WIDTH, Body::parse)?,
    })
}

#[async_trait]
impl<S: Source> ReadArticles for Session<S> {
    async fn find_by_slug(&mut self, slug: &Slug) -> Result<Option<Article>, StorageError> {
        let find = if S::LOCKS { FIND_BY_SLUG_LOCKING } else { FIND_BY_SLUG };
        let found = self.row(statement(find).bind(slug.as_str())).await?;
        found.as_ref().map(article).transpose()
    }

    async fn view(
        &mut self,
        slug: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<ArticleView>, StorageError> {
        let article = statement(VIEW.by(viewer)).bind(viewer.map(|viewer| viewer.0));
        let found = self.row(article.bind(slug.as_str())).await?;
        found.as_ref().map(view).transpose()
    }

    async fn list(
        &mut self,
        filter: &ArticleFilter,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<ArticlePage, StorageError> {
        self.filtered(filter, page, viewer).await
    }

    async fn feed(&mut self, reader: UserId, page: Page) -> Result<ArticlePage, StorageError> {
        self.followed(reader, page).await
    }

    async fn tags(&mut self) -> Result<Vec<Tag>, StorageError> {
        let rows = self.rows(statement(TAGS)).await?;
        rows.iter().map(|found| row::text(found, 0, Tag::parse)).collect()
    }
}

#[async_trait]
impl Articles for Session<Work> {
    async fn insert(&mut self, article: &Article) -> Result<(), StorageError> {
        let insert = statement(INSERT)
            .bind(article.id.0)
            .bind(article.author.0)
            .bind(article.slug.as_str())
            .bind(article.title.as_str())
            .bind(article.description.as_str())
            .bind(row::tag_array(&article.tags))
            .bind(article.created_at.as_micros())
            .bind(article.updated_at.as_micros())
            .bind(article.body.as_str());
        self.write(insert).await.map(|_| ())
    }

    async fn update(&mut self, article: &Article) -> Result<(), StorageError> {
        let update = statement(UPDATE)
            .bind(article.id.0)
            .bind(article.slug.as_str())
            .bind(article.title.as_str())
            .bind(article.description.as_str())
            .bind(row::tag_array(&article.tags))
            .bind(article.updated_at.as_micros())
            .bind(article.body.as_str());
        match self.write(update).await? {
            0 => Err(StorageError::Conflict(Conflict::Concurrent)),
            _ => Ok(()),
        }
    }

    async fn delete(&mut self, id: ArticleId) -> Result<(), StorageError> {
        self.write(statement(DELETE).bind(id.0)).await.map(|_| ())
    }
}
