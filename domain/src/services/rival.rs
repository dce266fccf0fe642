//! A storage in which somebody else is quicker, once.

use std::pin::Pin;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;

use crate::providers::{Reader, Storage, StorageError, UnitOfWork};

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
