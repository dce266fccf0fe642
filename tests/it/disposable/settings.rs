//! Whoever has no database, or named one that cannot be used, is told so, and what to do. What was
//! not tested is never green.

use std::net::TcpListener;

use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use tests::postgres::Source::Local;
use tests::postgres::presence_of;

use super::by_hand::{TRIAL, said};
use super::child::LENT;
use super::place::Place;
use super::run::{Run, nothing_stays};
use super::source::Source;
use crate::trial::{named, where_possible};

/// `disposable::settings::a_wrong_value_is_named`, and so on.
pub fn trials() -> Vec<Trial> {
    vec![
        named(switched_off_they_are_ignored_by_name),
        named(where_there_is_none_they_are_ignored_and_three_remedies_told),
        named(an_ignored_one_that_is_run_all_the_same_fails),
        named(where_there_must_be_one_they_fail),
        named(a_wrong_value_is_named),
        named(a_url_that_cannot_be_used_is_told_without_its_password),
        named(a_server_that_never_answers_is_given_up),
        where_possible(named(a_role_that_may_not_create_databases_is_told), || presence_of(Local)),
    ]
}

async fn switched_off_they_are_ignored_by_name() {
    let place = Place::new();

    let said = said(&place, &[("TEST_POSTGRES", "off")], &[]).await;

    assert_eq!((said.code, &*said.errors), (Some(0), ""));
    assert!(said.out.contains(&format!("test {TRIAL} ... ignored")), "{}", said.out);
    assert!(said.out.contains("0 passed; 0 failed; 1 ignored"), "{}", said.out);
}

async fn where_there_is_none_they_are_ignored_and_three_remedies_told() {
    let place = Place::new();
    let nothing = place.without_servers();

    let said = said(&place, &nothing, &[]).await;

    assert_eq!(said.code, Some(0));
    assert!(said.out.contains("0 passed; 0 failed; 1 ignored"), "{}", said.out);
    let reasons = "Postgres tests are ignored: TEST_DATABASE_URL is not set; Docker: ";
    let remedies = ["- start Docker", "- install PostgreSQL", "- set TEST_DATABASE_URL"];
    for told in [reasons, "local binaries: initdb: the ink has dried"].iter().chain(&remedies) {
        assert_eq!(said.errors.matches(told).count(), 1, "{told}: {}", said.errors);
    }
}

async fn an_ignored_one_that_is_run_all_the_same_fails() {
    let place = Place::new();

    let said = said(&place, &[("TEST_POSTGRES", "off")], &["--include-ignored"]).await;

    assert_eq!(said.code, Some(101));
    assert!(said.out.contains("TEST_POSTGRES is off"), "{}", said.out);
}

async fn where_there_must_be_one_they_fail() {
    let docker = "Docker: ";
    let local = "local binaries: initdb: the ink has dried";
    for (value, reasons) in
        [("required", vec![docker, local]), ("docker", vec![docker]), ("local", vec![local])]
    {
        let place = Place::new();
        let nothing = place.without_servers();
        let settings = [("TEST_POSTGRES", value), nothing[0], nothing[1]];

        let said = said(&place, &settings, &[]).await;

        assert_eq!(said.code, Some(101));
        let begin = "no Postgres, which TEST_POSTGRES requires: TEST_DATABASE_URL is not set; ";
        for told in reasons.iter().chain([&begin]) {
            assert!(said.out.contains(told), "{told}: {}", said.out);
        }
    }
}

async fn a_wrong_value_is_named() {
    for (variable, value) in [("TEST_POSTGRES", "podman"), ("TEST_POSTGRES_KEEP", "yes")] {
        let place = Place::new();

        let said = said(&place, &[(variable, value)], &[]).await;

        assert_eq!(said.code, Some(101));
        let told = format!("{variable} is `{value}`: expected `");
        assert!(said.out.contains(&told), "{}", said.out);
    }
}

async fn a_url_that_cannot_be_used_is_told_without_its_password() {
    for rest in ["127.0.0.1:1/helix", "127.0.0.1:one/helix", "/helix", "127.0.0.1:1/%FF?sslmode=x"]
    {
        let place = Place::new();
        let url = format!("postgres://rosalind:photograph51@{rest}");

        let said = said(&place, &[("TEST_DATABASE_URL", &url)], &[]).await;

        assert_eq!(said.code, Some(101), "{rest}");
        let told = [said.out, said.errors].concat();
        assert!(told.contains("TEST_DATABASE_URL: "), "{rest}: {told}");
        assert!(!told.contains("photograph51"), "{told}");
    }
}

async fn a_server_that_never_answers_is_given_up() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = silent.local_addr().unwrap();
    let place = Place::new();

    let url = format!("postgres://rosalind@{at}/helix");
    let said = said(&place, &[("TEST_DATABASE_URL", &url)], &[]).await;

    assert_eq!(said.code, Some(101));
    let told = format!("TEST_DATABASE_URL: {at} did not answer within 3s");
    assert!(said.out.contains(&told), "{}", said.out);
}

async fn a_role_that_may_not_create_databases_is_told() {
    let (owner, guest) = (Place::new(), Place::new());
    let settings = Source::Local.settings().await;
    let mut run = Run::begin(&owner, &settings);
    run.starts("waits").await;
    let url = format!("{}&options=-c%20role%3Dpg_monitor", run.says(LENT).await);

    let said = said(&guest, &[("TEST_DATABASE_URL", &url)], &[]).await;

    assert_eq!(said.code, Some(101));
    assert!(said.out.contains("pg_monitor may not create databases at "), "{}", said.out);
    assert!(said.out.contains("ALTER ROLE \"pg_monitor\" CREATEDB"), "{}", said.out);
    run.ends().await;
    nothing_stays("the end", async || owner.left()).await;
}
