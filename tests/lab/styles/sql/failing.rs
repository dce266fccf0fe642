//! What becomes of what does not arrive.

use std::time::Duration;

use domain::providers::StorageError;
use pretty_assertions::assert_eq;

use super::{Sql, delivers, test};
use crate::given::{
    MICROSECOND, START, after, delivery, notification, refused, tally, unavailable,
};
use crate::style::Test;

pub fn tests(sql: Sql) -> Vec<Test> {
    vec![
        test(sql, what_did_not_arrive_is_tried_again_after_five_seconds),
        test(sql, each_wait_is_twice_as_long_until_it_is_an_hour),
        test(sql, the_twelfth_failure_is_the_last),
        test(sql, who_refuses_is_not_asked_again),
        test(sql, a_failure_keeps_no_other_back),
        test(sql, a_storage_that_does_not_answer_is_an_error),
    ]
}

const FIVE_SECONDS: Duration = Duration::from_secs(5);

/// Between five seconds and an hour: for how long the attempts of these numbers are postponed.
const WAITS: [u64; 11] = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600];

/// Longer than anything is put off.
const A_DAY: Duration = Duration::from_hours(24);

async fn what_did_not_arrive_is_tried_again_after_five_seconds(sql: Sql) {
    let helices = notification("on-helices");
    let nearly = FIVE_SECONDS.saturating_sub(MICROSECOND);
    let expected = sql
        .expects()
        .await
        .claims(START, &[delivery(&helices, 1)])
        .postponed(&helices, 1, START, after(FIVE_SECONDS))
        .claims(after(nearly), &[])
        .claims(after(FIVE_SECONDS), &[delivery(&helices, 2)])
        .arrived(&helices, 2, after(FIVE_SECONDS));
    let (world, server) = sql.plays(expected).await;
    world.mailbox.fails([unavailable()]);

    assert_eq!(delivers(&world).await, tally(0, 1, 0));
    world.pass(nearly);
    assert_eq!(delivers(&world).await, tally(0, 0, 0));
    world.pass(MICROSECOND);
    assert_eq!(delivers(&world).await, tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), [delivery(&helices, 2)]);
    server.verify().await;
}

async fn each_wait_is_twice_as_long_until_it_is_an_hour(sql: Sql) {
    let helices = notification("on-helices");
    let mut expected = sql.expects().await;
    let mut passed = Duration::ZERO;
    for (attempt, wait) in (1..).zip(WAITS.map(Duration::from_secs)) {
        let (now, until) = (after(passed), after(passed + wait));
        expected = expected.claims(now, &[delivery(&helices, attempt)]);
        expected = expected.postponed(&helices, attempt, now, until);
        passed += wait;
    }
    let (world, server) = sql.plays(expected).await;
    world.mailbox.fails(vec![unavailable(); WAITS.len()]);

    for wait in WAITS.map(Duration::from_secs) {
        assert_eq!(delivers(&world).await, tally(0, 1, 0));
        world.pass(wait);
    }

    server.verify().await;
}

async fn the_twelfth_failure_is_the_last(sql: Sql) {
    let helices = notification("on-helices");
    let mut expected = sql.expects().await;
    for (attempt, wait) in (1..).zip(WAITS.map(Duration::from_secs)) {
        let now = after((attempt - 1) * A_DAY);
        expected = expected.claims(now, &[delivery(&helices, attempt)]);
        expected = expected.postponed(&helices, attempt, now, now.plus(wait));
    }
    let expected = expected
        .claims(after(11 * A_DAY), &[delivery(&helices, 12)])
        .gave_up(&helices, 12, after(11 * A_DAY))
        .claims(after(12 * A_DAY), &[]);
    let (world, server) = sql.plays(expected).await;
    world.mailbox.fails(vec![unavailable(); 12]);

    for _ in 1..12 {
        assert_eq!(delivers(&world).await, tally(0, 1, 0));
        world.pass(A_DAY);
    }
    assert_eq!(delivers(&world).await, tally(0, 0, 1));
    world.pass(A_DAY);
    assert_eq!(delivers(&world).await, tally(0, 0, 0));

    server.verify().await;
}

async fn who_refuses_is_not_asked_again(sql: Sql) {
    let helices = notification("on-helices");
    let expected = sql
        .expects()
        .await
        .claims(START, &[delivery(&helices, 1)])
        .gave_up(&helices, 1, START)
        .claims(after(A_DAY), &[]);
    let (world, server) = sql.plays(expected).await;
    world.mailbox.fails([refused()]);

    assert_eq!(delivers(&world).await, tally(0, 0, 1));
    world.pass(A_DAY);
    assert_eq!(delivers(&world).await, tally(0, 0, 0));

    server.verify().await;
}

async fn a_failure_keeps_no_other_back(sql: Sql) {
    let [helices, knots, riddles] = ["on-helices", "on-knots", "on-riddles"].map(notification);
    let due = [&helices, &knots, &riddles].map(|due| delivery(due, 1));
    let expected = sql
        .expects()
        .await
        .claims(START, &due)
        .postponed(&helices, 1, START, after(FIVE_SECONDS))
        .arrived(&knots, 1, START)
        .arrived(&riddles, 1, START);
    let (world, server) = sql.plays(expected).await;
    world.mailbox.fails([unavailable()]);

    assert_eq!(delivers(&world).await, tally(2, 1, 0));

    assert_eq!(world.mailbox.deliveries(), due[1..]);
    server.verify().await;
}

async fn a_storage_that_does_not_answer_is_an_error(sql: Sql) {
    let expected = sql.expects().await.begins().asks_for_claims(START).disconnects();
    let (world, server) = sql.plays(expected).await;

    let outcome = world.deliver_pending().await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
    assert_eq!(world.mailbox.deliveries(), []);
    server.verify().await;
}
