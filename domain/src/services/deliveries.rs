//! Telling people what was written down for them.
//!
//! Nothing remote happens inside a unit of work. What is due is claimed in one, told outside, and
//! settled in another. A worker that dies in between leaves a claim that ends, and the next one
//! tells it again, under the same id: at least once, and never twice on purpose.

use std::sync::Arc;
use std::time::Duration;

use super::retry::until_unrivalled;
use crate::providers::{Notifier, NotifyError, Now, Providers, Storage, StorageError};
use crate::{AuditLine, Delivery, Outcome};

/// How many are claimed at once.
const BATCH: u32 = 16;

/// How long a claim holds: longer than a batch takes of which none gets through.
const CLAIM: Duration = Duration::from_mins(5);

/// How often a notification is tried. With the delays between, for more than two hours.
const ATTEMPTS: u32 = 12;

/// How long to wait after the first attempt; after each other one, twice as long as before.
const FIRST_DELAY: Duration = Duration::from_secs(5);

/// How long to wait at the most.
const LONGEST_DELAY: Duration = Duration::from_hours(1);

/// Telling people what was written down for them.
#[derive(Clone)]
pub struct DeliveryService {
    storage: Arc<dyn Storage>,
    notifier: Arc<dyn Notifier>,
    now: Now,
}

/// How the deliveries of a batch ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many arrived.
    pub delivered: usize,
    /// How many will be tried again.
    pub postponed: usize,
    /// How many will not.
    pub given_up: usize,
}

impl Tally {
    /// How many there were.
    pub fn total(&self) -> usize {
        self.delivered + self.postponed + self.given_up
    }

    fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Delivered => self.delivered += 1,
            Outcome::Postponed { .. } => self.postponed += 1,
            Outcome::GivenUp { .. } => self.given_up += 1,
        }
    }
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
        match self.notifier.notify(delivery).await {
            Ok(()) => Outcome::Delivered,
            Err(NotifyError::Unavailable(reason)) if delivery.attempt < ATTEMPTS => {
                let until = (self.now)().plus(delay_after(delivery.attempt));
                Outcome::Postponed { until, reason }
            }
            Err(NotifyError::Unavailable(reason) | NotifyError::Refused(reason)) => {
                Outcome::GivenUp { reason }
            }
        }
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

fn delay_after(attempt: u32) -> Duration {
    let doubled = 2_u32.saturating_pow(attempt.saturating_sub(1));
    FIRST_DELAY.saturating_mul(doubled).min(LONGEST_DELAY)
}

#[cfg(test)]
#[path = "deliveries_tests.rs"]
mod tests;
