//! What the business needs from outside.
//!
//! A provider with several methods or a life cycle is a trait object; one with a single method
//! and no state is a function field of [`Providers`], and bears the name of its function.

mod articles;
mod audit;
mod comments;
mod favorites;
mod follows;
mod functions;
mod notifier;
mod outbox;
mod storage;
mod users;

use std::sync::Arc;

pub use articles::{Articles, ReadArticles};
pub use audit::Audit;
pub use comments::{Comments, ReadComments};
pub use favorites::Favorites;
pub use follows::Follows;
pub use functions::{HashPassword, IssueToken, NewId, Now, ReadToken, VerifyPassword};
pub use notifier::{Notifier, NotifyError};
pub use outbox::Outbox;
pub use storage::{Conflict, Reader, Storage, StorageError, UnitOfWork};
pub use users::{ReadUsers, Users};
#[cfg(feature = "mocks")]
pub use {
    audit::MockAudit,
    notifier::MockNotifier,
    outbox::MockOutbox,
    storage::{MockStorage, MockUnitOfWork},
};

/// Everything that the services need from outside. A test overrides one of them by struct update:
/// `Providers { now, ..fakes::providers() }`.
#[derive(Clone)]
pub struct Providers {
    /// Where everything is kept.
    pub storage: Arc<dyn Storage>,
    /// Who tells people.
    pub notifier: Arc<dyn Notifier>,
    /// The clock.
    pub now: Now,
    /// Mints ids.
    pub new_id: NewId,
    /// Makes a password storable.
    pub hash_password: HashPassword,
    /// Compares an attempt with what is stored.
    pub verify_password: VerifyPassword,
    /// Makes a token that names a user.
    pub issue_token: IssueToken,
    /// Reads whom a token names.
    pub read_token: ReadToken,
}
