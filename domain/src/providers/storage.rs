//! Where everything is kept, and how several providers share one transaction.

use async_trait::async_trait;
use thiserror::Error;

use super::{
    Articles, Audit, Comments, Favorites, Follows, Outbox, ReadArticles, ReadComments, ReadUsers,
    Users,
};

/// Keeps everything the service knows.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait Storage: Send + Sync {
    /// Lends the reading halves of the providers outside any transaction. Each call sees what had
    /// been committed when it was made.
    fn read(&self) -> Box<dyn Reader>;

    /// Begins a unit of work. It sees what had been committed by now, and its own writes.
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError>;

    /// Whether the storage answers.
    async fn ping(&self) -> Result<(), StorageError>;
}

/// The reading halves of the providers.
pub trait Reader: Send {
    /// Accounts and profiles.
    fn users(&mut self) -> &mut dyn ReadUsers;
    /// Articles and their lists.
    fn articles(&mut self) -> &mut dyn ReadArticles;
    /// Comments.
    fn comments(&mut self) -> &mut dyn ReadComments;
}

/// Changes that happen together or not at all. Its writes MUST show inside at once, and outside
/// from `commit` on. Dropping it without `commit` MUST undo everything done through it; after an
/// error there is nothing else to do with it.
///
/// Cases: `contract::units_of_work::what_is_written_shows_inside_at_once`,
/// `contract::units_of_work::nothing_shows_outside_before_the_commit`,
/// `contract::units_of_work::everything_shows_outside_after_the_commit`,
/// `contract::units_of_work::nothing_is_left_of_a_dropped_unit_of_work`.
///
/// Two units of work that change the same row MUST never lose one of the changes: the second waits
/// for the first, or one of them answers [`Conflict::Concurrent`].
///
/// Cases: `contract::races::of_two_changes_to_one_user_none_is_lost`,
/// `contract::races::of_two_changes_to_one_article_none_is_lost`.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait UnitOfWork: Send {
    /// Accounts and profiles.
    fn users(&mut self) -> &mut dyn Users;
    /// Articles and their lists.
    fn articles(&mut self) -> &mut dyn Articles;
    /// Comments.
    fn comments(&mut self) -> &mut dyn Comments;
    /// Who favorited what.
    fn favorites(&mut self) -> &mut dyn Favorites;
    /// Who follows whom.
    fn follows(&mut self) -> &mut dyn Follows;
    /// What somebody is still to be told.
    fn outbox(&mut self) -> &mut dyn Outbox;
    /// What is remembered of deliveries.
    fn audit(&mut self) -> &mut dyn Audit;
    /// Makes all changes visible at once.
    async fn commit(self: Box<Self>) -> Result<(), StorageError>;
}

/// What may stand in the way of a write. A storage finds it at the write or at the commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conflict {
    /// Another user has this name.
    Username,
    /// Another user has this address.
    Email,
    /// Another article has this slug.
    Slug,
    /// Somebody else changed or removed what this work rests on. Doing it again from the start
    /// may succeed.
    Concurrent,
}

/// Why storage did not do what it was asked. What is absent is no error, but `None`.
#[derive(Debug, Error)]
pub enum StorageError {
    /// Others stand in the way.
    #[error("conflict: {0:?}")]
    Conflict(Conflict),
    /// What is stored cannot be: somebody changed it behind our back.
    #[error("stored data is inconsistent: {0}")]
    Inconsistent(String),
    /// The storage does not answer, or not as it should.
    #[error("storage is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}
