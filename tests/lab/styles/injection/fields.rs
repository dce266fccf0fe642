//! By plain function fields: whatever is called is a field that bears the name of its function, and
//! a test swaps the one that it is about.

use std::sync::Arc;

use domain::providers::{Notifier, NotifyError, Now, Storage, StorageError, UnitOfWork};
use domain::services::delivery_policy::{BATCH, CLAIM, Tally, outcome_of};
use domain::services::until_unrivalled;
use domain::{AuditLine, Delivery, NotificationId, Outcome, Timestamp};
use futures::future::BoxFuture;

/// Telling people what was written down for them.
#[derive(Clone)]
pub struct Deliveries {
    begin: Begin,
    claim: Claim,
    remove: Remove,
    reschedule: Reschedule,
    note: Note,
    commit: Commit,
    notify: Notify,
    now: Now,
}

type Stored<'a, T> = BoxFuture<'a, Result<T, StorageError>>;
type Work = dyn UnitOfWork;
type Begin = Arc<dyn Fn() -> Stored<'static, Box<Work>> + Send + Sync>;
type Claim =
    Arc<dyn Fn(&mut Work, Timestamp, Timestamp, u32) -> Stored<'_, Vec<Delivery>> + Send + Sync>;
type Remove = Arc<dyn Fn(&mut Work, NotificationId) -> Stored<'_, ()> + Send + Sync>;
type Reschedule = Arc<
    dyn for<'a> Fn(&'a mut Work, &'a Delivery, Option<Timestamp>) -> Stored<'a, ()> + Send + Sync,
>;
type Note = Arc<dyn for<'a> Fn(&'a mut Work, &'a AuditLine) -> Stored<'a, ()> + Send + Sync>;
type Commit = Arc<dyn Fn(Box<Work>) -> Stored<'static, ()> + Send + Sync>;
type Notify = Arc<dyn for<'a> Fn(&'a Delivery) -> Told<'a> + Send + Sync>;
type Told<'a> = BoxFuture<'a, Result<(), NotifyError>>;

impl Deliveries {
    /// As it is composed where nothing is swapped.
    pub fn over(storage: Arc<dyn Storage>, notifier: Arc<dyn Notifier>, now: Now) -> Self {
        Self {
            begin: Arc::new(move || {
                let storage = storage.clone();
                Box::pin(async move { storage.begin().await })
            }),
            claim: Arc::new(|work, now, until, limit| work.outbox().claim(now, until, limit)),
            remove: Arc::new(|work, id| work.outbox().remove(id)),
            reschedule: Arc::new(|work, claimed, due_at| work.outbox().reschedule(claimed, due_at)),
            note: Arc::new(|work, line| work.audit().note(line)),
            commit: Arc::new(|work| work.commit()),
            notify: Arc::new(move |delivery| {
                let notifier = notifier.clone();
                Box::pin(async move { notifier.notify(delivery).await })
            }),
            now,
        }
    }

    /// Tells what is due, a batch at the most.
    pub async fn deliver_pending(&self) -> Result<Tally, StorageError> {
        let mut tally = Tally::default();
        for delivery in until_unrivalled(|| self.claim_due()).await? {
            let outcome = self.deliver(&delivery).await;
            until_unrivalled(|| self.settle(&delivery, &outcome)).await?;
            tally.count(&outcome);
        }
        Ok(tally)
    }

    async fn claim_due(&self) -> Result<Vec<Delivery>, StorageError> {
        let now = (self.now)();
        let mut work = (self.begin)().await?;
        let claimed = (self.claim)(&mut *work, now, now.plus(CLAIM), BATCH).await?;
        (self.commit)(work).await?;
        Ok(claimed)
    }

    async fn deliver(&self, delivery: &Delivery) -> Outcome {
        let told = (self.notify)(delivery).await;
        outcome_of(delivery.attempt, told, (self.now)())
    }

    async fn settle(&self, delivery: &Delivery, outcome: &Outcome) -> Result<(), StorageError> {
        let mut work = (self.begin)().await?;
        match outcome {
            Outcome::Delivered => (self.remove)(&mut *work, delivery.id).await?,
            Outcome::Postponed { until, .. } => {
                (self.reschedule)(&mut *work, delivery, Some(*until)).await?;
            }
            Outcome::GivenUp { .. } => (self.reschedule)(&mut *work, delivery, None).await?,
        }
        let line = AuditLine {
            notification: delivery.id,
            attempt: delivery.attempt,
            at: (self.now)(),
            outcome: outcome.clone(),
        };
        (self.note)(&mut *work, &line).await?;
        (self.commit)(work).await
    }
}
