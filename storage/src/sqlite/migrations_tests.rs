use std::thread;

use pretty_assertions::assert_eq;
use tempfile::TempDir;

use super::*;
use crate::sqlite::connection;

fn open(folder: &TempDir) -> Connection {
    let path = folder.path().join("conduit.db");
    connection::create_private(&path).unwrap();
    connection::writer(&path).unwrap()
}

fn tables(connection: &Connection) -> i64 {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table'";
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn an_empty_file_gets_the_whole_schema() {
    let folder = TempDir::new().unwrap();
    let mut connection = open(&folder);

    assert!(run(&mut connection).is_ok());

    assert!(tables(&connection) > 8);
    assert_eq!(version(&connection), Ok(MIGRATIONS.len()));
}

#[test]
fn what_is_up_to_date_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let mut connection = open(&folder);
    assert!(run(&mut connection).is_ok());
    connection.execute("INSERT INTO secrets VALUES ('kept', x'01')", []).unwrap();

    assert!(run(&mut connection).is_ok());

    let kept = connection.query_row("SELECT count(*) FROM secrets", [], |row| row.get(0));
    assert_eq!(kept, Ok(1));
}

#[test]
fn a_newer_schema_is_refused_in_one_line_and_not_touched() {
    let folder = TempDir::new().unwrap();
    let mut connection = open(&folder);
    connection.pragma_update(None, "user_version", 99).unwrap();

    let refused = run(&mut connection).map_err(|error| error.at("conduit.db").to_string());

    let known = MIGRATIONS.len();
    let line = format!(
        "conduit.db has schema version 99, and this program knows {known} at most: use a newer one"
    );
    assert_eq!(refused, Err(line));
    assert_eq!(tables(&connection), 0);
}

#[test]
fn of_many_processes_at_once_one_migrates_and_the_others_wait() {
    let folder = TempDir::new().unwrap();
    let connections: Vec<_> = (0..8).map(|_| open(&folder)).collect();

    let runs = connections.into_iter().map(|mut c| thread::spawn(move || run(&mut c).is_ok()));
    let runs: Vec<_> = runs.collect();

    assert!(runs.into_iter().all(|run| run.join().unwrap()));
}
