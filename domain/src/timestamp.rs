//! Moments in time, at the one precision which every storage keeps.

use std::time::Duration;

/// A moment in UTC, in whole microseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The moment `micros` microseconds after 1970-01-01T00:00:00Z.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Microseconds since 1970-01-01T00:00:00Z.
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// The moment that is `duration` later.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(micros))
    }

    /// `self`, or the next moment after `earlier` where a clock stood still or ran backwards: an
    /// update is always later than what it updates.
    #[must_use]
    pub fn after(self, earlier: Self) -> Self {
        self.max(Self(earlier.0 + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_is_later_even_when_the_clock_stands_still() {
        let noon = Timestamp::from_micros(1_000);

        assert_eq!(noon.after(noon), Timestamp::from_micros(1_001));
        assert_eq!(noon.after(Timestamp::from_micros(2_000)), Timestamp::from_micros(2_001));
        assert_eq!(noon.after(Timestamp::from_micros(1)), noon);
    }
}
