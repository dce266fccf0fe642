//! The provider of articles. Its lists are in `lists`.

use async_trait::async_trait;
use domain::providers::{Articles, Conflict, ReadArticles, StorageError};
use domain::{
    Article, ArticleFilter, ArticleId, ArticlePage, ArticleView, Body, Description, Page, Slug,
    Tag, Title, UserId,
};
use rusqlite::{OptionalExtension, Result, Row, named_params, params};

use super::lists;
use super::pool::Pool;
use super::row;

const FIND_BY_SLUG: &str =
    "SELECT id, author_id, slug, title, description, body, tag_list, created_at, updated_at
    FROM articles CROSS JOIN bodies ON article_id = id WHERE slug = ?1";

const VIEW: &str = concat!(
    "SELECT ",
    lists::summary_columns!(),
    ", b.body FROM articles a
    CROSS JOIN bodies b ON b.article_id = a.id
    CROSS JOIN users u ON u.id = a.author_id
    WHERE a.slug = :slug"
);

const INSERT: &str = "INSERT INTO articles
    (id, author_id, slug, title, description, tag_list, created_at, updated_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

const INSERT_BODY: &str = "INSERT INTO bodies (article_id, body) VALUES (?1, ?2)";

const UPDATE: &str = "UPDATE articles
    SET slug = ?2, title = ?3, description = ?4, tag_list = ?5, updated_at = ?6
    WHERE id = ?1";

const UPDATE_BODY: &str = "UPDATE bodies SET body = ?2 WHERE article_id = ?1";

const TAGS: &str = "SELECT name FROM tags ORDER BY name";

fn article(row: &Row<'_>) -> Result<Article> {
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

#[async_trait]
impl ReadArticles for Pool {
    async fn find_by_slug(&mut self, slug: &Slug) -> Result<Option<Article>, StorageError> {
        let slug = slug.to_string();
        self.run(move |db| db.prepare_cached(FIND_BY_SLUG)?.query_row([slug], article).optional())
            .await
    }

    async fn view(
        &mut self,
        slug: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<ArticleView>, StorageError> {
        let slug = slug.to_string();
        let view = |found: &Row<'_>| {
            Ok(ArticleView {
                summary: lists::summary(found)?,
                body: row::text(found, lists::SUMMARY_WIDTH, Body::parse)?,
            })
        };
        self.run(move |db| {
            let viewer = viewer.map(|viewer| viewer.0);
            db.prepare_cached(VIEW)?
                .query_row(named_params! {":slug": slug, ":viewer": viewer}, view)
                .optional()
        })
        .await
    }

    async fn list(
        &mut self,
        filter: &ArticleFilter,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<ArticlePage, StorageError> {
        let filter = filter.clone();
        self.run(move |db| lists::filtered(db, &filter, page, viewer)).await
    }

    async fn feed(&mut self, reader: UserId, page: Page) -> Result<ArticlePage, StorageError> {
        self.run(move |db| lists::feed(db, reader, page)).await
    }

    async fn tags(&mut self) -> Result<Vec<Tag>, StorageError> {
        self.run(|db| {
            let mut statement = db.prepare_cached(TAGS)?;
            let tags = statement.query_map([], |found| row::text(found, 0, Tag::parse))?;
            tags.collect()
        })
        .await
    }
}

#[async_trait]
impl Articles for Pool {
    async fn insert(&mut self, article: &Article) -> Result<(), StorageError> {
        let article = article.clone();
        self.run(move |db| {
            db.prepare_cached(INSERT)?.execute(params![
                article.id.0,
                article.author.0,
                article.slug.as_str(),
                article.title.as_str(),
                article.description.as_str(),
                row::tag_list_json(&article.tags),
                article.created_at.as_micros(),
                article.updated_at.as_micros(),
            ])?;
            db.prepare_cached(INSERT_BODY)?.execute(params![article.id.0, article.body.as_str()])
        })
        .await
        .map(|_| ())
    }

    async fn update(&mut self, article: &Article) -> Result<(), StorageError> {
        let article = article.clone();
        let written = self.run(move |db| {
            db.prepare_cached(UPDATE)?.execute(params![
                article.id.0,
                article.slug.as_str(),
                article.title.as_str(),
                article.description.as_str(),
                row::tag_list_json(&article.tags),
                article.updated_at.as_micros(),
            ])?;
            db.prepare_cached(UPDATE_BODY)?.execute(params![article.id.0, article.body.as_str()])
        });
        match written.await? {
            0 => Err(StorageError::Conflict(Conflict::Concurrent)),
            _ => Ok(()),
        }
    }

    async fn delete(&mut self, id: ArticleId) -> Result<(), StorageError> {
        let delete = "DELETE FROM articles WHERE id = ?1";
        self.run(move |db| db.prepare_cached(delete)?.execute([id.0])).await.map(|_| ())
    }
}
