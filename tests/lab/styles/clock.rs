//! A clock that stands still.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use domain::Timestamp;
use domain::providers::Now;

use crate::given::START;

/// A clock that stands still at [`START`], until it is moved. Clones are the same clock.
#[derive(Clone)]
pub struct Clock(Arc<AtomicI64>);

impl Default for Clock {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(START.as_micros())))
    }
}

impl Clock {
    /// Lets so much time pass.
    pub fn pass(&self, duration: Duration) {
        let micros = i64::try_from(duration.as_micros()).unwrap();
        self.0.fetch_add(micros, Ordering::Relaxed);
    }

    /// The time, as it is whenever somebody asks.
    pub fn now(&self) -> Now {
        let Self(micros) = self.clone();
        Arc::new(move || Timestamp::from_micros(micros.load(Ordering::Relaxed)))
    }
}
