//! What others do meanwhile, and what is left of who died.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::providers::{MockAudit, MockNotifier, MockOutbox, StorageError};
use domain::services::delivery_policy::CLAIM;
use futures::FutureExt;
use mockall::predicate::eq;
use pretty_assertions::assert_eq;

use super::{claims, deliver_pending, kept, notes, settles, storage};
use crate::classical::by_trait_objects;
use crate::clock::Clock;
use crate::given::tally;
use crate::mockall::given::{Meanwhile, claimed, lost_race, no_answer, unit_of_work};
use crate::style::{Test, test};

pub fn tests() -> Vec<Test> {
    vec![
        test(a_worker_that_died_leaves_its_claims_to_the_next),
        test(two_workers_tell_nothing_twice),
        test(what_loses_to_a_rival_is_settled_again),
        test(a_settlement_is_whole_or_not_at_all),
        test(nothing_is_told_inside_a_unit_of_work),
    ]
}

async fn a_worker_that_died_leaves_its_claims_to_the_next() {
    let (first, second) = (claimed("on-helices", 1), claimed("on-helices", 2));
    let storage = storage([claims([&first]), claims([]), claims([&second]), settles()]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().with(eq(first)).times(1).returning(|_| Ok(()));
    notifier.expect_notify().with(eq(second)).times(1).returning(|_| Ok(()));
    let (notifier, clock) = (Meanwhile::told(notifier, pending()), Clock::default());
    let deliver_pending = by_trait_objects(Arc::new(storage), Arc::new(notifier), clock.now());

    let died = deliver_pending().now_or_never();
    assert!(died.is_none(), "{died:?}");
    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
    clock.pass(CLAIM);

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}

async fn two_workers_tell_nothing_twice() {
    let helices = claimed("on-helices", 1);
    let storage = Arc::new(storage([claims([&helices]), claims([]), settles()]));
    let now = Clock::default().now();
    let mut unneeded = MockNotifier::new();
    unneeded.expect_notify().never();
    let rival = by_trait_objects(storage.clone(), Arc::new(unneeded), now.clone());
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().with(eq(helices)).times(1).returning(|_| Ok(()));
    let notifier = Meanwhile::told(notifier, async move {
        assert_eq!(rival().await.unwrap(), tally(0, 0, 0));
    });
    let deliver_pending = by_trait_objects(storage, Arc::new(notifier), now);

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}

async fn what_loses_to_a_rival_is_settled_again() {
    let helices = claimed("on-helices", 1);
    let mut outbox = MockOutbox::new();
    outbox.expect_remove().returning(|_| Ok(()));
    let mut lost = unit_of_work(outbox, notes());
    lost.expect_commit().times(1).returning(|| Err(lost_race()));
    let mut outbox = MockOutbox::new();
    outbox.expect_remove().with(eq(helices.id)).times(1).returning(|_| Ok(()));
    let storage = storage([claims([&helices]), lost, kept(outbox, notes())]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().times(1).returning(|_| Ok(()));

    let outcome = deliver_pending(storage, notifier).await;

    assert_eq!(outcome.unwrap(), tally(1, 0, 0));
}

async fn a_settlement_is_whole_or_not_at_all() {
    let (first, second) = (claimed("on-helices", 1), claimed("on-helices", 2));
    let mut outbox = MockOutbox::new();
    outbox.expect_remove().returning(|_| Ok(()));
    let mut audit = MockAudit::new();
    audit.expect_note().returning(|_| Err(no_answer()));
    let mut half = unit_of_work(outbox, audit);
    half.expect_commit().never();
    let storage = storage([claims([&first]), half, claims([&second]), settles()]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().with(eq(first)).times(1).returning(|_| Ok(()));
    notifier.expect_notify().with(eq(second)).times(1).returning(|_| Ok(()));
    let clock = Clock::default();
    let deliver_pending = by_trait_objects(Arc::new(storage), Arc::new(notifier), clock.now());

    let outcome = deliver_pending().await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
    clock.pass(CLAIM);
    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}

async fn nothing_is_told_inside_a_unit_of_work() {
    let helices = claimed("on-helices", 1);
    let closed = Arc::new(AtomicBool::new(false));
    let mut outbox = MockOutbox::new();
    outbox.expect_claim().returning(move |_, _, _| Ok(vec![helices.clone()]));
    let mut claim = unit_of_work(outbox, MockAudit::new());
    let commit = closed.clone();
    claim.expect_commit().returning(move || {
        commit.store(true, Ordering::Relaxed);
        Ok(())
    });
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().times(1).returning(move |_| {
        assert!(closed.load(Ordering::Relaxed), "a unit of work is open");
        Ok(())
    });

    let outcome = deliver_pending(storage([claim, settles()]), notifier).await;

    assert_eq!(outcome.unwrap(), tally(1, 0, 0));
}
