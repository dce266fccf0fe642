//! A clock whose hands are moved by the test alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use domain::Timestamp;
use domain::providers::Now;

/// A clock that stands at 2020-01-01T00:00:00Z until it is moved. Clones show the same time.
#[derive(Clone)]
pub struct Clock {
    micros: Arc<AtomicI64>,
}

impl Default for Clock {
    fn default() -> Self {
        Self { micros: Arc::new(AtomicI64::new(1_577_836_800_000_000)) }
    }
}

impl Clock {
    /// Moves the hands.
    ///
    /// # Panics
    /// Where `time` is longer than there will be years.
    pub fn advance(&self, time: Duration) {
        let micros = i64::try_from(time.as_micros()).expect("a time somebody lives to see");
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// The function that looks at it.
    pub(super) fn now(&self) -> Now {
        let micros = self.micros.clone();
        Arc::new(move || Timestamp::from_micros(micros.load(Ordering::Relaxed)))
    }
}
