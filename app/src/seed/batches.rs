//! Units of work of about the same size.

use std::time::Duration;

use domain::providers::{Storage, StorageError, UnitOfWork};
use tokio::time::sleep;

/// How many rows to write in one unit of work: many, so that it is fast, and few enough for a
/// service on the same database to get its turn.
const ROWS: usize = 1_000;

/// How long to leave the database to others in between.
const PAUSE: Duration = Duration::from_millis(5);

/// One unit of work after another.
pub struct Batches<'a> {
    storage: &'a dyn Storage,
    work: Option<Box<dyn UnitOfWork>>,
    /// How many rows `work` has written.
    rows: usize,
}

impl<'a> Batches<'a> {
    /// Nothing is written yet.
    pub fn new(storage: &'a dyn Storage) -> Self {
        Self { storage, work: None, rows: 0 }
    }

    /// The unit of work to write about `rows` more to. It commits those that are full.
    pub async fn room_for(&mut self, rows: usize) -> Result<&mut dyn UnitOfWork, StorageError> {
        if self.rows + rows > ROWS {
            self.commit().await?;
            sleep(PAUSE).await;
        }
        self.rows += rows;
        match self.work {
            Some(ref mut work) => Ok(&mut **work),
            None => Ok(&mut **self.work.insert(self.storage.begin().await?)),
        }
    }

    /// Commits what is written by now.
    pub async fn commit(&mut self) -> Result<(), StorageError> {
        self.rows = 0;
        match self.work.take() {
            Some(work) => work.commit().await,
            None => Ok(()),
        }
    }
}
