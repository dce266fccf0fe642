//! The provider of accounts and profiles.

use async_trait::async_trait;

use super::StorageError;
use crate::{Email, Profile, User, UserId, Username};

/// Reads accounts and profiles.
#[async_trait]
pub trait ReadUsers: Send {
    /// The user of this id.
    async fn find(&mut self, id: UserId) -> Result<Option<User>, StorageError>;

    /// The user of this address. Case MUST NOT matter: it compares [`Email::key`].
    ///
    /// Case: `contract::users::an_email_is_found_in_any_case`.
    async fn find_by_email(&mut self, email: &Email) -> Result<Option<User>, StorageError>;

    /// The user of this name. Case MUST matter.
    ///
    /// Case: `contract::users::a_username_is_found_in_its_own_case_only`.
    async fn find_by_username(&mut self, name: &Username) -> Result<Option<User>, StorageError>;

    /// The user of this name as `viewer` sees them.
    async fn profile(
        &mut self,
        name: &Username,
        viewer: Option<UserId>,
    ) -> Result<Option<Profile>, StorageError>;
}

/// Keeps accounts.
#[async_trait]
pub trait Users: ReadUsers {
    /// Keeps a new user. A taken name MUST be `Conflict::Username`, a taken address
    /// `Conflict::Email`; where both are taken, the name is told.
    ///
    /// Cases: `contract::users::a_taken_username_is_a_conflict`,
    /// `contract::users::a_taken_email_is_a_conflict_in_any_case`,
    /// `contract::users::where_both_are_taken_the_username_is_told`.
    async fn insert(&mut self, user: &User) -> Result<(), StorageError>;

    /// Keeps what `user` has become. Conflicts as [`Users::insert`]; a user who is not there MUST
    /// be `Conflict::Concurrent`.
    ///
    /// Case: `contract::users::an_update_of_a_stranger_is_a_concurrent_change`.
    async fn update(&mut self, user: &User) -> Result<(), StorageError>;
}
