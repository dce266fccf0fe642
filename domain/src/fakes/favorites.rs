//! The fake provider of who favorited what.

use async_trait::async_trait;

use super::tables::Tables;
use crate::providers::{Favorites, StorageError};
use crate::{ArticleId, UserId};

#[async_trait]
impl Favorites for Tables {
    async fn add(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError> {
        self.users.require(&user)?;
        self.articles.require(&article)?;
        self.favorites.put((user, article), ())
    }

    async fn remove(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError> {
        self.favorites.delete(&(user, article));
        Ok(())
    }
}
