//! The providers on SQLite: one writer beside a pool of readers, on a write-ahead log.

mod articles;
mod audit;
mod comments;
mod connection;
mod favorites;
mod follows;
mod lists;
mod migrations;
mod outbox;
mod pool;
mod row;
mod unit_of_work;
mod users;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use async_trait::async_trait;
use domain::providers::{
    ReadArticles, ReadComments, ReadUsers, Reader, Storage, StorageError, UnitOfWork,
};
use tokio::sync::Mutex;

use crate::{Database, OpenError};
use pool::Pool;
use unit_of_work::SqliteUnitOfWork;

/// Keeps everything in one SQLite file. Clones share its connections.
#[derive(Clone)]
pub struct SqliteStorage {
    /// The one connection that writes.
    writer: Pool,
    /// Held by the unit of work that has begun: the others wait here, without a thread.
    turn: Arc<Mutex<()>>,
    readers: Pool,
}

impl SqliteStorage {
    /// Opens the file, creates it where it is absent, and brings its schema up to date.
    pub(crate) async fn open(path: PathBuf) -> Result<Self, OpenError> {
        let opened = tokio::task::spawn_blocking(move || {
            let shown = path.display().to_string();
            let failed = |error: rusqlite::Error| OpenError::Unusable {
                database: shown.clone(),
                reason: connection::reason(&error),
            };
            connection::create_private(&path).map_err(|error| OpenError::Unusable {
                database: shown.clone(),
                reason: error.to_string(),
            })?;
            let mut writer = connection::writer(&path).map_err(failed)?;
            migrations::run(&mut writer).map_err(|error| error.at(&shown))?;
            let readers = (0..reader_count())
                .map(|_| connection::reader(&path))
                .collect::<Result<_, _>>()
                .map_err(failed)?;
            Ok(Self {
                writer: Pool::start("sqlite-writer", vec![writer]),
                turn: Arc::default(),
                readers: Pool::start("sqlite-reader", readers),
            })
        });
        opened.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))
    }
}

/// A reader is busy with the processor, not with the disk: as many as processors.
fn reader_count() -> usize {
    thread::available_parallelism().map_or(2, |n| n.get().clamp(2, 8))
}

#[async_trait]
impl Database for SqliteStorage {
    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StorageError> {
        let _turn = self.turn.lock().await;
        let name = name.to_owned();
        let keep_or_find = move |connection: &mut rusqlite::Connection| {
            connection.execute(
                "INSERT INTO secrets (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                (&name, fresh),
            )?;
            connection.query_row("SELECT value FROM secrets WHERE name = ?1", [&name], |r| r.get(0))
        };
        self.writer.run(keep_or_find).await
    }
}

#[async_trait]
impl Storage for SqliteStorage {
    fn read(&self) -> Box<dyn Reader> {
        Box::new(self.readers.clone())
    }

    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        let turn = self.turn.clone().lock_owned().await;
        Ok(Box::new(SqliteUnitOfWork::begin(self.writer.clone(), turn).await?))
    }

    async fn ping(&self) -> Result<(), StorageError> {
        self.readers.run(|connection| connection.query_row("SELECT 1", [], |_| Ok(()))).await
    }
}

impl Reader for Pool {
    fn users(&mut self) -> &mut dyn ReadUsers {
        self
    }

    fn articles(&mut self) -> &mut dyn ReadArticles {
        self
    }

    fn comments(&mut self) -> &mut dyn ReadComments {
        self
    }
}

#[cfg(test)]
#[path = "storage_tests.rs"]
mod tests;
