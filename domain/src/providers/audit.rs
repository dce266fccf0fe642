//! The provider of what is remembered of deliveries.

use async_trait::async_trait;

use super::StorageError;
use crate::{AuditLine, NotificationId};

/// Remembers how each attempt at a delivery ended.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait Audit: Send {
    /// Adds a line. Of two about one attempt, the first MUST stay.
    ///
    /// Case: `contract::audit::of_two_lines_about_one_attempt_the_first_stays`.
    async fn note(&mut self, line: &AuditLine) -> Result<(), StorageError>;

    /// The lines about this notification, by attempt. They MUST outlive it.
    ///
    /// Cases: `contract::audit::lines_come_back_whole_and_in_order`,
    /// `contract::audit::lines_outlive_the_notification`.
    async fn lines(&mut self, about: NotificationId) -> Result<Vec<AuditLine>, StorageError>;
}
