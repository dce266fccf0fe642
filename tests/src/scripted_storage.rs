//! Our own storage on a scripted Postgres, which knows nothing of it.

use std::path::Path;

use sqlx::migrate::Migrator;

use crate::scripted::{Script, rows};

/// What [`storage::open`] asks of a server first, and the answer that contents it: the schema is
/// there, and up to date.
///
/// # Panics
/// Where the migrations cannot be read.
pub async fn migrated() -> Script {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../storage/migrations/postgres");
    let migrator = Migrator::new(Path::new(folder)).await.expect("migrations in their folder");
    let none = rows::<(i64, Vec<u8>)>(["version", "checksum"]);
    let noted =
        migrator.iter().fold(none, |rows, done| rows.row((done.version, done.checksum.to_vec())));
    Script::new()
        .expect("SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version")
        .returns(noted)
}
