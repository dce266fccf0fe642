//! Each migration meets data that the version before it has kept.
//!
//! Beside this file is, for each version of a schema, what Rosalind's circle left in it:
//! `postgres/at_0001.sql` and so on. Whoever writes a migration writes the next one, as long as
//! that version is the newest.

mod circle;

use std::fs;
use std::path::{Path, PathBuf};

use futures::future::join_all;
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection};

use crate::architecture::house;
use crate::place::{Kind, Place, on, on_both};
use crate::process::{run, told};

/// `migrations::sqlite::data_of_every_version_is_kept`, and so on.
pub fn trials() -> Vec<Trial> {
    let on_each = [
        on_both(data_of_every_version_is_kept),
        on_both(a_second_run_changes_nothing),
        on_both(the_program_runs_what_is_in_the_folder),
        on_both(many_processes_may_migrate_at_once),
        on_both(a_migration_that_failed_halfway_can_be_run_again),
    ];
    let alone = on(Kind::Postgres, a_migration_that_was_changed_since_is_told);
    on_each.into_iter().flatten().chain([alone]).collect()
}

async fn data_of_every_version_is_kept(kind: Kind) {
    for version in 1..=newest(kind) {
        let place = kind.place().await;
        bring_to(&place, version).await;
        place.execute(&data(kind, version)).await;

        let storage = place.open().await;

        circle::is_there(&*storage).await;
        place.audit().await;
        circle::breaks_up(&*storage).await;
        place.audit().await;
    }
}

async fn a_second_run_changes_nothing(kind: Kind) {
    let place = kind.place().await;
    migrates(&place).await;
    place.execute(&data(kind, newest(kind))).await;
    let before = place.contents().await;

    migrates(&place).await;

    assert_eq!(place.contents().await, before);
}

async fn the_program_runs_what_is_in_the_folder(kind: Kind) {
    let by_hand = kind.place().await;
    bring_to(&by_hand, newest(kind)).await;
    let expected = by_hand.contents().await;
    drop(by_hand);
    let place = kind.place().await;

    migrates(&place).await;

    assert_eq!(place.contents().await, expected);
}

async fn many_processes_may_migrate_at_once(kind: Kind) {
    let place = kind.place().await;

    join_all((0..8).map(|_| migrates(&place))).await;

    let migrated = place.contents().await;
    migrates(&place).await;
    assert_eq!(place.contents().await, migrated);
    place.audit().await;
}

async fn a_migration_that_failed_halfway_can_be_run_again(kind: Kind) {
    let place = kind.place().await;
    // It is in the way of the last of the tables.
    place.execute("CREATE TABLE secrets (of_another_program INTEGER)").await;

    let told = told(&["migrate", "--database-url", &place.url()]).await;

    assert!(told.contains("secrets") && told.ends_with("already exists"), "{told}");
    place.execute("DROP TABLE secrets").await;
    migrates(&place).await;
    place.audit().await;
}

async fn a_migration_that_was_changed_since_is_told(kind: Kind) {
    let place = kind.place().await;
    migrates(&place).await;
    place.execute("UPDATE _sqlx_migrations SET checksum = '\\x00' WHERE version = 1").await;

    let told = told(&["migrate", "--database-url", &place.url()]).await;

    let reason = "its schema version 1 was made by another migration than this program has";
    assert!(told.starts_with("cannot open postgres://") && told.ends_with(reason), "{told}");
}

/// Runs the program, which must succeed.
async fn migrates(place: &Place) {
    let output = run(&["migrate", "--database-url", &place.url()]).await;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn folder(kind: Kind) -> PathBuf {
    house().join("storage/migrations").join(kind.name())
}

/// What was left in the database when this version was the newest.
fn data(kind: Kind, version: usize) -> String {
    let file = format!("{}/at_{version:04}.sql", kind.name());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("it/migrations").join(file);
    fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!("write {}, data at version {version}: {error}", file.display())
    })
}

/// The version that the newest migration makes: they are numbered from one, without a gap.
fn newest(kind: Kind) -> usize {
    fs::read_dir(folder(kind)).unwrap().count()
}

/// Does what a program did whose newest version this was.
async fn bring_to(place: &Place, version: usize) {
    match place {
        Place::Folder(_) => {
            let mut files: Vec<_> = fs::read_dir(folder(Kind::Sqlite))
                .unwrap()
                .map(|file| file.unwrap().path())
                .collect();
            files.sort();
            for file in &files[..version] {
                place.execute(&fs::read_to_string(file).unwrap()).await;
            }
            place.execute(&format!("PRAGMA user_version = {version}")).await;
        }
        Place::Database(database) => {
            let migrator = Migrator::new(folder(Kind::Postgres)).await.unwrap();
            let mut session = PgConnection::connect(database.url()).await.unwrap();
            migrator.run_to(version.try_into().unwrap(), &mut session).await.unwrap();
            session.close().await.unwrap();
        }
    }
}
