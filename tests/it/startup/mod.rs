//! A program that cannot start says why in one line, and ends. Why a Postgres cannot be used stands in
//! `servers`.

mod servers;

use std::net::TcpListener;
use std::path::Path;

use libtest_mimic::Trial;
use pretty_assertions::assert_eq;

use crate::place::{Kind, on_both};
use crate::process::told;
use crate::trial::named;

/// The commands that open a database.
const COMMANDS: [&str; 3] = ["serve", "migrate", "seed"];

/// `startup::a_port_in_use_is_told`, and so on.
pub fn trials() -> Vec<Trial> {
    let own = [
        named(a_port_in_use_is_told),
        named(an_address_that_is_none_is_told),
        named(a_url_that_names_no_database_is_told),
        named(a_file_that_is_no_database_is_told),
    ];
    let on_each = [on_both(a_newer_schema_is_told), on_both(a_database_of_another_program_is_told)];
    own.into_iter().chain(on_each.into_iter().flatten()).chain(servers::trials()).collect()
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

async fn a_newer_schema_is_told(kind: Kind) {
    let place = kind.place().await;
    drop(place.open().await);
    place
        .execute(match kind {
            Kind::Sqlite => "PRAGMA user_version = 99",
            Kind::Postgres => {
                "INSERT INTO _sqlx_migrations (version, description, success, checksum,
                    execution_time) VALUES (99, 'shoes', true, '', 0)"
            }
        })
        .await;
    let before = place.contents().await;

    for command in COMMANDS {
        let told = told(&with_database(command, &place.url())).await;
        let says = format!("{} has schema version 99, and this program knows ", place.shown());
        assert!(told.starts_with(&says) && told.ends_with("at most: use a newer one"), "{told}");
    }
    assert_eq!(place.contents().await, before);
}

async fn a_database_of_another_program_is_told(kind: Kind) {
    let place = kind.place().await;
    place.execute("CREATE TABLE users (shoe_size INTEGER)").await;

    for command in COMMANDS {
        let told = told(&with_database(command, &place.url())).await;
        assert!(told.starts_with(&format!("cannot open {}: ", place.shown())), "{told}");
        assert!(told.contains("users") && told.ends_with("already exists"), "{told}");
    }
}

/// The URL of a database in this file.
fn url(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

fn with_database<'a>(command: &'a str, url: &'a str) -> Vec<&'a str> {
    let mut arguments = vec![command, "--database-url", url];
    if command == "serve" {
        arguments.extend(["--listen", "127.0.0.1:0"]);
    }
    arguments
}
