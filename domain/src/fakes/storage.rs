//! The fake storage and its unit of work.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::tables::Tables;
use crate::providers::{
    Articles, Audit, Comments, Favorites, Follows, Outbox, Reader, Storage, StorageError,
    UnitOfWork, Users,
};

/// A storage in memory. Clones share what they keep.
#[derive(Clone, Default)]
pub struct FakeStorage {
    committed: Arc<Mutex<Tables>>,
}

impl FakeStorage {
    fn committed(&self) -> MutexGuard<'_, Tables> {
        // What is committed is whole even where a test panicked beside it.
        self.committed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Storage for FakeStorage {
    fn read(&self) -> Box<dyn Reader> {
        Box::new(self.committed().clone())
    }

    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        let tables = self.committed().clone();
        Ok(Box::new(FakeUnitOfWork { storage: self.clone(), tables }))
    }

    async fn ping(&self) -> Result<(), StorageError> {
        Ok(())
    }
}

/// A snapshot, and the changes made to it.
struct FakeUnitOfWork {
    storage: FakeStorage,
    tables: Tables,
}

#[async_trait]
impl UnitOfWork for FakeUnitOfWork {
    fn users(&mut self) -> &mut dyn Users {
        &mut self.tables
    }

    fn articles(&mut self) -> &mut dyn Articles {
        &mut self.tables
    }

    fn comments(&mut self) -> &mut dyn Comments {
        &mut self.tables
    }

    fn favorites(&mut self) -> &mut dyn Favorites {
        &mut self.tables
    }

    fn follows(&mut self) -> &mut dyn Follows {
        &mut self.tables
    }

    fn outbox(&mut self) -> &mut dyn Outbox {
        &mut self.tables
    }

    fn audit(&mut self) -> &mut dyn Audit {
        &mut self.tables
    }

    async fn commit(self: Box<Self>) -> Result<(), StorageError> {
        let mut committed = self.storage.committed();
        let mut next = committed.clone();
        next.merge(self.tables)?;
        *committed = next;
        Ok(())
    }
}
