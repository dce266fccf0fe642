//! What others do meanwhile, and what is left of who died.

use std::time::Duration;

use domain::Outcome;
use domain::providers::StorageError;
use domain::services::delivery_policy::CLAIM;
use pretty_assertions::assert_eq;
use tests::decorators::Fault;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::{Scenario, scenario};
use crate::given::{START, after, delivery, line, notification, tally};
use crate::world::{World, enqueue};

pub fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(a_worker_that_died_leaves_its_claims_to_the_next),
        scenario(two_workers_tell_nothing_twice),
        scenario(what_loses_to_a_rival_is_settled_again),
        scenario(a_settlement_is_whole_or_not_at_all),
        scenario(nothing_is_told_inside_a_unit_of_work),
    ]
}

/// Nobody who is let in waits so long.
const PATIENCE: Duration = Duration::from_secs(1);

async fn a_worker_that_died_leaves_its_claims_to_the_next(world: &World) {
    let helices = world.is_due("on-helices").await;

    world.mailbox.kill(world.deliver_pending()).await;
    assert_eq!(world.deliver_pending().await.unwrap(), tally(0, 0, 0));
    world.pass(CLAIM);
    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), [1, 2].map(|attempt| delivery(&helices, attempt)));
    let expected = line(&helices, 2, after(CLAIM), Outcome::Delivered);
    assert_eq!(world.lines(helices.id).await, [expected]);
}

async fn two_workers_tell_nothing_twice(world: &World) {
    let helices = world.is_due("on-helices").await;
    let rival = world.another_worker();
    let (tell, found) = oneshot::channel();
    world.mailbox.meanwhile(async move {
        tell.send(timeout(PATIENCE, rival()).await).unwrap();
    });

    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));

    let found = found.await.unwrap().expect("the rival is not kept waiting");
    assert_eq!(found.unwrap(), tally(0, 0, 0));
    assert_eq!(world.mailbox.deliveries(), [delivery(&helices, 1)]);
}

async fn what_loses_to_a_rival_is_settled_again(world: &World) {
    let helices = world.is_due("on-helices").await;
    let faults = world.faults.clone();
    world.mailbox.meanwhile(async move { faults.fail("commit", Fault::Refused) });

    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), [delivery(&helices, 1)]);
    assert_eq!(world.undelivered(helices.id).await, None);
    let expected = line(&helices, 1, START, Outcome::Delivered);
    assert_eq!(world.lines(helices.id).await, [expected]);
}

async fn a_settlement_is_whole_or_not_at_all(world: &World) {
    let helices = world.is_due("on-helices").await;
    world.faults.fail("audit.note", Fault::Unavailable);

    let outcome = world.deliver_pending().await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
    assert!(world.undelivered(helices.id).await.is_some());
    world.pass(CLAIM);
    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));
    assert_eq!(world.mailbox.deliveries(), [1, 2].map(|attempt| delivery(&helices, attempt)));
}

async fn nothing_is_told_inside_a_unit_of_work(world: &World) {
    world.is_due("on-helices").await;
    let storage = world.storage.clone();
    let (tell, written) = oneshot::channel();
    world.mailbox.meanwhile(async move {
        let knots = notification("on-knots");
        tell.send(timeout(PATIENCE, enqueue(&*storage, &knots)).await).unwrap();
    });

    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));

    let written = written.await.unwrap().expect("whoever writes is not kept waiting");
    assert!(written.is_ok(), "{written:?}");
}
