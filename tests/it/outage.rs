//! A Postgres server that goes away and comes back is survived, and meanwhile told of.

use crate::actors::Actor;
use futures::future::join_all;
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use serde_json::json;

use crate::place::{Kind, on};
use crate::process::{Process, soon};
use crate::relay::{Relay, Way};

/// `outage::postgres::a_server_that_is_away_is_told_and_found_again`, and so on.
pub fn trials() -> Vec<Trial> {
    vec![
        on(Kind::Postgres, a_server_that_is_away_is_told_and_found_again),
        on(Kind::Postgres, a_server_that_does_not_answer_is_told_and_found_again),
        on(Kind::Postgres, connections_that_fell_silent_are_replaced),
        on(Kind::Postgres, every_route_answers_after_all_sessions_were_ended),
        on(Kind::Postgres, who_reads_does_not_notice_that_sessions_are_ended),
    ]
}

/// Those that are there now, without waiting.
const END_SESSIONS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

/// What can be read of an article by Rosalind.
const ROUTES: [&str; 9] = [
    "/readyz",
    "/api/user",
    "/api/profiles/rosalind",
    "/api/articles",
    "/api/articles?tag=dna",
    "/api/articles/feed",
    "/api/articles/on-helices",
    "/api/articles/on-helices/comments",
    "/api/tags",
];

async fn a_server_that_is_away_is_told_and_found_again(kind: Kind) {
    let place = kind.place().await;
    let relay = Relay::to(&place.url()).await;
    let server = Process::serving_amid_trouble(relay.url()).await;
    let rosalind = with_an_article(&server).await;

    relay.becomes(Way::Cut);

    assert_eq!(status(&rosalind, "/healthz").await, 200);
    assert_all_unavailable(&rosalind).await;
    assert_eq!(publish(&rosalind, "On Silence").await, 503);
    relay.becomes(Way::Open);
    assert_all_well(&rosalind).await;
    place.audit().await;
}

async fn a_server_that_does_not_answer_is_told_and_found_again(kind: Kind) {
    let place = kind.place().await;
    let relay = Relay::to(&place.url()).await;
    let server = Process::serving_amid_trouble(relay.url()).await;
    let rosalind = with_an_article(&server).await;

    relay.becomes(Way::Stalled);

    // What was begun waits longer than somebody who asks whether all is well.
    let told = async {
        assert_eq!(status(&rosalind, "/healthz").await, 200);
        assert_eq!(status(&rosalind, "/readyz").await, 503);
        relay.becomes(Way::Cut);
    };
    let begun = publish(&rosalind, "On Silence");
    let (begun, ()) = futures::join!(begun, told);
    assert_eq!(begun, 503);
    relay.becomes(Way::Open);
    assert_all_well(&rosalind).await;
    place.audit().await;
}

async fn connections_that_fell_silent_are_replaced(kind: Kind) {
    let place = kind.place().await;
    let relay = Relay::to(&place.url()).await;
    let server = Process::serving_amid_trouble(relay.url()).await;
    let rosalind = with_all_connections(&server).await;

    relay.loses_connections();

    let first = status(&rosalind, "/readyz").await;
    assert_eq!(first, 503, "nobody knows it yet");
    assert_all_well(&rosalind).await;
    place.audit().await;
}

async fn every_route_answers_after_all_sessions_were_ended(kind: Kind) {
    let place = kind.place().await;
    let server = Process::serving(&place.url()).await;
    let rosalind = with_all_connections(&server).await;

    place.end_sessions().await;

    rosalind.comments_on("on-helices", "Still here.").await;
    place.end_sessions().await;
    assert_all_well(&rosalind).await;
    place.audit().await;
}

async fn who_reads_does_not_notice_that_sessions_are_ended(kind: Kind) {
    let place = kind.place().await;
    let server = Process::serving(&place.url()).await;
    let rosalind = with_an_article(&server).await;

    for _ in 0..10 {
        let ending = place.execute(END_SESSIONS);
        let reading = join_all(ROUTES.iter().map(async |route| {
            for _ in 0..5 {
                assert_eq!(status(&rosalind, route).await, 200, "{route}");
            }
        }));
        futures::join!(ending, reading);
    }
}

async fn with_an_article(server: &Process) -> Actor {
    let rosalind = server.anonymous().registers("rosalind").await;
    let helices = rosalind.publishes_tagged("On Helices", &["dna"]).await;
    rosalind.comments_on(&helices, "First!").await;
    rosalind
}

/// As many connections to the database as there can be.
async fn with_all_connections(server: &Process) -> Actor {
    let rosalind = with_an_article(server).await;
    join_all((0..40).map(|_| status(&rosalind, "/api/articles"))).await;
    join_all((0..40).map(|_| rosalind.favorites("on-helices"))).await;
    rosalind
}

async fn status(reader: &Actor, route: &str) -> u16 {
    soon(reader.get(route)).await.status
}

async fn publish(writer: &Actor, title: &str) -> u16 {
    let article = json!({ "title": title, "description": "Why", "body": "X." });
    soon(writer.post("/api/articles", &json!({ "article": article }))).await.status
}

async fn assert_all_unavailable(reader: &Actor) {
    for route in ROUTES {
        let answer = soon(reader.get(route)).await;
        let unavailable = json!({ "server": ["is unavailable"] });
        assert_eq!(answer.refusal(), (503, &unavailable), "{route}");
    }
}

/// What was written is there, and more can be written.
async fn assert_all_well(rosalind: &Actor) {
    for route in ROUTES {
        assert_eq!(status(rosalind, route).await, 200, "{route}");
    }
    assert_eq!(publish(rosalind, "On Patience").await, 201);
    assert_eq!(status(rosalind, "/api/articles/on-patience").await, 200);
}
