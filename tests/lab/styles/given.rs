//! What the scenarios are about.

use std::time::Duration;

use domain::providers::NotifyError;
use domain::services::Tally;
use domain::{
    AuditLine, Delivery, Email, Event, News, Notification, NotificationId, Outcome, PasswordHash,
    Slug, Timestamp, Title, User, UserId, Username,
};
use uuid::Uuid;

/// Two minutes before midnight, UTC: a claim that ends, ends tomorrow.
pub const START: Timestamp = Timestamp::from_micros(1_577_836_680_000_000);

/// What is in the way of what does not arrive.
pub const REASON: &str = "the line is dead";

/// Whoever is told.
pub fn jocasta() -> User {
    User {
        id: UserId(id_reading("jocasta")),
        username: username("jocasta"),
        email: Email::parse("jocasta@helix.example").unwrap(),
        password: PasswordHash::new("hash of a secret".to_owned()),
        bio: None,
        image: None,
    }
}

/// What Jocasta is to be told about the article of this slug, from [`START`] on. Its id sorts as
/// its slug does.
pub fn notification(slug: &str) -> Notification {
    Notification {
        id: NotificationId(id_reading(slug)),
        recipient: jocasta().id,
        news: News {
            event: Event::Published,
            by: username("rosalind"),
            slug: Slug::parse(slug).unwrap(),
            title: Title::parse(format!("Title of {slug}")).unwrap(),
        },
        created_at: START,
    }
}

/// What she is told then, at the attempt of this number.
pub fn delivery(notification: &Notification, attempt: u32) -> Delivery {
    let Notification { id, news, created_at, .. } = notification.clone();
    Delivery { id, recipient: jocasta().username, news, created_at, attempt }
}

/// What is remembered of an attempt that ended so at `at`.
pub fn line(of: &Notification, attempt: u32, at: Timestamp, outcome: Outcome) -> AuditLine {
    AuditLine { notification: of.id, attempt, at, outcome }
}

/// The outcome of an attempt that did not arrive.
pub fn postponed(until: Timestamp) -> Outcome {
    Outcome::Postponed { until, reason: REASON.to_owned() }
}

/// The outcome of the last attempt.
pub fn given_up() -> Outcome {
    Outcome::GivenUp { reason: REASON.to_owned() }
}

/// Perhaps it arrived, perhaps not.
pub fn unavailable() -> NotifyError {
    NotifyError::Unavailable(REASON.to_owned())
}

/// It never will.
pub fn refused() -> NotifyError {
    NotifyError::Refused(REASON.to_owned())
}

/// So many arrived, will be tried again, and will not.
pub fn tally(delivered: usize, postponed: usize, given_up: usize) -> Tally {
    Tally { delivered, postponed, given_up }
}

/// So much later than [`START`].
pub fn after(duration: Duration) -> Timestamp {
    START.plus(duration)
}

/// A duration of so many microseconds.
pub const MICROSECOND: Duration = Duration::from_micros(1);

fn username(text: &str) -> Username {
    Username::parse(text).unwrap()
}

/// An id whose bytes are those of `text`, so that two ids sort as their texts do.
pub fn id_reading(text: &str) -> Uuid {
    let mut bytes = [0; 16];
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    Uuid::from_bytes(bytes)
}
