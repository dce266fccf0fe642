//! The provider of comments.

use async_trait::async_trait;
use domain::providers::{Comments, ReadComments, StorageError};
use domain::{Comment, CommentBody, CommentId, CommentView, NewComment, Slug, UserId};
use rusqlite::{OptionalExtension, Result, Row, named_params, params};

use super::pool::Pool;
use super::row;

const FIND: &str = "SELECT id, article_id, author_id, body, created_at FROM comments WHERE id = ?1";

/// No row where the article is not there; one row of NULLs where it has no comments.
const UNDER: &str = concat!(
    "SELECT c.id, c.body, c.created_at, ",
    row::profile_columns!(),
    " FROM articles a
    LEFT JOIN comments c ON c.article_id = a.id
    LEFT JOIN users u ON u.id = c.author_id
    WHERE a.slug = :slug
    ORDER BY c.created_at DESC, c.id DESC"
);

const INSERT: &str =
    "INSERT INTO comments (article_id, author_id, body, created_at) VALUES (?1, ?2, ?3, ?4)";

fn comment(row: &Row<'_>) -> Result<Comment> {
    Ok(Comment {
        id: CommentId(row.get(0)?),
        article: row::article_id(row, 1)?,
        author: row::user_id(row, 2)?,
        body: row::text(row, 3, CommentBody::parse)?,
        created_at: row::timestamp(row, 4)?,
    })
}

fn view(row: &Row<'_>) -> Result<Option<CommentView>> {
    let Some(id) = row.get(0)? else { return Ok(None) };
    Ok(Some(CommentView {
        id: CommentId(id),
        body: row::text(row, 1, CommentBody::parse)?,
        created_at: row::timestamp(row, 2)?,
        author: row::profile(row, 3)?,
    }))
}

#[async_trait]
impl ReadComments for Pool {
    async fn find(&mut self, id: CommentId) -> Result<Option<Comment>, StorageError> {
        self.run(move |db| db.prepare_cached(FIND)?.query_row([id.0], comment).optional()).await
    }

    async fn under(
        &mut self,
        article: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<Vec<CommentView>>, StorageError> {
        let slug = article.to_string();
        self.run(move |db| {
            let mut statement = db.prepare_cached(UNDER)?;
            let viewer = viewer.map(|viewer| viewer.0);
            let rows =
                statement.query_map(named_params! {":slug": slug, ":viewer": viewer}, view)?;
            let rows: Vec<Option<CommentView>> = rows.collect::<Result<_>>()?;
            Ok((!rows.is_empty()).then(|| rows.into_iter().flatten().collect()))
        })
        .await
    }
}

#[async_trait]
impl Comments for Pool {
    async fn insert(&mut self, comment: &NewComment) -> Result<Comment, StorageError> {
        let comment = comment.clone();
        self.run(move |db| {
            db.prepare_cached(INSERT)?.execute(params![
                comment.article.0,
                comment.author.0,
                comment.body.as_str(),
                comment.created_at.as_micros(),
            ])?;
            Ok(Comment {
                id: CommentId(db.last_insert_rowid()),
                article: comment.article,
                author: comment.author,
                body: comment.body,
                created_at: comment.created_at,
            })
        })
        .await
    }

    async fn delete(&mut self, id: CommentId) -> Result<(), StorageError> {
        let delete = "DELETE FROM comments WHERE id = ?1";
        self.run(move |db| db.prepare_cached(delete)?.execute([id.0])).await.map(|_| ())
    }
}
