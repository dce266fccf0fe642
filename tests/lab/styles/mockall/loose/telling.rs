//! What is told, and when.

use std::iter::{once, repeat_with};
use std::sync::Arc;

use domain::Outcome;
use domain::providers::{MockAudit, MockNotifier, MockOutbox};
use mockall::Sequence;
use mockall::predicate::{always, eq};
use pretty_assertions::assert_eq;

use super::{claims, committed, deliver_pending, hears, kept, notes, settles, storage};
use crate::classical::by_trait_objects;
use crate::clock::Clock;
use crate::given::{MICROSECOND, START, after, tally};
use crate::mockall::given::{claimed, line};
use crate::style::{Test, test};

pub fn tests() -> Vec<Test> {
    vec![
        test(what_is_due_is_told),
        test(what_was_told_is_forgotten),
        test(an_attempt_leaves_a_line),
        test(what_is_not_due_waits),
        test(what_was_due_first_is_told_first),
        test(a_batch_is_sixteen),
    ]
}

async fn what_is_due_is_told() {
    let helices = claimed("on-helices", 1);
    let storage = storage([claims([&helices]), settles()]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().with(eq(helices)).times(1).returning(|_| Ok(()));

    let outcome = deliver_pending(storage, notifier).await;

    assert_eq!(outcome.unwrap(), tally(1, 0, 0));
}

async fn what_was_told_is_forgotten() {
    let helices = claimed("on-helices", 1);
    let mut outbox = MockOutbox::new();
    outbox.expect_remove().with(eq(helices.id)).times(1).returning(|_| Ok(()));
    let storage = storage([claims([&helices]), kept(outbox, notes()), claims([])]);
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().times(1).returning(|_| Ok(()));
    let now = Clock::default().now();
    let deliver_pending = by_trait_objects(Arc::new(storage), Arc::new(notifier), now);

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
}

async fn an_attempt_leaves_a_line() {
    let helices = claimed("on-helices", 1);
    let mut outbox = MockOutbox::new();
    outbox.expect_remove().returning(|_| Ok(()));
    let mut audit = MockAudit::new();
    let expected = line(&helices, START, Outcome::Delivered);
    audit.expect_note().with(eq(expected)).times(1).returning(|_| Ok(()));
    let storage = storage([claims([&helices]), kept(outbox, audit)]);

    deliver_pending(storage, hears()).await.unwrap();
}

async fn what_is_not_due_waits() {
    let helices = claimed("on-helices", 1);
    let mut early = MockOutbox::new();
    early.expect_claim().with(eq(START), always(), always()).returning(|_, _, _| Ok(vec![]));
    let mut on_time = MockOutbox::new();
    let due = vec![helices.clone()];
    on_time
        .expect_claim()
        .with(eq(after(MICROSECOND)), always(), always())
        .returning(move |_, _, _| Ok(due.clone()));
    let claims = [early, on_time].map(|outbox| committed(outbox, MockAudit::new()));
    let storage = storage(claims.into_iter().chain([settles()]));
    let mut notifier = MockNotifier::new();
    notifier.expect_notify().with(eq(helices)).times(1).returning(|_| Ok(()));
    let clock = Clock::default();
    let deliver_pending = by_trait_objects(Arc::new(storage), Arc::new(notifier), clock.now());

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
    clock.pass(MICROSECOND);

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}

async fn what_was_due_first_is_told_first() {
    let due = ["on-riddles", "on-knots", "on-helices"].map(|slug| claimed(slug, 1));
    let works = once(claims(&due)).chain(repeat_with(settles).take(due.len()));
    let storage = storage(works);
    let (mut notifier, mut order) = (MockNotifier::new(), Sequence::new());
    for next in due {
        let told = notifier.expect_notify().with(eq(next)).times(1).in_sequence(&mut order);
        told.returning(|_| Ok(()));
    }

    deliver_pending(storage, notifier).await.unwrap();
}

async fn a_batch_is_sixteen() {
    let due: Vec<_> = (10..27).map(|number| claimed(&format!("part-{number}"), 1)).collect();
    let mut works = Vec::new();
    for batch in due.chunks(16).map(<[_]>::to_vec) {
        let (size, mut outbox) = (batch.len(), MockOutbox::new());
        outbox
            .expect_claim()
            .with(always(), always(), eq(16))
            .returning(move |_, _, _| Ok(batch.clone()));
        works.push(committed(outbox, MockAudit::new()));
        works.extend(repeat_with(settles).take(size));
    }
    let mut notifier = MockNotifier::new();
    for next in due {
        notifier.expect_notify().with(eq(next)).times(1).returning(|_| Ok(()));
    }
    let (storage, now) = (storage(works), Clock::default().now());
    let deliver_pending = by_trait_objects(Arc::new(storage), Arc::new(notifier), now);

    assert_eq!(deliver_pending().await.unwrap(), tally(16, 0, 0));

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}
