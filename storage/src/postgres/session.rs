//! What the providers are implemented on: where a statement runs.

use super::pool::{ANSWER, Pool, in_time};
use async_trait::async_trait;
use domain::providers::{
    Articles, Audit, Comments, Favorites, Follows, Outbox, ReadArticles, ReadComments, ReadUsers,
    Reader, StorageError, UnitOfWork, Users,
};
use sqlx::postgres::PgRow;
use sqlx::{Postgres, Transaction};

use super::error::storage_error;
use super::statement::Statement;

/// Where statements run.
pub(super) trait Source: Send {
    /// Whether what is looked up is kept from others, because it will be changed.
    const LOCKS: bool;

    /// The rows that `statement` makes.
    fn rows(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<PgRow>, StorageError>> + Send;
}

/// Each statement on any connection.
impl Source for Pool {
    const LOCKS: bool = false;

    async fn rows(&mut self, statement: Statement) -> Result<Vec<PgRow>, StorageError> {
        Pool::rows(self, &statement).await.map_err(storage_error)
    }
}

/// All statements in one transaction.
pub(super) struct Work(pub Transaction<'static, Postgres>);

impl Source for Work {
    const LOCKS: bool = true;

    async fn rows(&mut self, statement: Statement) -> Result<Vec<PgRow>, StorageError> {
        let rows = statement.query().fetch_all(&mut *self.0);
        in_time(ANSWER, rows).await.map_err(storage_error)
    }
}

/// The providers are implemented on it, each in its own file: those that read on any source, those
/// that write on [`Work`] alone.
pub(super) struct Session<S>(pub S);

impl<S: Source> Session<S> {
    /// The rows that `statement` makes.
    pub async fn rows(&mut self, statement: Statement) -> Result<Vec<PgRow>, StorageError> {
        self.0.rows(statement).await
    }

    /// The first of them.
    pub async fn row(&mut self, statement: Statement) -> Result<Option<PgRow>, StorageError> {
        Ok(self.0.rows(statement).await?.into_iter().next())
    }
}

impl Session<Work> {
    /// Runs `statement`; answers how many rows it wrote.
    pub async fn write(&mut self, statement: Statement) -> Result<u64, StorageError> {
        let written = statement.query().execute(&mut *self.0.0);
        Ok(in_time(ANSWER, written).await.map_err(storage_error)?.rows_affected())
    }
}

impl Reader for Session<Pool> {
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

#[async_trait]
impl UnitOfWork for Session<Work> {
    fn users(&mut self) -> &mut dyn Users {
        self
    }

    fn articles(&mut self) -> &mut dyn Articles {
        self
    }

    fn comments(&mut self) -> &mut dyn Comments {
        self
    }

    fn favorites(&mut self) -> &mut dyn Favorites {
        self
    }

    fn follows(&mut self) -> &mut dyn Follows {
        self
    }

    fn outbox(&mut self) -> &mut dyn Outbox {
        self
    }

    fn audit(&mut self) -> &mut dyn Audit {
        self
    }

    async fn commit(self: Box<Self>) -> Result<(), StorageError> {
        in_time(ANSWER, self.0.0.commit()).await.map_err(storage_error)
    }
}
