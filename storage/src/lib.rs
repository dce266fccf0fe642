//! The providers of the domain on SQLite.

mod sqlite;

use thiserror::Error;

pub use sqlite::SqliteStorage;

/// Opens the database that `url` names, creates it where it is absent, and brings its schema up to
/// date. SQLite is `sqlite://PATH`.
pub async fn open(url: &str) -> Result<SqliteStorage, OpenError> {
    match url.strip_prefix("sqlite://") {
        Some(path) if names_a_file(path) => SqliteStorage::open(path.into()).await,
        _ => Err(OpenError::Url { url: url.to_owned() }),
    }
}

/// Whether SQLite takes `path` for the name of a file. `:memory:` is a database that each connection
/// has for itself, `file:` begins a URL, and after `?` other programs expect parameters.
fn names_a_file(path: &str) -> bool {
    !(path.is_empty() || path == ":memory:" || path.starts_with("file:") || path.contains('?'))
}

/// Why a database could not be opened. The display text is one line for the person who named it.
#[derive(Debug, Error)]
pub enum OpenError {
    /// No storage speaks this URL.
    #[error("`{url}` names no database: expected sqlite://PATH")]
    Url {
        /// What was given.
        url: String,
    },
    /// The file cannot be created, read or written, or is not a database.
    #[error("cannot open {path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// What the operating system or SQLite says.
        reason: String,
    },
    /// A later version of this program has migrated the database.
    #[error(
        "{path} has schema version {found}, and this program knows {known} at most: use a newer one"
    )]
    Newer {
        /// The file.
        path: String,
        /// The version in the database.
        found: usize,
        /// The last version that this program makes.
        known: usize,
    },
}
