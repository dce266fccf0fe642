//! Telling people what was written down for them.
//!
//! Nothing remote happens inside a unit of work. What is due is claimed in one, told outside, and
//! settled in another. A worker that dies in between leaves a claim that ends, and the next one
//! tells it again, under the same id: at least once, and never twice on purpose.

use std::sync::Arc;

use super::delivery_policy::{BATCH, CLAIM, Tally, outcome_of};
use super::retry::until_unrivalled;
use crate::providers::{Notifier, Now, Providers, Storage, StorageError};
use crate::{AuditLine, Delivery, Outcome};

/// Telling people what was written down for them.
#[derive(Clone)]
pub struct DeliveryService {
    storage: Arc<dyn Storage>,
    notifier: Arc<dyn Notifier>,
    now: Now,
}

impl DeliveryService {
    /// Takes the providers it uses.
    pub fn new(providers: &Providers) -> Self {
        Self {
            storage: providers.storage.clone(),
            notifier: providers.notifier.clone(),
            now: providers.now.clone(),
        }
    }

    /// Tells what is due, a batch at the most. Several workers may do so at once.
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

#[cfg(test)]
#[path = "deliveries_tests.rs"]
mod tests;
