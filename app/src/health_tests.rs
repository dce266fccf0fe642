use std::future::pending;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use domain::fakes;
use pretty_assertions::assert_eq;

use super::*;
use crate::Server;

/// Where a server answers, on this machine.
async fn serving(router: Router) -> String {
    let server = Server::bind("127.0.0.1:0").await.unwrap();
    let address = server.address().to_string();
    tokio::spawn(server.serve(router, pending()));
    address
}

async fn refusal(listen: &str) -> String {
    check(listen).await.unwrap_err().to_string()
}

#[tokio::test]
async fn the_service_says_that_it_is_well() {
    let address = serving(crate::build(fakes::providers())).await;

    let answer = check(&address).await;

    assert!(answer.is_ok(), "{answer:?}");
}

#[tokio::test]
async fn a_server_that_is_not_well_is_told_of() {
    let ill = get(async || StatusCode::INTERNAL_SERVER_ERROR);
    let address = serving(Router::new().route("/healthz", ill)).await;

    let told = refusal(&address).await;

    assert_eq!(told, format!("{address} does not say that it is well"));
}

#[tokio::test]
async fn a_server_that_says_nothing_is_not_waited_for() {
    let address = serving(Router::new().route("/healthz", get(pending::<()>))).await;

    let refusal = check_within(Duration::from_millis(50), &address).await.unwrap_err();

    assert_eq!(refusal.to_string(), format!("{address} does not answer"));
}

#[tokio::test]
async fn where_nobody_listens_nobody_is_well() {
    let address = Server::bind("127.0.0.1:0").await.unwrap().address().to_string();

    assert_eq!(refusal(&address).await, format!("nobody listens on {address}"));
    assert_eq!(refusal("helix").await, "nobody listens on helix");
}

#[test]
fn a_server_for_all_is_asked_on_this_machine() {
    let everywhere = "0.0.0.0:4000".parse().unwrap();
    let at_one_place = "192.0.2.1:4000".parse().unwrap();

    assert_eq!(from_here(everywhere), "127.0.0.1:4000".parse().unwrap());
    assert_eq!(from_here(at_one_place), at_one_place);
}
