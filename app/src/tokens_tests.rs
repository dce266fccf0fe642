use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::*;

const SECRET: &[u8] = b"the structure of sodium thymonucleate";
const ROSALIND: UserId = UserId(Uuid::from_u128(51));
const NOON: Timestamp = Timestamp::from_micros(1_577_880_000_000_000);

fn later(seconds: i64) -> Timestamp {
    Timestamp::from_micros(NOON.as_micros() + seconds * 1_000_000)
}

fn signed(header: &Header, claims: &Value) -> String {
    encode(header, claims, &EncodingKey::from_secret(SECRET).unwrap()).unwrap()
}

fn readable(token: &str) -> bool {
    let (_, read) = signed_with(SECRET);
    read(token, NOON).is_some()
}

#[test]
fn a_token_names_its_user() {
    let (issue, read) = signed_with(SECRET);

    let token = issue(ROSALIND, NOON);

    assert_eq!(read(&token, NOON), Some(ROSALIND));
}

#[test]
fn a_token_survives_a_restart_with_the_same_secret() {
    let (issue, _) = signed_with(SECRET);
    let (_, read_after_restart) = signed_with(SECRET);

    assert_eq!(read_after_restart(&issue(ROSALIND, NOON), NOON), Some(ROSALIND));
}

#[test]
fn a_token_expires_after_sixty_days_by_the_clock_given() {
    let (issue, read) = signed_with(SECRET);

    let token = issue(ROSALIND, NOON);

    assert_eq!(read(&token, later(LIFETIME - 1)), Some(ROSALIND));
    assert_eq!(read(&token, later(LIFETIME)), None);
}

#[test]
fn a_token_of_another_secret_is_refused() {
    let (foreign, _) = signed_with(b"another secret, just as long as ours");

    assert!(!readable(&foreign(ROSALIND, NOON)));
}

#[test]
fn a_token_changed_anywhere_is_refused() {
    let (issue, _) = signed_with(SECRET);
    let token = issue(ROSALIND, NOON);

    // The last digit of a signature carries two bits that say nothing, but must be zero.
    for at in (0..token.len()).filter(|&at| token.as_bytes()[at] != b'.') {
        let mut changed = token.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        assert!(!readable(&changed), "changed at {at}: {changed}");
    }
}

#[test]
fn a_token_that_is_signed_by_nothing_is_refused() {
    // {"alg":"none"} and a claim that names rosalind for ever.
    let unsigned = "eyJhbGciOiJub25lIn0.\
        eyJzdWIiOiIwMDAwMDAwMC0wMDAwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMzMiLCJpYXQiOjAsImV4cCI6OTk5OTk5OTk5OTl9.";

    assert!(!readable(unsigned));
}

#[test]
fn a_token_of_another_algorithm_is_refused() {
    let claims = json!({ "sub": ROSALIND.0.to_string(), "iat": 0, "exp": i64::MAX });

    assert!(readable(&signed(&Header::new(Algorithm::HS256), &claims)));
    assert!(!readable(&signed(&Header::new(Algorithm::HS512), &claims)));
}

#[test]
fn a_token_without_an_expiry_or_a_user_is_refused() {
    let header = Header::new(Algorithm::HS256);

    assert!(!readable(&signed(&header, &json!({ "sub": ROSALIND.0.to_string(), "iat": 0 }))));
    assert!(!readable(&signed(&header, &json!({ "iat": 0, "exp": i64::MAX }))));
    assert!(!readable(&signed(&header, &json!({ "sub": "rosalind", "iat": 0, "exp": i64::MAX }))));
}

#[test]
fn text_that_is_no_token_is_refused() {
    for text in ["", ".", "..", "...", "rosalind", "é.é.é", &"a".repeat(100_000)] {
        assert!(!readable(text), "{text:.20}");
    }
}
