//! The provider of comments.

use std::sync::LazyLock;

use async_trait::async_trait;
use domain::providers::{Comments, Conflict, ReadComments, StorageError};
use domain::{Comment, CommentBody, CommentId, CommentView, NewComment, Slug, UserId};
use sqlx::postgres::PgRow;

use super::row;
use super::seen::Seen;
use super::session::{Session, Source, Work};
use super::statement::statement;

const FIND: &str = "SELECT id, article_id, author_id, body, created_at FROM comments WHERE id = $1";

const FIND_LOCKING: &str = "SELECT id, article_id, author_id, body, created_at FROM comments
    WHERE id = $1 FOR NO KEY UPDATE";

/// No row where the article is not there; one row of NULLs where it has no comments.
static UNDER: LazyLock<Seen> = LazyLock::new(|| {
    Seen::new(|eyes| {
        format!(
            "SELECT c.id, c.body, c.created_at, {}
            FROM articles a
            LEFT JOIN comments c ON c.article_id = a.id
            LEFT JOIN users u ON u.id = c.author_id
            WHERE a.slug = $2
            ORDER BY c.created_at DESC, c.id DESC",
            row::profile_columns(eyes)
        )
    })
});

const INSERT: &str = "INSERT INTO comments (article_id, author_id, body, created_at)
    VALUES ($1, $2, $3, $4) RETURNING id";

const DELETE: &str = "DELETE FROM comments WHERE id = $1";

fn comment(row: &PgRow) -> Result<Comment, StorageError> {
    Ok(Comment {
        id: CommentId(row::get(row, 0)?),
        article: row::article_id(row, 1)?,
        author: row::user_id(row, 2)?,
        body: row::text(row, 3, CommentBody::parse)?,
        created_at: row::timestamp(row, 4)?,
    })
}

fn view(row: &PgRow) -> Result<CommentView, StorageError> {
    Ok(CommentView {
        id: CommentId(row::get(row, 0)?),
        body: row::text(row, 1, CommentBody::parse)?,
        created_at: row::timestamp(row, 2)?,
        author: row::profile(row, 3)?,
    })
}

#[async_trait]
impl<S: Source> ReadComments for Session<S> {
    async fn find(&mut self, id: CommentId) -> Result<Option<Comment>, StorageError> {
        let find = if S::LOCKS { FIND_LOCKING } else { FIND };
        let found = self.row(statement(find).bind(id.0)).await?;
        found.as_ref().map(comment).transpose()
    }

    async fn under(
        &mut self,
        article: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<Vec<CommentView>>, StorageError> {
        let under = statement(UNDER.by(viewer)).bind(viewer.map(|viewer| viewer.0));
        let rows = self.rows(under.bind(article.as_str())).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        let found = rows.iter().filter(|row| !row::is_null(row, 0));
        found.map(view).collect::<Result<_, _>>().map(Some)
    }
}

#[async_trait]
impl Comments for Session<Work> {
    async fn insert(&mut self, comment: &NewComment) -> Result<Comment, StorageError> {
        let insert = statement(INSERT)
            .bind(comment.article.0)
            .bind(comment.author.0)
            .bind(comment.body.as_str())
            .bind(comment.created_at.as_micros());
        let kept = self.row(insert).await?.ok_or(StorageError::Conflict(Conflict::Concurrent))?;
        Ok(Comment {
            id: CommentId(row::get(&kept, 0)?),
            article: comment.article,
            author: comment.author,
            body: comment.body.clone(),
            created_at: comment.created_at,
        })
    }

    async fn delete(&mut self, id: CommentId) -> Result<(), StorageError> {
        self.write(statement(DELETE).bind(id.0)).await.map(|_| ())
    }
}
