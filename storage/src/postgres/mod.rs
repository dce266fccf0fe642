//! The providers on Postgres: one pool of connections, for single reads and for units of work.

mod articles;
mod audit;
mod comments;
mod connection;
mod error;
mod favorites;
mod follows;
mod lists;
mod migrations;
mod outbox;
mod pool;
mod row;
mod seen;
mod session;
mod statement;
mod users;

use async_trait::async_trait;
use domain::providers::{Reader, Storage, StorageError, UnitOfWork};

use crate::{Database, OpenError, without_secrets};
use error::storage_error;
use pool::Pool;
use session::{Session, Work};
use statement::statement;

/// Keeps everything in one Postgres database.
pub(crate) struct PostgresStorage {
    pool: Pool,
}

impl PostgresStorage {
    /// Connects to the server, and brings the schema of the database up to date.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let failed = |reason| OpenError::Unusable { database: without_secrets(url), reason };
        let options = connection::options(url).map_err(|error| failed(error::reason(&error)))?;
        migrations::run(&options, &without_secrets(url)).await?;
        Ok(Self { pool: Pool::new(connection::tuned(options)) })
    }
}

#[async_trait]
impl Database for PostgresStorage {
    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StorageError> {
        let keep = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let find = "SELECT value FROM secrets WHERE name = $1";
        let keep = statement(keep).bind(name).bind(fresh);
        self.pool.rows(&keep).await.map_err(storage_error)?;
        let found = self.pool.rows(&statement(find).bind(name)).await.map_err(storage_error)?;
        let none = || StorageError::Inconsistent(format!("no secret `{name}`"));
        row::get(found.first().ok_or_else(none)?, 0)
    }
}

#[async_trait]
impl Storage for PostgresStorage {
    fn read(&self) -> Box<dyn Reader> {
        Box::new(Session(self.pool.clone()))
    }

    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        Ok(Box::new(Session(Work(self.pool.begin().await.map_err(storage_error)?))))
    }

    async fn ping(&self) -> Result<(), StorageError> {
        self.pool.ping(&statement("SELECT 1")).await.map_err(storage_error)
    }
}
