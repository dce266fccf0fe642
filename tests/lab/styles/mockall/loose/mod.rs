//! Loosely: what a scenario is about is expected, and all else is answered.

mod failing;
mod sharing;
mod telling;

use std::sync::Arc;

use domain::Delivery;
use domain::providers::{
    MockAudit, MockNotifier, MockOutbox, MockStorage, MockUnitOfWork, StorageError,
};
use domain::services::Tally;

use super::given::unit_of_work;
use crate::classical::by_trait_objects;
use crate::clock::Clock;
use crate::style::Style;

/// The style.
pub fn style() -> Style {
    let files = [telling::tests(), failing::tests(), sharing::tests()];
    Style::new("mockall_loose", files.into_iter().flatten().collect())
}

/// A storage that begins these units of work, one after the other.
fn storage(works: impl IntoIterator<Item = MockUnitOfWork>) -> MockStorage {
    let mut works = works.into_iter().collect::<Vec<_>>().into_iter();
    let mut storage = MockStorage::new();
    storage
        .expect_begin()
        .returning(move || Ok(Box::new(works.next().expect("no more units of work than these"))));
    storage
}

/// A unit of work in which these are claimed.
fn claims<'a>(deliveries: impl IntoIterator<Item = &'a Delivery>) -> MockUnitOfWork {
    let deliveries: Vec<_> = deliveries.into_iter().cloned().collect();
    let mut outbox = MockOutbox::new();
    outbox.expect_claim().returning(move |_, _, _| Ok(deliveries.clone()));
    committed(outbox, MockAudit::new())
}

/// A unit of work in which anything is settled.
fn settles() -> MockUnitOfWork {
    let mut outbox = MockOutbox::new();
    outbox.expect_remove().returning(|_| Ok(()));
    outbox.expect_reschedule().returning(|_, _| Ok(()));
    committed(outbox, notes())
}

/// A unit of work that may be committed.
fn committed(outbox: MockOutbox, audit: MockAudit) -> MockUnitOfWork {
    let mut work = unit_of_work(outbox, audit);
    work.expect_commit().returning(|| Ok(()));
    work
}

/// A unit of work that has to be committed.
fn kept(outbox: MockOutbox, audit: MockAudit) -> MockUnitOfWork {
    let mut work = unit_of_work(outbox, audit);
    work.expect_commit().times(1).returning(|| Ok(()));
    work
}

/// An audit that takes any line.
fn notes() -> MockAudit {
    let mut audit = MockAudit::new();
    audit.expect_note().returning(|_| Ok(()));
    audit
}

/// Somebody who hears everything.
fn hears() -> MockNotifier {
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().returning(|_| Ok(()));
    notifier
}

/// The use case, once.
async fn deliver_pending(
    storage: MockStorage,
    notifier: MockNotifier,
) -> Result<Tally, StorageError> {
    by_trait_objects(Arc::new(storage), Arc::new(notifier), Clock::default().now())().await
}
