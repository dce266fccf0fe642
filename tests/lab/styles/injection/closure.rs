//! By a function that takes what is needed and returns a closure.

use std::sync::Arc;

use domain::providers::{Notifier, Now, Storage, StorageError};
use domain::services::delivery_policy::{BATCH, CLAIM, Tally, outcome_of};
use domain::services::until_unrivalled;
use domain::{AuditLine, Delivery, Outcome, Timestamp};
use futures::future::BoxFuture;

/// Tells what is due at each call, a batch at the most.
pub fn deliver_pending(
    storage: Arc<dyn Storage>,
    notifier: Arc<dyn Notifier>,
    now: Now,
) -> impl Fn() -> BoxFuture<'static, Result<Tally, StorageError>> {
    move || {
        let (storage, notifier, now) = (storage.clone(), notifier.clone(), now.clone());
        Box::pin(async move {
            let mut tally = Tally::default();
            for delivery in until_unrivalled(|| claim(&*storage, now())).await? {
                let outcome = deliver(&*notifier, &now, &delivery).await;
                until_unrivalled(|| settle(&*storage, now(), &delivery, &outcome)).await?;
                tally.count(&outcome);
            }
            Ok(tally)
        })
    }
}

async fn claim(storage: &dyn Storage, now: Timestamp) -> Result<Vec<Delivery>, StorageError> {
    let mut work = storage.begin().await?;
    let claimed = work.outbox().claim(now, now.plus(CLAIM), BATCH).await?;
    work.commit().await?;
    Ok(claimed)
}

async fn deliver(notifier: &dyn Notifier, now: &Now, delivery: &Delivery) -> Outcome {
    let told = notifier.notify(delivery).await;
    outcome_of(delivery.attempt, told, now())
}

async fn settle(
    storage: &dyn Storage,
    now: Timestamp,
    delivery: &Delivery,
    outcome: &Outcome,
) -> Result<(), StorageError> {
    let mut work = storage.begin().await?;
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
        at: now,
        outcome: outcome.clone(),
    };
    work.audit().note(&line).await?;
    work.commit().await
}
