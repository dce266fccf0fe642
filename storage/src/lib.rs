//! The providers of the domain on SQLite and on Postgres.

mod postgres;
mod sqlite;
mod url;

use std::sync::Arc;

use async_trait::async_trait;
use domain::providers::{Storage, StorageError};
use thiserror::Error;

use postgres::PostgresStorage;
use sqlite::SqliteStorage;
pub use url::without_secrets;

/// A storage that outlives the process.
#[async_trait]
pub trait Database: Storage {
    /// The secret kept under `name`; where there is none yet, `fresh` is kept and answered.
    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StorageError>;
}

/// Opens the database that `url` names, and brings its schema up to date. SQLite is
/// `sqlite://PATH`, created where it is absent; Postgres is `postgres://USER@HOST/NAME`.
pub async fn open(url: &str) -> Result<Arc<dyn Database>, OpenError> {
    if url::is_postgres(url) {
        return Ok(Arc::new(PostgresStorage::open(url).await?));
    }
    match url::sqlite_path(url) {
        Some(path) => Ok(Arc::new(SqliteStorage::open(path.into()).await?)),
        None => Err(OpenError::Url { url: without_secrets(url) }),
    }
}

/// Why a database could not be opened. The display text is one line for the person who named it.
#[derive(Debug, Error)]
pub enum OpenError {
    /// No storage speaks this URL.
    #[error("`{url}` names no database: expected sqlite://PATH or postgres://USER@HOST/NAME")]
    Url {
        /// What was given, without its secrets.
        url: String,
    },
    /// It cannot be reached, created, read or written, or is not ours.
    #[error("cannot open {database}: {reason}")]
    Unusable {
        /// The file, or the server and its database.
        database: String,
        /// What the operating system or the database says.
        reason: String,
    },
    /// A later version of this program has migrated the database.
    #[error(
        "{database} has schema version {found}, and this program knows {known} at most: \
         use a newer one"
    )]
    Newer {
        /// The file, or the server and its database.
        database: String,
        /// The version in the database.
        found: usize,
        /// The last version that this program makes.
        known: usize,
    },
}
