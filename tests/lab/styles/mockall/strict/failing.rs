//! What becomes of what does not arrive.

use std::time::Duration;

use domain::providers::StorageError;
use pretty_assertions::assert_eq;

use super::Script;
use crate::clock::Clock;
use crate::given::{MICROSECOND, START, after, given_up, postponed, refused, tally, unavailable};
use crate::mockall::given::{claimed, no_answer};
use crate::style::{Test, test};

pub fn tests() -> Vec<Test> {
    vec![
        test(what_did_not_arrive_is_tried_again_after_five_seconds),
        test(each_wait_is_twice_as_long_until_it_is_an_hour),
        test(the_twelfth_failure_is_the_last),
        test(who_refuses_is_not_asked_again),
        test(a_failure_keeps_no_other_back),
        test(a_storage_that_does_not_answer_is_an_error),
    ]
}

const FIVE_SECONDS: Duration = Duration::from_secs(5);

/// Longer than anything is put off.
const A_DAY: Duration = Duration::from_hours(24);

async fn what_did_not_arrive_is_tried_again_after_five_seconds() {
    let (first, second) = (claimed("on-helices", 1), claimed("on-helices", 2));
    let until = after(FIVE_SECONDS);
    let early = FIVE_SECONDS.saturating_sub(MICROSECOND);
    let mut script = Script::default();
    script.claims(START, [&first]);
    script.tells(&first, Err(unavailable()));
    script.puts_off(&first, START, Some(until), postponed(until));
    script.claims(after(early), []);
    script.claims(until, [&second]);
    script.tells(&second, Ok(()));
    script.forgets(&second, until);
    let clock = Clock::default();
    let deliver_pending = script.at(&clock);

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 1, 0));
    clock.pass(early);
    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
    clock.pass(MICROSECOND);

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}

async fn each_wait_is_twice_as_long_until_it_is_an_hour() {
    let seconds = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600];
    let (mut script, mut at) = (Script::default(), START);
    for (attempt, wait) in (1..).zip(seconds.map(Duration::from_secs)) {
        let (helices, until) = (claimed("on-helices", attempt), at.plus(wait));
        script.claims(at, [&helices]);
        script.tells(&helices, Err(unavailable()));
        script.puts_off(&helices, at, Some(until), postponed(until));
        at = until;
    }
    let clock = Clock::default();
    let deliver_pending = script.at(&clock);

    for wait in seconds.map(Duration::from_secs) {
        assert_eq!(deliver_pending().await.unwrap(), tally(0, 1, 0));
        clock.pass(wait);
    }
}

async fn the_twelfth_failure_is_the_last() {
    let helices = claimed("on-helices", 12);
    let mut script = Script::default();
    script.claims(START, [&helices]);
    script.tells(&helices, Err(unavailable()));
    script.puts_off(&helices, START, None, given_up());
    script.claims(after(A_DAY), []);
    let clock = Clock::default();
    let deliver_pending = script.at(&clock);

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 1));
    clock.pass(A_DAY);

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
}

async fn who_refuses_is_not_asked_again() {
    let helices = claimed("on-helices", 1);
    let mut script = Script::default();
    script.claims(START, [&helices]);
    script.tells(&helices, Err(refused()));
    script.puts_off(&helices, START, None, given_up());
    script.claims(after(A_DAY), []);
    let clock = Clock::default();
    let deliver_pending = script.at(&clock);

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 1));
    clock.pass(A_DAY);

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
}

async fn a_failure_keeps_no_other_back() {
    let [helices, knots, riddles] =
        ["on-helices", "on-knots", "on-riddles"].map(|slug| claimed(slug, 1));
    let until = after(FIVE_SECONDS);
    let mut script = Script::default();
    script.claims(START, [&helices, &knots, &riddles]);
    script.tells(&helices, Err(unavailable()));
    script.puts_off(&helices, START, Some(until), postponed(until));
    for next in [&knots, &riddles] {
        script.tells(next, Ok(()));
        script.forgets(next, START);
    }

    let outcome = script.at(&Clock::default())().await;

    assert_eq!(outcome.unwrap(), tally(2, 1, 0));
}

async fn a_storage_that_does_not_answer_is_an_error() {
    let mut script = Script::default();
    script.works(None, |work| work.claims(START, Err(no_answer())));

    let outcome = script.at(&Clock::default())().await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
}
