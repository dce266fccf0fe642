//! The provider of who favorited what.

use async_trait::async_trait;

use super::StorageError;
use crate::{ArticleId, UserId};

/// Keeps who favorited what. An article's `favorites_count` MUST be exact at every commit.
#[async_trait]
pub trait Favorites: Send {
    /// `user` favorites `article`; twice MUST count once. Either of them not there MUST be
    /// `Conflict::Concurrent`.
    async fn add(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError>;

    /// `user` favorites `article` no longer. Where they did not, it MUST be no error and count
    /// nothing.
    async fn remove(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError>;
}
