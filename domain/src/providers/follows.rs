//! The provider of who follows whom.

use async_trait::async_trait;

use super::StorageError;
use crate::UserId;

/// Keeps who follows whom.
#[async_trait]
pub trait Follows: Send {
    /// `follower` follows `author`; twice MUST count once. Either of them not there MUST be
    /// `Conflict::Concurrent`.
    async fn add(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError>;

    /// `follower` follows `author` no longer. Where they did not, it MUST be no error.
    async fn remove(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError>;
}
