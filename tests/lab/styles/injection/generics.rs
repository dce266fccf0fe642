//! By generics: what is needed is known by its type when the program is built.

use domain::providers::{Notifier, Storage, StorageError};
use domain::services::delivery_policy::{BATCH, CLAIM, Tally, outcome_of};
use domain::services::until_unrivalled;
use domain::{AuditLine, Delivery, Outcome, Timestamp};

/// Telling people what was written down for them.
pub struct Deliveries<S, N, C> {
    storage: S,
    notifier: N,
    now: C,
}

impl<S, N, C> Deliveries<S, N, C>
where
    S: Storage,
    N: Notifier,
    C: Fn() -> Timestamp + Send + Sync,
{
    /// Takes what it uses.
    pub fn new(storage: S, notifier: N, now: C) -> Self {
        Self { storage, notifier, now }
    }

    /// Tells what is due, a batch at the most.
    pub async fn deliver_pending(&self) -> Result<Tally, StorageError> {
        let mut tally = Tally::default();
        for delivery in until_unrivalled(|| self.claim()).await? {
            let outcome = self.deliver(&delivery).await;
            until_unrivalled(|| self.settle(&delivery, &outcome)).await?;
            tally.count(&outcome);
        }
        Ok(tally)
    }

    async fn claim(&self) -> Result<Vec<Delivery>, StorageError> {
        let now = (self.now)();
        let mut work = self.storage.begin().await?;
        let claimed = work.outbox().claim(now, now.plus(CLAIM), BATCH).await?;
        work.commit().await?;
        Ok(claimed)
    }

    async fn deliver(&self, delivery: &Delivery) -> Outcome {
        let told = self.notifier.notify(delivery).await;
        outcome_of(delivery.attempt, told, (self.now)())
    }

    async fn settle(&self, delivery: &Delivery, outcome: &Outcome) -> Result<(), StorageError> {
        let mut work = self.storage.begin().await?;
        match outcome {
            Outcome::Delivered => work.outbox().remove(delivery.id).await?,
            Outcome::Postponed { until, .. } => {
                work.outbox().reschedule(delivery, Some(*until)).await?;
            }
            Outcome::GivenUp { .. } => work.outbox().reschedule(delivery, None).await?,
        }
        let line = AuditLine {
            notification: delivery.id,
            attempt: delivery.attempt,
            at: (self.now)(),
            outcome: outcome.clone(),
        };
        work.audit().note(&line).await?;
        work.commit().await
    }
}
