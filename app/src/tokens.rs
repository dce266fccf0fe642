//! Tokens: signed JWTs that name a user's id and expire.

use std::sync::Arc;

use domain::providers::{IssueToken, ReadToken};
use domain::{Timestamp, UserId};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// How long a token lasts, in seconds.
const LIFETIME: i64 = 60 * 24 * 60 * 60;

/// The fewest bytes of a secret: as many as the signature has (RFC 7518, 3.2).
pub const MIN_SECRET: usize = 32;

#[derive(Serialize, Deserialize)]
struct Claims {
    /// The user's id: it stays when name and address change.
    sub: String,
    /// When it was made, in seconds since 1970.
    iat: i64,
    /// From when on it is worth nothing, in seconds since 1970.
    exp: i64,
}

/// The two functions that make and read the tokens of `secret`, which is not empty.
pub fn signed_with(secret: &[u8]) -> (IssueToken, ReadToken) {
    let not_empty = "a secret that is not empty";
    let signing = EncodingKey::from_secret(secret).expect(not_empty);
    let verifying = DecodingKey::from_secret(secret).expect(not_empty);
    let (header, validation) = (Header::new(Algorithm::HS256), validation());
    (
        Arc::new(move |user, now| issue(&header, &signing, user, now)),
        Arc::new(move |token, now| read(&verifying, &validation, token, now)),
    )
}

fn issue(header: &Header, key: &EncodingKey, user: UserId, now: Timestamp) -> String {
    let iat = seconds(now);
    let claims = Claims { sub: user.0.to_string(), iat, exp: iat + LIFETIME };
    encode(header, &claims, key).expect("an HMAC over plain claims cannot fail")
}

fn read(key: &DecodingKey, validation: &Validation, token: &str, now: Timestamp) -> Option<UserId> {
    let claims = decode::<Claims>(token, key, validation).ok()?.claims;
    let user = Uuid::try_parse(&claims.sub).ok()?;
    (seconds(now) < claims.exp).then_some(UserId(user))
}

/// The signature alone: the library would compare the expiry with the ambient clock.
fn validation() -> Validation {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.validate_exp = false;
    validation.required_spec_claims.clear();
    validation
}

fn seconds(moment: Timestamp) -> i64 {
    moment.as_micros().div_euclid(1_000_000)
}

#[cfg(test)]
#[path = "tokens_tests.rs"]
mod tests;
