//! Beginning again where another unit of work was quicker.

use crate::providers::{Conflict, StorageError};

/// With one winner a round, this many rivals on one row all get their turn.
const ATTEMPTS: usize = 50;

/// Runs `attempt` until it does anything but lose to a concurrent change. Each attempt is a unit
/// of work of its own.
pub async fn until_unrivalled<T, E, F>(mut attempt: impl FnMut() -> F) -> Result<T, E>
where
    F: Future<Output = Result<T, E>>,
    E: MaybeConflict,
{
    for _ in 1..ATTEMPTS {
        match attempt().await {
            Err(error) if error.conflict() == Some(Conflict::Concurrent) => {}
            outcome => return outcome,
        }
    }
    attempt().await
}

/// An error of a use case that may come of a conflict in storage.
pub trait MaybeConflict {
    /// The conflict, where it comes of one.
    fn conflict(&self) -> Option<Conflict>;
}

impl MaybeConflict for StorageError {
    fn conflict(&self) -> Option<Conflict> {
        match self {
            StorageError::Conflict(conflict) => Some(*conflict),
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "retry_tests.rs"]
mod tests;
