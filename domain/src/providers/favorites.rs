//! The provider of who favorited what.

use async_trait::async_trait;

use super::StorageError;
use crate::{ArticleId, UserId};

/// Keeps who favorited what. An article's `favorites_count` MUST be exact at every commit.
///
/// Case: `contract::crowds::fifty_fans_who_come_and_go_are_counted_exactly`.
#[async_trait]
pub trait Favorites: Send {
    /// `user` favorites `article`; twice MUST count once. Either of them not there MUST be
    /// `Conflict::Concurrent`.
    ///
    /// Cases: `contract::favorites::favoriting_twice_counts_once`,
    /// `contract::favorites::a_fan_who_is_not_there_is_a_concurrent_change`,
    /// `contract::favorites::an_article_that_is_not_there_is_a_concurrent_change`.
    async fn add(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError>;

    /// `user` favorites `article` no longer. Where they did not, it MUST be no error and count
    /// nothing.
    ///
    /// Cases: `contract::favorites::giving_up_what_was_no_favorite_counts_nothing`,
    /// `contract::favorites::giving_up_what_is_not_there_is_no_error`.
    async fn remove(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError>;
}
