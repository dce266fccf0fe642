//! What is told, and when.

use domain::Outcome;
use domain::services::delivery_policy::CLAIM;
use pretty_assertions::assert_eq;

use super::{Scenario, scenario};
use crate::given::{MICROSECOND, START, after, delivery, line, tally};
use crate::world::World;

pub fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(what_is_due_is_told),
        scenario(what_was_told_is_forgotten),
        scenario(an_attempt_leaves_a_line),
        scenario(what_is_not_due_waits),
        scenario(what_was_due_first_is_told_first),
        scenario(a_batch_is_sixteen),
    ]
}

async fn what_is_due_is_told(world: &World) {
    let helices = world.is_due("on-helices").await;

    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), [delivery(&helices, 1)]);
}

async fn what_was_told_is_forgotten(world: &World) {
    let helices = world.is_due("on-helices").await;

    world.deliver_pending().await.unwrap();
    world.pass(CLAIM);

    assert_eq!(world.undelivered(helices.id).await, None);
    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 0));
    assert_eq!(world.mailbox.deliveries().len(), 1);
}

async fn an_attempt_leaves_a_line(world: &World) {
    let helices = world.is_due("on-helices").await;

    world.deliver_pending().await.unwrap();

    let expected = line(&helices, 1, START, Outcome::Delivered);
    assert_eq!(world.lines(helices.id).await, [expected]);
}

async fn what_is_not_due_waits(world: &World) {
    let helices = world.is_due_after(MICROSECOND, "on-helices").await;

    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 0));
    assert_eq!(world.mailbox.deliveries(), []);
    world.pass(MICROSECOND);
    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), [delivery(&helices, 1)]);
    assert_eq!(world.lines(helices.id).await[0].at, after(MICROSECOND));
}

async fn what_was_due_first_is_told_first(world: &World) {
    let third = world.is_due_after(3 * MICROSECOND, "on-helices").await;
    let first = world.is_due_after(MICROSECOND, "on-riddles").await;
    let second = world.is_due_after(2 * MICROSECOND, "on-knots").await;
    world.pass(3 * MICROSECOND);

    world.deliver_pending().await.unwrap();

    let expected = [first, second, third].map(|due| delivery(&due, 1));
    assert_eq!(world.mailbox.deliveries(), expected);
}

async fn a_batch_is_sixteen(world: &World) {
    let mut expected = Vec::new();
    for number in 10..27 {
        expected.push(delivery(&world.is_due(&format!("part-{number}")).await, 1));
    }

    assert_eq!(world.deliver_pending().await.unwrap(), tally(16, 0, 0));
    assert_eq!(world.mailbox.deliveries(), expected[..16]);
    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), expected);
}
