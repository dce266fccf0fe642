//! How a connection is opened: what SQLite forgets between connections is set here.

use std::fs::OpenOptions;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, Error, OpenFlags, Result};

/// How often to look whether another process has ended its write, and how long in all. SQLite's own
/// waiting looks ever more seldom: beside a process that writes without a break, it never gets in.
const BUSY_PAUSE: Duration = Duration::from_millis(1);
const BUSY_LOOKS: i32 = 20_000;

/// More than the service has query texts, so that each is prepared once a connection.
const STATEMENTS: usize = 64;

/// Creates the file where it is absent, for its owner alone: it holds the key that signs tokens.
pub(super) fn create_private(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}

/// The connection that writes.
pub(super) fn writer(path: &Path) -> Result<Connection> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // What was acknowledged survives a power cut, not only the end of the process.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // A statement that fires triggers can be undone alone. What that takes goes to a file once a
    // unit of work is large, page after page, and was four of five writes when seeding.
    connection.pragma_update(None, "temp_store", "memory")?;
    Ok(connection)
}

/// A connection that cannot write.
pub(super) fn reader(path: &Path) -> Result<Connection> {
    open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn open(path: &Path, access: OpenFlags) -> Result<Connection> {
    // A connection stays on one thread at a time, so SQLite need not lock it.
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_handler(Some(wait_for_others))?;
    // Otherwise a statement is planned anew whenever it is bound to other values.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

fn wait_for_others(looks: i32) -> bool {
    thread::sleep(BUSY_PAUSE);
    looks < BUSY_LOOKS
}

/// What SQLite says, without the statement that it says it of.
pub(super) fn reason(error: &Error) -> String {
    match error {
        Error::SqlInputError { msg, .. } => msg.clone(),
        _ => error.to_string(),
    }
}
