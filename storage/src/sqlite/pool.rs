//! Threads that own a connection each, and the queue they share.
//!
//! SQLite blocks its thread, so it has threads of its own; a request hands a closure over and
//! waits for the answer. Measured against the alternatives in `docs/decisions/`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use domain::providers::{Conflict, StorageError};
use rusqlite::{Connection, Error, ErrorCode, ffi};
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// The queue to some connections. The providers are implemented on it, each in its own file. When
/// its last clone is dropped, the threads finish what is queued and end.
#[derive(Clone)]
pub(super) struct Pool {
    jobs: crossbeam_channel::Sender<Job>,
}

impl Pool {
    /// Starts one thread for each connection.
    pub fn start(name: &str, connections: Vec<Connection>) -> Self {
        let (jobs, queue) = crossbeam_channel::unbounded::<Job>();
        for mut connection in connections {
            let queue = queue.clone();
            let work = move || {
                for job in queue {
                    // The caller of a job that panics learns it from the missing answer; the
                    // connection serves the next one.
                    let _ = catch_unwind(AssertUnwindSafe(|| job(&mut connection)));
                }
            };
            let started = thread::Builder::new().name(name.to_owned()).spawn(work);
            started.expect("the operating system starts a thread");
        }
        Self { jobs }
    }

    /// Runs `job` on a connection that is free, jobs of one caller in their order where there is
    /// but one connection.
    pub async fn run<T, F>(&self, job: F) -> Result<T, StorageError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.submit(move |connection| {
            // Whoever gave up while the job was waiting keeps nobody else waiting.
            if !answer.is_closed() {
                // Nor is it told to whoever gave up since.
                let _ = answer.send(job(connection));
            }
        });
        match answered.await {
            Ok(outcome) => outcome.map_err(storage_error),
            Err(_) => Err(StorageError::Unavailable("the database thread panicked".into())),
        }
    }

    /// Runs `job` without waiting for it.
    pub fn submit(&self, job: impl FnOnce(&mut Connection) + Send + 'static) {
        // The threads live as long as a sender does.
        let _ = self.jobs.send(Box::new(job));
    }
}

/// What SQLite's error means to the domain.
fn storage_error(error: Error) -> StorageError {
    match &error {
        Error::SqliteFailure(failure, message)
            if failure.code == ErrorCode::ConstraintViolation =>
        {
            match conflict(failure.extended_code, message.as_deref().unwrap_or_default()) {
                Some(conflict) => StorageError::Conflict(conflict),
                None => StorageError::Inconsistent(error.to_string()),
            }
        }
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..) => StorageError::Inconsistent(error.to_string()),
        _ => StorageError::Unavailable(error.into()),
    }
}

/// SQLite names the columns of a violated constraint, in its message alone.
pub(super) fn conflict(code: i32, message: &str) -> Option<Conflict> {
    match (code, message.strip_prefix("UNIQUE constraint failed: ")) {
        (ffi::SQLITE_CONSTRAINT_UNIQUE, Some("users.username")) => Some(Conflict::Username),
        (ffi::SQLITE_CONSTRAINT_UNIQUE, Some("users.email_key")) => Some(Conflict::Email),
        (ffi::SQLITE_CONSTRAINT_UNIQUE, Some("articles.slug")) => Some(Conflict::Slug),
        (ffi::SQLITE_CONSTRAINT_FOREIGNKEY, _) => Some(Conflict::Concurrent),
        _ => None,
    }
}
