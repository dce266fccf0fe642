//! The provider of who follows whom.

use async_trait::async_trait;

use super::StorageError;
use crate::UserId;

/// Keeps who follows whom.
#[async_trait]
pub trait Follows: Send {
    /// `follower` follows `author`; twice MUST count once. Either of them not there MUST be
    /// `Conflict::Concurrent`.
    ///
    /// Cases: `contract::follows::following_twice_is_undone_once`,
    /// `contract::follows::a_follower_who_is_not_there_is_a_concurrent_change`,
    /// `contract::follows::an_author_who_is_not_there_is_a_concurrent_change`.
    async fn add(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError>;

    /// `follower` follows `author` no longer. Where they did not, it MUST be no error.
    ///
    /// Case: `contract::follows::unfollowing_whom_one_does_not_follow_is_no_error`.
    async fn remove(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError>;

    /// Who follows `author`, in no order that a caller may rely on.
    ///
    /// Case: `contract::follows::who_follows_an_author_is_known`.
    async fn followers(&mut self, author: UserId) -> Result<Vec<UserId>, StorageError>;
}
