//! The storages to test on.

use std::sync::{Arc, LazyLock};

use domain::fakes::FakeStorage;
use domain::providers::Storage;
use futures::FutureExt;
use futures::future::{LocalBoxFuture, ready};

/// Every storage there is, one a line.
static ALL: LazyLock<Vec<Backend>> =
    LazyLock::new(|| vec![backend("fake", fake), backend("sqlite", sqlite)]);

/// Every storage there is.
pub fn all() -> &'static [Backend] {
    &ALL
}

/// A kind of storage.
pub struct Backend {
    /// How trials call it.
    pub name: &'static str,
    /// Why it cannot be tested on here, where it cannot: its trials are then reported as ignored.
    pub ignored: Option<String>,
    open: Box<dyn Fn() -> LocalBoxFuture<'static, Opened> + Send + Sync>,
}

impl Backend {
    /// A fresh, empty one.
    pub async fn open(&self) -> Opened {
        (self.open)().await
    }
}

/// A storage that nobody else has.
pub struct Opened {
    /// The storage itself.
    pub storage: Arc<dyn Storage>,
    /// Checks that what is kept behind the storage agrees with itself, and removes it. Dropped
    /// unawaited, it only removes.
    pub close: LocalBoxFuture<'static, ()>,
}

impl Opened {
    fn new(storage: impl Storage + 'static, close: impl Future<Output = ()> + 'static) -> Self {
        Self { storage: Arc::new(storage), close: close.boxed_local() }
    }
}

fn backend<F>(name: &'static str, open: F) -> Backend
where
    F: AsyncFn() -> Opened + Copy + Send + Sync + 'static,
{
    let open = move || async move { open().await }.boxed_local();
    Backend { name, ignored: None, open: Box::new(open) }
}

async fn fake() -> Opened {
    Opened::new(FakeStorage::default(), ready(()))
}

async fn sqlite() -> Opened {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("conduit.db");
    let storage = storage::open(&format!("sqlite://{}", file.display())).await.unwrap();
    Opened::new(storage, async move { drop(folder) })
}
