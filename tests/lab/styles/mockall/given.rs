//! What the mocks are made of.

use std::sync::Mutex;

use async_trait::async_trait;
use domain::providers::{
    Conflict, MockAudit, MockNotifier, MockOutbox, MockUnitOfWork, Notifier, NotifyError,
    StorageError,
};
use domain::{AuditLine, Delivery, Outcome, Timestamp};
use futures::future::BoxFuture;

use crate::given::{delivery, notification};

/// What a claim hands out, at the attempt of this number. The first is 1.
pub fn claimed(slug: &str, attempt: u32) -> Delivery {
    delivery(&notification(slug), attempt)
}

/// What is remembered of an attempt that ended so at `at`.
pub fn line(of: &Delivery, at: Timestamp, outcome: Outcome) -> AuditLine {
    AuditLine { notification: of.id, attempt: of.attempt, at, outcome }
}

/// A unit of work that lends these two, as often as one likes: to borrow is to ask for nothing.
pub fn unit_of_work(outbox: MockOutbox, audit: MockAudit) -> MockUnitOfWork {
    let mut work = MockUnitOfWork::new();
    work.expect_outbox().return_var(Box::new(outbox));
    work.expect_audit().return_var(Box::new(audit));
    work
}

/// The storage does not answer.
pub fn no_answer() -> StorageError {
    StorageError::Unavailable("the disk is full".into())
}

/// Somebody was quicker.
pub fn lost_race() -> StorageError {
    StorageError::Conflict(Conflict::Concurrent)
}

/// Whoever is told, while something else happens the first time. A mock answers at once, and cannot
/// wait for anything.
pub struct Meanwhile {
    told: MockNotifier,
    event: Mutex<Option<BoxFuture<'static, ()>>>,
}

impl Meanwhile {
    /// When this one is told, this happens before the answer is there.
    pub fn told(told: MockNotifier, event: impl Future<Output = ()> + Send + 'static) -> Self {
        Self { told, event: Mutex::new(Some(Box::pin(event))) }
    }
}

#[async_trait]
impl Notifier for Meanwhile {
    async fn notify(&self, delivery: &Delivery) -> Result<(), NotifyError> {
        let answer = self.told.notify(delivery).await;
        let event = self.event.lock().unwrap().take();
        if let Some(event) = event {
            event.await;
        }
        answer
    }
}
