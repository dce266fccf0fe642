//! The worker that delivers notifications while the server serves.

use std::time::Duration;

use domain::services::DeliveryService;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How long to wait where nothing was due.
const PAUSE: Duration = Duration::from_secs(1);

/// How long to wait where the storage did not answer.
const LONG_PAUSE: Duration = Duration::from_secs(10);

/// How long to wait for what it began, when it stops.
const PATIENCE: Duration = Duration::from_secs(10);

/// A worker that works.
pub struct Worker {
    /// Dropped, the worker stops as soon as it has nothing in hand.
    stop: oneshot::Sender<()>,
    work: JoinHandle<()>,
}

impl Worker {
    /// Delivers from now on.
    pub fn start(deliveries: DeliveryService) -> Self {
        let (stop, stopped) = oneshot::channel();
        Self { stop, work: tokio::spawn(work(deliveries, stopped)) }
    }

    /// Begins no further batch, and finishes the one it began. What is left of one that takes too
    /// long, another worker will deliver when its claim has ended.
    pub async fn stop(self) {
        self.stop_within(PATIENCE).await;
    }

    async fn stop_within(mut self, patience: Duration) {
        drop(self.stop);
        if timeout(patience, &mut self.work).await.is_err() {
            tracing::warn!("stopped amid deliveries: they will be made again");
            self.work.abort();
        }
    }
}

async fn work(deliveries: DeliveryService, mut stopped: oneshot::Receiver<()>) {
    loop {
        let pause = deliver(&deliveries).await;
        if timeout(pause, &mut stopped).await.is_ok() {
            return;
        }
    }
}

/// Delivers what is due, a batch at the most, and answers how long to wait before the next.
async fn deliver(deliveries: &DeliveryService) -> Duration {
    match deliveries.deliver_pending().await {
        Ok(tally) if tally.total() == 0 => PAUSE,
        Ok(tally) => {
            let (delivered, postponed) = (tally.delivered, tally.postponed);
            tracing::debug!(delivered, postponed, "notifications were delivered");
            if tally.given_up > 0 {
                let given_up = tally.given_up;
                tracing::error!(given_up, "notifications were given up: the audit says why");
            }
            Duration::ZERO
        }
        Err(error) => {
            tracing::error!(error = &error as &dyn std::error::Error, "cannot deliver");
            LONG_PAUSE
        }
    }
}

#[cfg(test)]
#[path = "worker_tests.rs"]
mod tests;
