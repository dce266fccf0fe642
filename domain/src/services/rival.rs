//! Storages in which somebody else is quicker, once.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;

use crate::providers::{Conflict, Reader, Storage, StorageError, UnitOfWork};

type Change = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Makes a rival's change as soon as the first unit of work has begun: after its snapshot, before
/// its commit.
pub(super) struct Contested {
    storage: Arc<dyn Storage>,
    rival: Mutex<Option<Change>>,
}

impl Contested {
    pub fn new(
        storage: Arc<dyn Storage>,
        rival: impl Future<Output = ()> + Send + 'static,
    ) -> Self {
        Self { storage, rival: Mutex::new(Some(Box::pin(rival))) }
    }
}

#[async_trait]
impl Storage for Contested {
    fn read(&self) -> Box<dyn Reader> {
        self.storage.read()
    }

    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        let work = self.storage.begin().await?;
        let rival = self.rival.lock().unwrap().take();
        if let Some(change) = rival {
            change.await;
        }
        Ok(work)
    }

    async fn ping(&self) -> Result<(), StorageError> {
        self.storage.ping().await
    }
}

/// Lets all but one unit of work begin: that one loses to a rival, as in a deadlock.
pub(super) struct Refusing {
    storage: Arc<dyn Storage>,
    before: AtomicUsize,
}

impl Refusing {
    /// Refuses the unit of work that comes after `before` others.
    pub fn after(before: usize, storage: Arc<dyn Storage>) -> Self {
        Self { storage, before: AtomicUsize::new(before) }
    }
}

#[async_trait]
impl Storage for Refusing {
    fn read(&self) -> Box<dyn Reader> {
        self.storage.read()
    }

    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        // Counting down wraps around after the refusal, and never comes to zero again.
        match self.before.fetch_sub(1, Ordering::Relaxed) {
            0 => Err(StorageError::Conflict(Conflict::Concurrent)),
            _ => self.storage.begin().await,
        }
    }

    async fn ping(&self) -> Result<(), StorageError> {
        self.storage.ping().await
    }
}
