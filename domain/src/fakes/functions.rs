//! The function fields as a test wants them: quick, and the same every time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use uuid::Uuid;

use super::{FakeNotifier, FakeStorage};
use crate::providers::{Now, Providers};
use crate::{PasswordHash, Timestamp, UserId};

/// A fresh set of fakes: an empty storage, a notifier that always
/// gets through, a clock that ticks a second a look, ids that count up,
/// and passwords and tokens that anybody can read.
pub fn providers() -> Providers {
    let ids = AtomicU64::new(1);
    Providers {
        storage: Arc::new(FakeStorage::default()),
        notifier: Arc::new(FakeNotifier::default()),
        now: ticking(1_000_000),
        new_id: Arc::new(move || Uuid::from_u128(ids.fetch_add(1, Ordering::Relaxed).into())),
        hash_password: Arc::new(|password| {
            Box::pin(async move { PasswordHash::new(format!("hash of {}", password.reveal())) })
        }),
        verify_password: Arc::new(|attempt, hash| {
            Box::pin(async move {
                hash.is_some_and(|hash| hash.reveal() == format!("hash of {}", attempt.reveal()))
            })
        }),
        issue_token: Arc::new(|user, _| format!("token of {}", user.0)),
        read_token: Arc::new(|token, _| {
            let id = token.strip_prefix("token of ")?;
            Uuid::parse_str(id).ok().map(UserId)
        }),
    }
}

/// A clock that begins at 2020-01-01T00:00:00Z and moves by `step` microseconds at every look.
pub fn ticking(step: i64) -> Now {
    let micros = AtomicI64::new(1_577_836_800_000_000);
    Arc::new(move || Timestamp::from_micros(micros.fetch_add(step, Ordering::Relaxed)))
}
