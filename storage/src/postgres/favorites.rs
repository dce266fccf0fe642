//! The provider of who favorited what.

use async_trait::async_trait;
use domain::providers::{Conflict, Favorites, StorageError};
use domain::{ArticleId, UserId};

use super::session::{Session, Work};
use super::statement::statement;

/// One row, where the article is there. It is locked first, as everybody does; the moment is the
/// article's.
const ADD: &str = "WITH article AS (
        SELECT id, created_at FROM articles WHERE id = $2 FOR NO KEY UPDATE
    ), added AS (
        INSERT INTO favorites (user_id, created_at, article_id)
        SELECT $1, created_at, id FROM article ON CONFLICT DO NOTHING
    )
    SELECT FROM article";

const REMOVE: &str = "WITH article AS (
        SELECT id, created_at FROM articles WHERE id = $2 FOR NO KEY UPDATE
    )
    DELETE FROM favorites USING article
    WHERE user_id = $1 AND favorites.created_at = article.created_at AND article_id = article.id";

#[async_trait]
impl Favorites for Session<Work> {
    async fn add(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError> {
        match self.write(statement(ADD).bind(user.0).bind(article.0)).await? {
            0 => Err(StorageError::Conflict(Conflict::Concurrent)),
            _ => Ok(()),
        }
    }

    async fn remove(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError> {
        self.write(statement(REMOVE).bind(user.0).bind(article.0)).await.map(|_| ())
    }
}
