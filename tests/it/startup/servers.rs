//! A Postgres that cannot be used is told in one line, which shows no password.

use std::net::{SocketAddr, TcpListener};
use std::str::FromStr;

use futures::future::join_all;
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

use super::{COMMANDS, with_database};
use crate::place::{Kind, on};
use crate::process::{run, told};
use crate::trial::named;

pub fn trials() -> Vec<Trial> {
    vec![
        named(a_server_that_is_down_is_told),
        named(a_server_that_never_answers_is_told),
        named(a_server_that_lets_nobody_in_is_told),
        named(a_server_without_the_tls_that_is_demanded_is_told),
        named(a_url_that_makes_no_sense_is_told),
        on(Kind::Postgres, a_database_or_a_role_that_is_not_there_is_told),
        on(Kind::Postgres, a_password_is_not_shown_when_all_is_well),
    ]
}

async fn a_server_that_is_down_is_told() {
    // Bound and not listening: nobody else gets the port.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let server = socket.local_addr().unwrap();

    assert_all_told(&rosalind_at(server, ""), &shown(server), "Connection refused").await;
}

async fn a_server_that_never_answers_is_told() {
    // The system takes the connection, and nobody the words.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let server = listener.local_addr().unwrap();

    assert_all_told(&rosalind_at(server, ""), &shown(server), "no answer in time").await;
}

async fn a_server_that_lets_nobody_in_is_told() {
    let reason = "password authentication failed for user \"rosalind\"";
    let fields = format!("SFATAL\0C28P01\0M{reason}\0\0");
    let length = u32::try_from(4 + fields.len()).unwrap().to_be_bytes();
    let refusal = [b"E", &length[..], fields.as_bytes()].concat();
    let server = server_that_says(refusal).await;
    let url = rosalind_at(server, "?sslmode=disable");

    assert_all_told(&url, &shown(server), reason).await;
}

async fn a_server_without_the_tls_that_is_demanded_is_told() {
    let server = server_that_says(b"N".to_vec()).await;
    let url = rosalind_at(server, "?sslmode=require");

    assert_all_told(&url, &shown(server), "TLS").await;
}

async fn a_url_that_makes_no_sense_is_told() {
    let server = "127.0.0.1:1".parse().unwrap();

    for parameters in ["?sslmode=perhaps", "?port=photo51", "?hostaddr=helix"] {
        assert_all_told(&rosalind_at(server, parameters), &shown(server), "").await;
    }
    let url = "postgres://rosalind:photo51@helix.example:photo/conduit";
    let shown = "postgres://rosalind@helix.example:photo/conduit";
    assert_all_told(url, shown, "invalid port number").await;
}

async fn a_database_or_a_role_that_is_not_there_is_told(kind: Kind) {
    let place = kind.place().await;
    let there = PgConnectOptions::from_str(&place.url()).unwrap();

    for elsewhere in [there.clone().database("nowhere"), there.username("nobody")] {
        let url = elsewhere.to_url_lossy().to_string();
        assert_all_told(&url, &storage::without_secrets(&url), "").await;
    }
}

async fn a_password_is_not_shown_when_all_is_well(kind: Kind) {
    let place = kind.place().await;
    let there = PgConnectOptions::from_str(&place.url()).unwrap();
    // Stands for a password: not every server takes any.
    let url = there.application_name("photo51").to_url_lossy().to_string();

    let output = run(&["migrate", "--database-url", &url]).await;

    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, format!("{} is up to date\n", place.shown()));
}

/// A database that nobody reaches, with a secret in its URL.
fn rosalind_at(server: SocketAddr, parameters: &str) -> String {
    format!("postgres://rosalind:photo51@{server}/conduit{parameters}")
}

fn shown(server: SocketAddr) -> String {
    format!("postgres://rosalind@{server}/conduit")
}

/// Insists that each command says the same about it.
async fn assert_all_told(url: &str, shown: &str, reason: &str) {
    let lines = COMMANDS.map(async |command| told(&with_database(command, url)).await);
    for line in join_all(lines).await {
        assert!(line.starts_with(&format!("cannot open {shown}: ")), "{line}");
        assert!(line.contains(reason) && !line.contains("photo51"), "{line}");
    }
}

/// A server that answers whatever it is told with the same words, and hangs up.
async fn server_that_says(words: Vec<u8>) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            // A client that is gone again is none.
            let _ = client.read(&mut [0; 1024]).await;
            let _ = client.write_all(&words).await;
        }
    });
    address
}
