//! A program that cannot start says why in one line, and ends.

use std::net::TcpListener;

use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use rusqlite::Connection;

use crate::process::{run, url};
use crate::trial::named;

/// The commands that open a database.
const COMMANDS: [&str; 3] = ["serve", "migrate", "seed"];

/// `startup::a_port_in_use_is_told`, and so on.
pub fn trials() -> Vec<Trial> {
    vec![
        named(a_port_in_use_is_told),
        named(an_address_that_is_none_is_told),
        named(a_url_that_names_no_database_is_told),
        named(a_file_that_is_no_database_is_told),
        named(a_newer_schema_is_told),
    ]
}

/// The one line that the program says, where it can do nothing else.
async fn told(arguments: &[&str]) -> String {
    let output = run(arguments).await;
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert_eq!(output.stdout, b"");
    assert_eq!(told.lines().count(), 1, "{told}");
    told.strip_prefix("conduit: ").expect(&told).trim_end().to_owned()
}

async fn a_port_in_use_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let database = url(&folder.path().join("conduit.db"));
    let neighbor = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = neighbor.local_addr().unwrap().to_string();

    let told = told(&["--listen", &address, "--database-url", &database]).await;

    assert_eq!(told, format!("cannot listen on {address}: address already in use"));
}

async fn an_address_that_is_none_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let database = url(&folder.path().join("conduit.db"));

    for address in ["8080", "127.0.0.1:http", "127.0.0.1:70000"] {
        let told = told(&["--listen", address, "--database-url", &database]).await;
        assert!(told.starts_with(&format!("cannot listen on {address}: ")), "{told}");
    }
}

async fn a_url_that_names_no_database_is_told() {
    for command in COMMANDS {
        for url in ["conduit.db", "sqlite://", "mysql://localhost/conduit", "https://helix.example"]
        {
            let told = told(&with_database(command, url)).await;
            let expected = format!(
                "`{url}` names no database: expected sqlite://PATH or postgres://USER@HOST/NAME"
            );
            assert_eq!(told, expected);
        }
    }
}

async fn a_file_that_is_no_database_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let letter = folder.path().join("letter.txt");
    std::fs::write(&letter, "Dear Rosalind, ".repeat(100)).unwrap();
    let nowhere = folder.path().join("nowhere/conduit.db");

    for command in COMMANDS {
        for file in [&letter, &nowhere, folder.path()] {
            let told = told(&with_database(command, &url(file))).await;
            assert!(told.starts_with(&format!("cannot open {}: ", file.display())), "{told}");
        }
    }
}

async fn a_newer_schema_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("conduit.db");
    let url = url(&file);
    assert!(run(&with_database("migrate", &url)).await.status.success());
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();

    for command in COMMANDS {
        let told = told(&with_database(command, &url)).await;
        let begins = format!("{} has schema version 99", file.display());
        assert!(told.starts_with(&begins) && told.ends_with("use a newer one"), "{told}");
    }
}

fn with_database<'a>(command: &'a str, url: &'a str) -> Vec<&'a str> {
    let mut arguments = vec![command, "--database-url", url];
    if command == "serve" {
        arguments.extend(["--listen", "127.0.0.1:0"]);
    }
    arguments
}
