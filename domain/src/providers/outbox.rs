//! The provider of notifications that are still to be delivered.

use async_trait::async_trait;

use super::StorageError;
use crate::{Delivery, Notification, NotificationId, Timestamp, Undelivered};

/// Keeps what somebody is to be told, until they were told.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait Outbox: Send {
    /// Keeps new notifications, due from their own moment on. A recipient who is not there MUST be
    /// `Conflict::Concurrent`.
    ///
    /// Cases: `contract::outbox::what_is_kept_comes_back_whole`,
    /// `contract::outbox::a_recipient_who_is_not_there_is_a_concurrent_change`.
    async fn enqueue(&mut self, notifications: &[Notification]) -> Result<(), StorageError>;

    /// Claims what is due at `now`: those that were due first, equal moments by id, `limit` at the
    /// most. Each claim MUST count as an attempt, and MUST make it due again at `until`: nobody else
    /// claims it before, and somebody does afterwards, if it is still there.
    ///
    /// Cases: `contract::outbox::what_was_due_first_is_claimed_first`,
    /// `contract::outbox::what_is_not_due_is_not_claimed`,
    /// `contract::outbox::no_more_is_claimed_than_was_asked_for`,
    /// `contract::outbox::what_is_claimed_is_nobody_elses_until_the_claim_ends`,
    /// `contract::outbox::twenty_workers_at_once_claim_each_notification_once`,
    /// `contract::outbox::a_recipient_is_called_by_the_name_they_have_now`.
    async fn claim(
        &mut self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Delivery>, StorageError>;

    /// Forgets a notification. One that is not there MUST be no error.
    ///
    /// Cases: `contract::outbox::what_was_delivered_is_forgotten`,
    /// `contract::outbox::forgetting_what_is_not_there_is_no_error`.
    async fn remove(&mut self, id: NotificationId) -> Result<(), StorageError>;

    /// Makes what was claimed due at `due_at`; never again, where there is none. Where somebody
    /// claimed it since, it is theirs, and this MUST change nothing.
    ///
    /// Cases: `contract::outbox::what_was_postponed_is_due_again`,
    /// `contract::outbox::what_was_postponed_is_claimed_in_its_new_order`,
    /// `contract::outbox::what_was_given_up_stays_and_is_not_claimed`,
    /// `contract::outbox::who_held_a_claim_that_ended_changes_nothing`.
    async fn reschedule(
        &mut self,
        claimed: &Delivery,
        due_at: Option<Timestamp>,
    ) -> Result<(), StorageError>;

    /// What is kept of this notification; none, where it was delivered.
    async fn find(&mut self, id: NotificationId) -> Result<Option<Undelivered>, StorageError>;
}
