use std::future::poll_fn;
use std::task::Poll;

use domain::providers::{Conflict, StorageError};
use pretty_assertions::assert_eq;
use rusqlite::Connection;
use tempfile::TempDir;

use super::SqliteStorage;
use crate::{OpenError, open};

fn url(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join("conduit.db").display())
}

async fn opened(folder: &TempDir) -> SqliteStorage {
    SqliteStorage::open(folder.path().join("conduit.db")).await.unwrap()
}

#[tokio::test]
async fn a_url_of_another_kind_is_told_what_was_expected() {
    for url in [
        "mysql://localhost/conduit",
        "conduit.db",
        "sqlite://",
        "sqlite://:memory:",
        "sqlite://file:conduit.db",
        "sqlite://conduit.db?mode=rwc",
    ] {
        let refused = open(url).await.err().map(|error| error.to_string());

        let line = format!(
            "`{url}` names no database: expected sqlite://PATH or postgres://USER@HOST/NAME"
        );
        assert_eq!(refused, Some(line));
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("conduit.db"), "Dear diary, ".repeat(100)).unwrap();

    let refused = open(&url(&folder)).await.err();

    let Some(OpenError::Unusable { reason, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!(reason, "file is not a database");
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let other = Connection::open(folder.path().join("conduit.db")).unwrap();
    other.execute("CREATE TABLE users (shoe_size INTEGER)", []).unwrap();

    let refused = open(&url(&folder)).await.err();

    let Some(OpenError::Unusable { reason, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!(reason, "table users already exists");
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}/nowhere/conduit.db", folder.path().display());

    let refused = open(&url).await.err().map(|error| error.to_string());

    assert!(
        refused.unwrap().ends_with("nowhere/conduit.db: No such file or directory (os error 2)")
    );
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_with_the_secrets_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();

    let _storage = open(&url(&folder)).await.unwrap();

    for name in ["conduit.db", "conduit.db-wal", "conduit.db-shm"] {
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[tokio::test]
async fn a_secret_is_made_once_and_found_again_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let first = open(&url(&folder)).await.unwrap().secret("token", vec![1; 32]).await;

    let second = open(&url(&folder)).await.unwrap().secret("token", vec![2; 32]).await;

    assert_eq!(first.unwrap(), vec![1; 32]);
    assert_eq!(second.unwrap(), vec![1; 32]);
}

#[tokio::test]
async fn a_job_that_panics_costs_its_caller_an_error_and_nobody_else_anything() {
    let folder = TempDir::new().unwrap();
    let storage = opened(&folder).await;

    let outcome = storage.writer.run(|_| -> rusqlite::Result<()> { panic!("on purpose") }).await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))));
    assert!(storage.writer.run(|db| db.query_row("SELECT 1", [], |_| Ok(()))).await.is_ok());
}

#[tokio::test]
async fn a_job_that_was_given_up_while_it_waited_is_not_done() {
    let folder = TempDir::new().unwrap();
    let storage = opened(&folder).await;
    let (let_go, go) = std::sync::mpsc::channel();
    storage.writer.submit(move |_| go.recv().unwrap());

    let mut waiting = Box::pin(storage.writer.run(|db| db.execute("DELETE FROM totals", [])));
    let at_first = poll_fn(|context| Poll::Ready(waiting.as_mut().poll(context).is_pending()));
    assert!(at_first.await);
    drop(waiting);
    let_go.send(()).unwrap();

    let count = |db: &mut Connection| {
        db.query_row("SELECT count(*) FROM totals", [], |row| row.get::<_, i64>(0))
    };
    assert_eq!(storage.writer.run(count).await.unwrap(), 1);
}

#[tokio::test]
async fn a_row_that_somebody_else_spoiled_is_inconsistent_not_absent() {
    let folder = TempDir::new().unwrap();
    let storage = opened(&folder).await;
    let spoil = "INSERT INTO users (id, username, email, email_key, password)
        VALUES (zeroblob(16), ' ', 'nobody', 'nobody', '')";
    storage.writer.run(move |db| db.execute(spoil, [])).await.unwrap();

    let found = domain::providers::Storage::read(&storage)
        .users()
        .find(domain::UserId(uuid::Uuid::nil()))
        .await;

    assert!(matches!(found, Err(StorageError::Inconsistent(_))), "{found:?}");
}

#[tokio::test]
async fn a_reader_cannot_write() {
    let folder = TempDir::new().unwrap();
    let storage = opened(&folder).await;

    let outcome = storage.readers.run(|db| db.execute("DELETE FROM totals", [])).await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
}

#[test]
fn every_constraint_that_users_can_meet_has_its_meaning() {
    use crate::sqlite::pool::conflict;
    use rusqlite::ffi::{SQLITE_CONSTRAINT_CHECK, SQLITE_CONSTRAINT_UNIQUE};

    let unique =
        |column| conflict(SQLITE_CONSTRAINT_UNIQUE, &format!("UNIQUE constraint failed: {column}"));

    assert_eq!(unique("users.username"), Some(Conflict::Username));
    assert_eq!(unique("users.email_key"), Some(Conflict::Email));
    assert_eq!(unique("articles.slug"), Some(Conflict::Slug));
    assert_eq!(unique("secrets.name"), None);
    assert_eq!(conflict(SQLITE_CONSTRAINT_CHECK, "CHECK constraint failed: x"), None);
}
