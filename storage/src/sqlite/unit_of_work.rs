//! The unit of work on SQLite: the write lock, from its beginning to its end.

use async_trait::async_trait;
use domain::providers::{
    Articles, Audit, Comments, Favorites, Follows, Outbox, StorageError, UnitOfWork, Users,
};
use rusqlite::Connection;
use tokio::sync::OwnedMutexGuard;

use super::pool::Pool;

/// A transaction on the one connection that writes.
pub(super) struct SqliteUnitOfWork {
    writer: Pool,
    committed: bool,
    /// Released after `drop` has queued the rollback, which runs before the next one's BEGIN.
    _turn: OwnedMutexGuard<()>,
}

impl SqliteUnitOfWork {
    /// IMMEDIATE takes the write lock now: a lock taken at the first write could be refused after
    /// another process has written in between.
    pub async fn begin(writer: Pool, turn: OwnedMutexGuard<()>) -> Result<Self, StorageError> {
        // Made first, so that a caller who gives up while waiting leaves no transaction open.
        let work = Self { writer, committed: false, _turn: turn };
        work.writer.run(|connection| execute(connection, "BEGIN IMMEDIATE")).await?;
        Ok(work)
    }
}

#[async_trait]
impl UnitOfWork for SqliteUnitOfWork {
    fn users(&mut self) -> &mut dyn Users {
        &mut self.writer
    }

    fn articles(&mut self) -> &mut dyn Articles {
        &mut self.writer
    }

    fn comments(&mut self) -> &mut dyn Comments {
        &mut self.writer
    }

    fn favorites(&mut self) -> &mut dyn Favorites {
        &mut self.writer
    }

    fn follows(&mut self) -> &mut dyn Follows {
        &mut self.writer
    }

    fn outbox(&mut self) -> &mut dyn Outbox {
        &mut self.writer
    }

    fn audit(&mut self) -> &mut dyn Audit {
        &mut self.writer
    }

    async fn commit(mut self: Box<Self>) -> Result<(), StorageError> {
        self.writer.run(|connection| execute(connection, "COMMIT")).await?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for SqliteUnitOfWork {
    fn drop(&mut self) {
        if self.committed {
            return;
        }
        self.writer.submit(|connection| {
            // No transaction is open where BEGIN failed, or a COMMIT succeeded that nobody
            // waited for.
            if !connection.is_autocommit() {
                // Should it fail, the next BEGIN fails too, and says why.
                let _ = execute(connection, "ROLLBACK");
            }
        });
    }
}

fn execute(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(|_| ())
}
