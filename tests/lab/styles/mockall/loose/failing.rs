//! What becomes of what does not arrive.

use std::sync::Arc;
use std::time::Duration;

use domain::providers::{MockAudit, MockNotifier, MockOutbox, MockUnitOfWork, StorageError};
use domain::{Delivery, Outcome, Timestamp};
use mockall::predicate::eq;
use pretty_assertions::assert_eq;

use super::{claims, deliver_pending, kept, settles, storage};
use crate::classical::by_trait_objects;
use crate::clock::Clock;
use crate::given::{MICROSECOND, START, after, given_up, postponed, refused, tally, unavailable};
use crate::mockall::given::{claimed, line, no_answer, unit_of_work};
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

/// A unit of work in which one attempt, which ended so at `at`, is settled once.
fn puts_off(
    claimed: &Delivery,
    at: Timestamp,
    until: Option<Timestamp>,
    outcome: Outcome,
) -> MockUnitOfWork {
    let mut outbox = MockOutbox::new();
    outbox
        .expect_reschedule()
        .with(eq(claimed.clone()), eq(until))
        .times(1)
        .returning(|_, _| Ok(()));
    let mut audit = MockAudit::new();
    audit.expect_note().with(eq(line(claimed, at, outcome))).times(1).returning(|_| Ok(()));
    kept(outbox, audit)
}

async fn what_did_not_arrive_is_tried_again_after_five_seconds() {
    let (first, second) = (claimed("on-helices", 1), claimed("on-helices", 2));
    let until = after(FIVE_SECONDS);
    let put_off = puts_off(&first, START, Some(until), postponed(until));
    let storage = storage([claims([&first]), put_off, claims([]), claims([&second]), settles()]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().with(eq(first)).times(1).returning(|_| Err(unavailable()));
    notifier.expect_notify().with(eq(second)).times(1).returning(|_| Ok(()));
    let clock = Clock::default();
    let deliver_pending = by_trait_objects(Arc::new(storage), Arc::new(notifier), clock.now());

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 1, 0));
    clock.pass(FIVE_SECONDS.saturating_sub(MICROSECOND));
    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
    clock.pass(MICROSECOND);

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}

async fn each_wait_is_twice_as_long_until_it_is_an_hour() {
    let seconds = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600];
    let (mut works, mut passed) = (Vec::new(), Duration::ZERO);
    for (attempt, wait) in (1..).zip(seconds.map(Duration::from_secs)) {
        let helices = claimed("on-helices", attempt);
        let (at, until) = (after(passed), after(passed + wait));
        works.push(claims([&helices]));
        works.push(puts_off(&helices, at, Some(until), postponed(until)));
        passed += wait;
    }
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().returning(|_| Err(unavailable()));
    let (storage, clock) = (storage(works), Clock::default());
    let deliver_pending = by_trait_objects(Arc::new(storage), Arc::new(notifier), clock.now());

    for wait in seconds.map(Duration::from_secs) {
        assert_eq!(deliver_pending().await.unwrap(), tally(0, 1, 0));
        clock.pass(wait);
    }
}

async fn the_twelfth_failure_is_the_last() {
    let helices = claimed("on-helices", 12);
    let put_off = puts_off(&helices, START, None, given_up());
    let storage = storage([claims([&helices]), put_off, claims([])]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().times(1).returning(|_| Err(unavailable()));
    let clock = Clock::default();
    let deliver_pending = by_trait_objects(Arc::new(storage), Arc::new(notifier), clock.now());

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 1));
    clock.pass(A_DAY);

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
}

async fn who_refuses_is_not_asked_again() {
    let helices = claimed("on-helices", 1);
    let put_off = puts_off(&helices, START, None, given_up());
    let storage = storage([claims([&helices]), put_off, claims([])]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().times(1).returning(|_| Err(refused()));
    let clock = Clock::default();
    let deliver_pending = by_trait_objects(Arc::new(storage), Arc::new(notifier), clock.now());

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 1));
    clock.pass(A_DAY);

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
}

async fn a_failure_keeps_no_other_back() {
    let [helices, knots, riddles] =
        ["on-helices", "on-knots", "on-riddles"].map(|slug| claimed(slug, 1));
    let claim = claims([&helices, &knots, &riddles]);
    let storage = storage([claim, settles(), settles(), settles()]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().with(eq(helices)).returning(|_| Err(unavailable()));
    notifier.expect_notify().with(eq(knots)).times(1).returning(|_| Ok(()));
    notifier.expect_notify().with(eq(riddles)).times(1).returning(|_| Ok(()));

    let outcome = deliver_pending(storage, notifier).await;

    assert_eq!(outcome.unwrap(), tally(2, 1, 0));
}

async fn a_storage_that_does_not_answer_is_an_error() {
    let mut outbox = MockOutbox::new();
    outbox.expect_claim().returning(|_, _, _| Err(no_answer()));
    let storage = storage([unit_of_work(outbox, MockAudit::new())]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().never();

    let outcome = deliver_pending(storage, notifier).await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
}
