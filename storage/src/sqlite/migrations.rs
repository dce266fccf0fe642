//! Bringing the schema up to date. SQLite's `user_version` counts the migrations that were run.

use rusqlite::{Connection, TransactionBehavior};

use super::connection;
use crate::OpenError;

/// In the order they are run. One that was released is never changed again.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/sqlite/0001_conduit.sql"),
    include_str!("../../migrations/sqlite/0002_outbox.sql"),
];

/// Why the schema is not up to date.
pub(super) enum MigrationError {
    Newer { found: usize },
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for MigrationError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl MigrationError {
    /// The error as the person sees it who named the file `path`.
    pub fn at(self, path: &str) -> OpenError {
        let database = path.to_owned();
        match self {
            Self::Newer { found } => OpenError::Newer { database, found, known: MIGRATIONS.len() },
            Self::Sqlite(error) => {
                OpenError::Unusable { database, reason: connection::reason(&error) }
            }
        }
    }
}

/// Runs the migrations that are missing, all or none. Of two processes at once, the second waits
/// and finds nothing to do.
pub(super) fn run(connection: &mut Connection) -> Result<(), MigrationError> {
    if version(connection)? == MIGRATIONS.len() {
        return Ok(());
    }
    let work = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&work)?;
    if found > MIGRATIONS.len() {
        return Err(MigrationError::Newer { found });
    }
    for migration in &MIGRATIONS[found..] {
        work.execute_batch(migration)?;
    }
    work.pragma_update(None, "user_version", MIGRATIONS.len())?;
    Ok(work.commit()?)
}

fn version(connection: &Connection) -> rusqlite::Result<usize> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
