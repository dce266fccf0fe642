//! The fake of whoever is told.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;

use crate::Delivery;
use crate::providers::{Notifier, NotifyError};

/// Has each notification once, however often it comes. Clones share what they were told.
#[derive(Clone, Default)]
pub struct FakeNotifier {
    told: Arc<Mutex<Vec<Delivery>>>,
}

impl FakeNotifier {
    /// What it was told, in the order in which it came first.
    pub fn told(&self) -> Vec<Delivery> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Notifier for FakeNotifier {
    async fn notify(&self, delivery: &Delivery) -> Result<(), NotifyError> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.iter().all(|known| known.id != delivery.id) {
            told.push(delivery.clone());
        }
        Ok(())
    }
}
