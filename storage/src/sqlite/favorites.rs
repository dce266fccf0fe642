//! The provider of who favorited what.

use async_trait::async_trait;
use domain::providers::{Conflict, Favorites, StorageError};
use domain::{ArticleId, UserId};

use super::pool::Pool;

/// The moment is the article's, so an article that is not there adds no row.
const ADD: &str = "INSERT INTO favorites (user_id, created_at, article_id)
    SELECT ?1, created_at, id FROM articles WHERE id = ?2 ON CONFLICT DO NOTHING";

const REMOVE: &str = "DELETE FROM favorites WHERE user_id = ?1 AND article_id = ?2
    AND created_at = (SELECT created_at FROM articles WHERE id = ?2)";

const ARTICLE_EXISTS: &str = "SELECT 1 FROM articles WHERE id = ?1";

#[async_trait]
impl Favorites for Pool {
    async fn add(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError> {
        let added = self.run(move |db| {
            let added = db.prepare_cached(ADD)?.execute([user.0, article.0])?;
            Ok(added > 0 || db.prepare_cached(ARTICLE_EXISTS)?.exists([article.0])?)
        });
        if added.await? { Ok(()) } else { Err(StorageError::Conflict(Conflict::Concurrent)) }
    }

    async fn remove(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError> {
        self.run(move |db| db.prepare_cached(REMOVE)?.execute([user.0, article.0]))
            .await
            .map(|_| ())
    }
}
