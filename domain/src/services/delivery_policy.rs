//! How deliveries are tried: how many at once, how often, and how long to wait in between.

use std::time::Duration;

use crate::providers::NotifyError;
use crate::{Outcome, Timestamp};

/// How many are claimed at once.
pub const BATCH: u32 = 16;

/// How long a claim holds: longer than a batch takes of which none gets through.
pub const CLAIM: Duration = Duration::from_mins(5);

/// How often a notification is tried. With the delays between, for more than two hours.
pub const ATTEMPTS: u32 = 12;

/// How long to wait after the first attempt; after each other one, twice as long as before.
pub const FIRST_DELAY: Duration = Duration::from_secs(5);

/// How long to wait at the most.
pub const LONGEST_DELAY: Duration = Duration::from_hours(1);

/// What becomes of a notification whose attempt of this number, the first being 1, ended so at
/// `now`.
pub fn outcome_of(attempt: u32, told: Result<(), NotifyError>, now: Timestamp) -> Outcome {
    match told {
        Ok(()) => Outcome::Delivered,
        Err(NotifyError::Unavailable(reason)) if attempt < ATTEMPTS => {
            Outcome::Postponed { until: now.plus(delay_after(attempt)), reason }
        }
        Err(NotifyError::Unavailable(reason) | NotifyError::Refused(reason)) => {
            Outcome::GivenUp { reason }
        }
    }
}

fn delay_after(attempt: u32) -> Duration {
    let doubled = 2_u32.saturating_pow(attempt.saturating_sub(1));
    FIRST_DELAY.saturating_mul(doubled).min(LONGEST_DELAY)
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

    /// Counts one more.
    pub fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Delivered => self.delivered += 1,
            Outcome::Postponed { .. } => self.postponed += 1,
            Outcome::GivenUp { .. } => self.given_up += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::delay_after;

    #[test]
    fn each_wait_is_twice_as_long_until_it_is_an_hour() {
        let seconds = |attempt| delay_after(attempt).as_secs();

        assert_eq!([1, 2, 3, 10].map(seconds), [5, 10, 20, 2560]);
        assert_eq!([11, 12, u32::MAX].map(seconds), [3600; 3]);
    }
}
