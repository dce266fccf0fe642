//! What a mock is right for: somebody remote. What they keep is not ours to look at, each call
//! costs money, and nobody can make them fail on purpose. The calls *are* what is observable. The
//! storage beside them is the fake.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::Undelivered;
use domain::fakes::FakeStorage;
use domain::providers::{MockNotifier, NotifyError};
use libtest_mimic::Trial;
use mockall::Sequence;
use mockall::predicate::eq;
use pretty_assertions::assert_eq;

use crate::classical::by_trait_objects;
use crate::given::{delivery, notification, refused, tally};
use crate::style::test;
use crate::world::World;

pub fn trials() -> Vec<Trial> {
    let tests = [
        test(an_answer_that_was_lost_is_asked_for_again_under_the_same_id),
        test(who_is_down_for_a_day_is_called_twelve_times),
        test(who_refuses_is_called_once),
    ];
    tests.into_iter().map(|test| test.trial("remote")).collect()
}

/// Whoever polls, polls as often.
const FIVE_SECONDS: Duration = Duration::from_secs(5);

const A_DAY: Duration = Duration::from_hours(24);

async fn world(remote: MockNotifier) -> World {
    World::over(Arc::new(FakeStorage::default()), |storage, _, now| {
        by_trait_objects(Arc::new(storage), Arc::new(remote), now)
    })
    .await
}

async fn an_answer_that_was_lost_is_asked_for_again_under_the_same_id() {
    let helices = notification("on-helices");
    let (mut remote, mut order) = (MockNotifier::new(), Sequence::new());
    let first = remote.expect_notify().with(eq(delivery(&helices, 1))).once();
    let lost = NotifyError::Unavailable("no answer within ten seconds".to_owned());
    first.in_sequence(&mut order).return_once(|_| Err(lost));
    let second = remote.expect_notify().with(eq(delivery(&helices, 2))).once();
    second.in_sequence(&mut order).return_once(|_| Ok(()));
    let world = world(remote).await;
    world.is_due("on-helices").await;

    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 1, 0));
    world.pass(FIVE_SECONDS);

    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));
    assert_eq!(world.undelivered(helices.id).await, None);
}

async fn who_is_down_for_a_day_is_called_twelve_times() {
    let seconds = Arc::new(Mutex::new((0, Vec::new())));
    let mut remote = MockNotifier::new();
    let called = seconds.clone();
    remote.expect_notify().times(12).returning(move |_| {
        let (now, calls) = &mut *called.lock().unwrap();
        calls.push(*now);
        Err(NotifyError::Unavailable("connection refused".to_owned()))
    });
    let world = world(remote).await;
    let helices = world.is_due("on-helices").await;

    for now in (0..A_DAY.as_secs()).step_by(5) {
        seconds.lock().unwrap().0 = now;
        world.deliver_pending().await.unwrap();
        world.pass(FIVE_SECONDS);
    }

    let expected = [0, 5, 15, 35, 75, 155, 315, 635, 1275, 2555, 5115, 8715];
    assert_eq!(seconds.lock().unwrap().1, expected);
    let kept = Undelivered { notification: helices.clone(), attempts: 12, due_at: None };
    assert_eq!(world.undelivered(helices.id).await, Some(kept));
}

async fn who_refuses_is_called_once() {
    let mut remote = MockNotifier::new();
    remote.expect_notify().once().return_once(|_| Err(refused()));
    let world = world(remote).await;
    world.is_due("on-helices").await;

    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 1));
    world.pass(A_DAY);

    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 0));
}
