//! What becomes of what does not arrive.

use std::time::Duration;

use domain::Undelivered;
use domain::providers::StorageError;
use pretty_assertions::assert_eq;
use tests::decorators::Fault;

use super::{Scenario, scenario};
use crate::given::{
    MICROSECOND, START, after, delivery, given_up, line, postponed, refused, tally, unavailable,
};
use crate::world::World;

pub fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(what_did_not_arrive_is_tried_again_after_five_seconds),
        scenario(each_wait_is_twice_as_long_until_it_is_an_hour),
        scenario(the_twelfth_failure_is_the_last),
        scenario(who_refuses_is_not_asked_again),
        scenario(a_failure_keeps_no_other_back),
        scenario(a_storage_that_does_not_answer_is_an_error),
    ]
}

const FIVE_SECONDS: Duration = Duration::from_secs(5);

/// Longer than anything is put off.
const A_DAY: Duration = Duration::from_hours(24);

async fn what_did_not_arrive_is_tried_again_after_five_seconds(world: &World) {
    let helices = world.is_due("on-helices").await;
    world.mailbox.fails([unavailable()]);

    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 1, 0));
    world.pass(FIVE_SECONDS.saturating_sub(MICROSECOND));
    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 0));
    world.pass(MICROSECOND);
    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), [delivery(&helices, 2)]);
    let first = line(&helices, 1, START, postponed(after(FIVE_SECONDS)));
    assert_eq!(world.lines(helices.id).await[0], first);
}

async fn each_wait_is_twice_as_long_until_it_is_an_hour(world: &World) {
    let helices = world.is_due("on-helices").await;
    let seconds = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600];
    world.mailbox.fails(vec![unavailable(); seconds.len()]);

    let mut expected = Vec::new();
    let mut passed = Duration::ZERO;
    for (attempt, wait) in (1..).zip(seconds.map(Duration::from_secs)) {
        assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 1, 0));
        let until = after(passed + wait);
        expected.push(line(&helices, attempt, after(passed), postponed(until)));
        world.pass(wait);
        passed += wait;
    }

    assert_eq!(world.lines(helices.id).await, expected);
}

async fn the_twelfth_failure_is_the_last(world: &World) {
    let helices = world.is_due("on-helices").await;
    world.mailbox.fails(vec![unavailable(); 12]);

    for _ in 1..12 {
        assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 1, 0));
        world.pass(A_DAY);
    }
    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 1));
    world.pass(A_DAY);

    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 0));
    let kept = Undelivered { notification: helices.clone(), attempts: 12, due_at: None };
    assert_eq!(world.undelivered(helices.id).await, Some(kept));
    let last = line(&helices, 12, after(11 * A_DAY), given_up());
    assert_eq!(world.lines(helices.id).await.last(), Some(&last));
}

async fn who_refuses_is_not_asked_again(world: &World) {
    let helices = world.is_due("on-helices").await;
    world.mailbox.fails([refused()]);

    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 1));
    world.pass(A_DAY);

    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 0));
    assert_eq!(world.lines(helices.id).await, [line(&helices, 1, START, given_up())]);
}

async fn a_failure_keeps_no_other_back(world: &World) {
    world.is_due("on-helices").await;
    let knots = world.is_due("on-knots").await;
    let riddles = world.is_due("on-riddles").await;
    world.mailbox.fails([unavailable()]);

    assert_eq!(world.deliver_pending().await.unwrap(), tally(2, 1, 0));

    let expected = [knots, riddles].map(|due| delivery(&due, 1));
    assert_eq!(world.mailbox.deliveries(), expected);
}

async fn a_storage_that_does_not_answer_is_an_error(world: &World) {
    world.is_due("on-helices").await;
    world.faults.fail("outbox.claim", Fault::Unavailable);

    let outcome = world.deliver_pending().await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
    assert_eq!(world.mailbox.deliveries(), []);
}
