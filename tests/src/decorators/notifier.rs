//! The notifier, watched.

use std::sync::Arc;

use async_trait::async_trait;
use domain::Delivery;
use domain::providers::{Notifier, NotifyError};

use super::{Watch, Watched};

#[async_trait]
impl<W: Watch> Notifier for Watched<Arc<dyn Notifier>, W> {
    async fn notify(&self, delivery: &Delivery) -> Result<(), NotifyError> {
        self.called("notifier.notify", delivery)?;
        self.provider.notify(delivery).await
    }
}
