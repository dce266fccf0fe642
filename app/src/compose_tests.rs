use domain::fakes::FakeStorage;
use pretty_assertions::assert_eq;

use super::*;

fn real_functions() -> Providers {
    providers(Arc::new(FakeStorage::default()), b"the structure of sodium thymonucleate")
}

#[tokio::test]
async fn a_short_token_secret_is_refused_before_anything_is_opened() {
    let refusal = compose("sqlite:///nowhere/at/all.db", Some("too short")).await.err();

    let expected = "--token-secret (CONDUIT_TOKEN_SECRET) has 9 bytes, and needs 32";
    assert_eq!(refusal.map(|error| error.to_string()).as_deref(), Some(expected));
}

#[tokio::test]
async fn a_url_that_names_no_database_is_told_in_one_line() {
    let refusal = compose("postgres://helix", None).await.err().unwrap();

    let told = format!("{refusal:#}");
    assert!(told.contains("postgres://helix") && !told.contains('\n'), "{told}");
}

#[test]
fn ids_grow() {
    let new_id = real_functions().new_id;

    let ids: Vec<_> = (0..10_000).map(|_| new_id()).collect();

    assert!(ids.is_sorted_by(|a, b| a < b));
}

#[test]
fn the_clock_shows_this_century() {
    let now = (real_functions().now)();

    assert!(now > Timestamp::from_micros(1_700_000_000_000_000));
}

#[test]
fn chance_does_not_repeat_itself() {
    assert!(random::<32>() != random::<32>());
}
