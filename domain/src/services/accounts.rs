//! Registering, signing in, changing one's account.

use std::sync::Arc;

use thiserror::Error;

use super::retry::{MaybeConflict, until_unrivalled};
use crate::providers::{
    Conflict, HashPassword, IssueToken, NewId, Now, Providers, ReadToken, Storage, StorageError,
    VerifyPassword,
};
use crate::{AccountEdit, Email, PasswordAttempt, PasswordHash, Registration, User, UserId};

/// Registering, signing in, changing one's account.
#[derive(Clone)]
pub struct AccountService {
    storage: Arc<dyn Storage>,
    now: Now,
    new_id: NewId,
    hash_password: HashPassword,
    verify_password: VerifyPassword,
    issue_token: IssueToken,
    read_token: ReadToken,
}

/// A user, and the token that proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// Who signed in.
    pub user: User,
    /// What proves it from now on.
    pub token: String,
}

/// Why an account could not be opened, used or changed.
#[derive(Debug, Error)]
pub enum AccountError {
    /// Another user has this name.
    #[error("username has already been taken")]
    UsernameTaken,
    /// Another user has this address.
    #[error("email has already been taken")]
    EmailTaken,
    /// No user has this address and this password.
    #[error("credentials are invalid")]
    InvalidCredentials,
    /// The token is not ours, was changed, has expired, or names nobody.
    #[error("token is invalid")]
    InvalidToken,
    /// Storage failed.
    #[error(transparent)]
    Storage(StorageError),
}

impl From<StorageError> for AccountError {
    fn from(error: StorageError) -> Self {
        match error.conflict() {
            Some(Conflict::Username) => Self::UsernameTaken,
            Some(Conflict::Email) => Self::EmailTaken,
            _ => Self::Storage(error),
        }
    }
}

impl MaybeConflict for AccountError {
    fn conflict(&self) -> Option<Conflict> {
        match self {
            Self::Storage(error) => error.conflict(),
            _ => None,
        }
    }
}

impl AccountService {
    /// Takes the providers it uses.
    pub fn new(providers: &Providers) -> Self {
        Self {
            storage: providers.storage.clone(),
            now: providers.now.clone(),
            new_id: providers.new_id.clone(),
            hash_password: providers.hash_password.clone(),
            verify_password: providers.verify_password.clone(),
            issue_token: providers.issue_token.clone(),
            read_token: providers.read_token.clone(),
        }
    }

    /// Opens an account and signs its owner in.
    pub async fn register(&self, registration: Registration) -> Result<SignedIn, AccountError> {
        let user = User {
            id: UserId((self.new_id)()),
            username: registration.username,
            email: registration.email,
            password: (self.hash_password)(registration.password).await,
            bio: None,
            image: None,
        };
        until_unrivalled(|| self.try_register(&user)).await?;
        Ok(self.signed_in(user))
    }

    async fn try_register(&self, user: &User) -> Result<(), AccountError> {
        let mut work = self.storage.begin().await?;
        work.users().insert(user).await?;
        Ok(work.commit().await?)
    }

    /// Signs the owner of `email` in. An address that nobody has takes as long as a wrong password.
    pub async fn sign_in(
        &self,
        email: &Email,
        attempt: PasswordAttempt,
    ) -> Result<SignedIn, AccountError> {
        let user = self.storage.read().users().find_by_email(email).await?;
        let hash = user.as_ref().map(|user| user.password.clone());
        let matches = (self.verify_password)(attempt, hash).await;
        match user {
            Some(user) if matches => Ok(self.signed_in(user)),
            _ => Err(AccountError::InvalidCredentials),
        }
    }

    /// Says no, after as long as [`AccountService::sign_in`] would take: for an address that nobody
    /// can have.
    pub async fn refuse(&self, attempt: PasswordAttempt) -> AccountError {
        (self.verify_password)(attempt, None).await;
        AccountError::InvalidCredentials
    }

    /// Whom `token` names.
    pub async fn authenticate(&self, token: &str) -> Result<User, AccountError> {
        let id = (self.read_token)(token, (self.now)()).ok_or(AccountError::InvalidToken)?;
        let user = self.storage.read().users().find(id).await?;
        user.ok_or(AccountError::InvalidToken)
    }

    /// Changes the account of `id`.
    pub async fn edit(&self, id: UserId, edit: AccountEdit) -> Result<SignedIn, AccountError> {
        let password = match edit.password.clone() {
            // Slow, so not inside the unit of work.
            Some(password) => Some((self.hash_password)(password).await),
            None => None,
        };
        let user = until_unrivalled(|| self.try_edit(id, edit.clone(), password.clone())).await?;
        Ok(self.signed_in(user))
    }

    async fn try_edit(
        &self,
        id: UserId,
        edit: AccountEdit,
        password: Option<PasswordHash>,
    ) -> Result<User, AccountError> {
        let mut work = self.storage.begin().await?;
        let before = work.users().find(id).await?.ok_or(AccountError::InvalidToken)?;
        let user = User {
            id,
            username: edit.username.unwrap_or(before.username),
            email: edit.email.unwrap_or(before.email),
            password: password.unwrap_or(before.password),
            bio: edit.bio.unwrap_or(before.bio),
            image: edit.image.unwrap_or(before.image),
        };
        work.users().update(&user).await?;
        work.commit().await?;
        Ok(user)
    }

    /// The user with a fresh token.
    pub fn signed_in(&self, user: User) -> SignedIn {
        let token = (self.issue_token)(user.id, (self.now)());
        SignedIn { user, token }
    }
}

#[cfg(test)]
#[path = "accounts_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "account_edits_tests.rs"]
mod edit_tests;
