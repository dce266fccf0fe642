//! The storages to test on.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use domain::fakes::FakeStorage;
use domain::providers::Storage;
use futures::FutureExt;
use futures::future::{LocalBoxFuture, ready};
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::audit::{audit_postgres, audit_sqlite};
use crate::postgres::{Database, Presence, presence};

/// Every storage there is, one a line.
static ALL: LazyLock<Vec<Backend>> = LazyLock::new(|| {
    vec![
        backend("fake", always, fake),
        backend("sqlite", always, sqlite),
        backend("postgres", presence, postgres),
    ]
});

/// Every storage there is.
pub fn all() -> &'static [Backend] {
    &ALL
}

/// The one of this name.
///
/// # Panics
/// Where there is none.
pub fn named(name: &str) -> &'static Backend {
    ALL.iter().find(|backend| backend.name == name).expect("a storage of this name")
}

/// A kind of storage.
pub struct Backend {
    /// How trials call it.
    pub name: &'static str,
    presence: fn() -> &'static Presence,
    open: Box<dyn Fn() -> LocalBoxFuture<'static, Opened> + Send + Sync>,
}

impl Backend {
    /// Whether it can be tested on here.
    pub fn presence(&self) -> &'static Presence {
        (self.presence)()
    }

    /// A fresh, empty one.
    pub async fn open(&self) -> Opened {
        (self.open)().await
    }
}

/// A storage that nobody else has.
pub struct Opened {
    /// The storage itself.
    pub storage: Arc<dyn Storage>,
    /// Says what does not agree in the rows behind the storage, and removes them. Dropped
    /// unawaited, it only removes.
    pub close: LocalBoxFuture<'static, Result<(), String>>,
}

impl Opened {
    fn new(
        storage: Arc<dyn Storage>,
        close: impl Future<Output = Result<(), String>> + 'static,
    ) -> Self {
        Self { storage, close: close.boxed_local() }
    }
}

fn backend<F>(name: &'static str, presence: fn() -> &'static Presence, open: F) -> Backend
where
    F: AsyncFn() -> Opened + Copy + Send + Sync + 'static,
{
    let open = move || async move { open().await }.boxed_local();
    Backend { name, presence, open: Box::new(open) }
}

fn always() -> &'static Presence {
    &Presence::Here
}

async fn fake() -> Opened {
    Opened::new(Arc::new(FakeStorage::default()), ready(Ok(())))
}

async fn sqlite() -> Opened {
    let (storage, folder) = sqlite_file().await;
    Opened::new(storage, async move {
        audit_sqlite(&folder.path().join(FILE)).map_err(|error| error.to_string())
    })
}

async fn postgres() -> Opened {
    let database = Database::migrated().await;
    let storage = storage::open(database.url()).await.unwrap();
    Opened::new(storage, async move {
        let audited = audit_postgres(database.url()).await;
        audited.map_err(|error| format!("{error}; {}", database.traces()))
    })
}

const FILE: &str = "conduit.db";

/// An empty SQLite storage, and the folder that holds its file.
async fn sqlite_file() -> (Arc<dyn Storage>, TempDir) {
    // Migrating takes three times as long as copying what was migrated once.
    static MIGRATED: OnceCell<Vec<u8>> = OnceCell::const_new();
    let folder = folder();
    let file = folder.path().join(FILE);
    fs::write(&file, MIGRATED.get_or_init(migrated).await).unwrap();
    (open_sqlite(&file).await, folder)
}

async fn migrated() -> Vec<u8> {
    let folder = folder();
    let copy = folder.path().join("copy.db");
    let _open = open_sqlite(&folder.path().join(FILE)).await;
    let database = Connection::open(folder.path().join(FILE)).unwrap();
    database.execute("VACUUM INTO ?1", [copy.to_str()]).unwrap();
    fs::read(copy).unwrap()
}

async fn open_sqlite(file: &Path) -> Arc<dyn Storage> {
    storage::open(&format!("sqlite://{}", file.display())).await.unwrap()
}

/// In memory where the system has such a place: each commit is synced, and whether it outlives a
/// power cut is not what is tested on these. A third of the time it takes on a disk.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}
