//! The providers that are plain functions.

use std::pin::Pin;
use std::sync::Arc;

use uuid::Uuid;

use crate::{Password, PasswordAttempt, PasswordHash, Timestamp, UserId};

type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Tells the time.
pub type Now = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Mints an id that was never seen before and is greater than those before it.
pub type NewId = Arc<dyn Fn() -> Uuid + Send + Sync>;

/// Makes a password storable. Slow on purpose, so a future.
pub type HashPassword = Arc<dyn Fn(Password) -> BoxFuture<PasswordHash> + Send + Sync>;

/// Whether the attempt is the password behind the hash. Given no hash it takes the same time and
/// answers no, so that a stranger cannot tell who has an account.
pub type VerifyPassword =
    Arc<dyn Fn(PasswordAttempt, Option<PasswordHash>) -> BoxFuture<bool> + Send + Sync>;

/// Makes a token that names a user for a while, from the moment given on.
pub type IssueToken = Arc<dyn Fn(UserId, Timestamp) -> String + Send + Sync>;

/// Whom a token names; none where it is not ours, was changed, or had expired at the moment given.
pub type ReadToken = Arc<dyn Fn(&str, Timestamp) -> Option<UserId> + Send + Sync>;
