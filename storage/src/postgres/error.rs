//! What the server's errors mean.

use std::io;

use domain::providers::{Conflict, StorageError};
use sqlx::Error;
use sqlx::postgres::{PgDatabaseError, PgSeverity};

/// What the error means to the domain.
pub(super) fn storage_error(error: Error) -> StorageError {
    match &error {
        Error::Database(refusal) => {
            let code = refusal.code().unwrap_or_default();
            match conflict(&code, refusal.constraint()) {
                Some(conflict) => StorageError::Conflict(conflict),
                None if code.starts_with("23") => StorageError::Inconsistent(error.to_string()),
                None => StorageError::Unavailable(error.into()),
            }
        }
        Error::ColumnDecode { .. } | Error::Decode(_) => {
            StorageError::Inconsistent(error.to_string())
        }
        _ => StorageError::Unavailable(error.into()),
    }
}

/// Whether the connection, and nothing else, is to blame. The server says goodbye in words where it
/// can.
pub(super) fn is_broken(error: &Error) -> bool {
    match error {
        Error::Io(failure) => failure.kind() != io::ErrorKind::TimedOut,
        Error::Database(refusal) => {
            refusal.try_downcast_ref::<PgDatabaseError>().is_some_and(|refusal| {
                matches!(refusal.severity(), PgSeverity::Fatal | PgSeverity::Panic)
            })
        }
        _ => false,
    }
}

/// Which conflict a SQLSTATE tells of, and the constraint named beside it.
fn conflict(code: &str, constraint: Option<&str>) -> Option<Conflict> {
    match (code, constraint) {
        (UNIQUE_VIOLATION, Some("users_username")) => Some(Conflict::Username),
        (UNIQUE_VIOLATION, Some("users_email_key")) => Some(Conflict::Email),
        (UNIQUE_VIOLATION, Some("articles_slug")) => Some(Conflict::Slug),
        (
            FOREIGN_KEY_VIOLATION | SERIALIZATION_FAILURE | DEADLOCK_DETECTED | LOCK_NOT_AVAILABLE,
            _,
        ) => Some(Conflict::Concurrent),
        _ => None,
    }
}

const FOREIGN_KEY_VIOLATION: &str = "23503";
const UNIQUE_VIOLATION: &str = "23505";
const SERIALIZATION_FAILURE: &str = "40001";
const DEADLOCK_DETECTED: &str = "40P01";
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// What went wrong, in one line for a person.
pub(super) fn reason(error: &Error) -> String {
    let reason = match error {
        Error::Database(refusal) => refusal.message().to_owned(),
        Error::Io(failure) => failure.to_string(),
        Error::Configuration(cause) | Error::Tls(cause) => cause.to_string(),
        _ => error.to_string(),
    };
    reason.split_whitespace().collect::<Vec<_>>().join(" ")
}
