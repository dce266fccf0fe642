//! The notifier for those who have none: a line in the log.

use async_trait::async_trait;
use domain::providers::{Notifier, NotifyError};
use domain::{Delivery, Event};

/// Writes what it is told to the log, at the level `info`.
pub struct LogNotifier;

#[async_trait]
impl Notifier for LogNotifier {
    async fn notify(&self, delivery: &Delivery) -> Result<(), NotifyError> {
        let Delivery { id, recipient, news, attempt, .. } = delivery;
        let event = match news.event {
            Event::Published => "published",
            Event::Commented(_) => "commented on",
        };
        tracing::info!(id = %id.0, attempt, "{recipient} is told: {} {event} {}", news.by, news.slug);
        Ok(())
    }
}
