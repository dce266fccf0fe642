//! The provider that tells people.

use async_trait::async_trait;
use thiserror::Error;

use crate::Delivery;

/// Tells somebody outside. It is told the same thing again where nobody can know whether it
/// arrived: `Delivery::id` is the idempotency key.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait Notifier: Send + Sync {
    /// Tells `delivery.recipient`. It must come to an end within ten seconds.
    async fn notify(&self, delivery: &Delivery) -> Result<(), NotifyError>;
}

/// Why somebody was not told, in one line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotifyError {
    /// Perhaps they were, perhaps not; it is worth another attempt.
    #[error("{0}")]
    Unavailable(String),
    /// They never will be.
    #[error("{0}")]
    Refused(String),
}
