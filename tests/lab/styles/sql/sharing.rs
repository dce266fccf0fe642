//! What others do meanwhile, and what is left of who died.

use std::time::Duration;

use domain::providers::StorageError;
use domain::services::delivery_policy::CLAIM;
use pretty_assertions::assert_eq;
use tests::scripted::{refusal, serialization_failure};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::{Sql, delivers, test};
use crate::given::{START, after, delivery, notification, tally};
use crate::style::Test;
use crate::world::enqueue;

pub fn tests(sql: Sql) -> Vec<Test> {
    vec![
        test(sql, a_worker_that_died_leaves_its_claims_to_the_next),
        test(sql, two_workers_tell_nothing_twice),
        test(sql, what_loses_to_a_rival_is_settled_again),
        test(sql, a_settlement_is_whole_or_not_at_all),
        test(sql, nothing_is_told_inside_a_unit_of_work),
    ]
}

/// Nobody who is let in waits so long.
const PATIENCE: Duration = Duration::from_secs(1);

async fn a_worker_that_died_leaves_its_claims_to_the_next(sql: Sql) {
    let helices = notification("on-helices");
    let told = [1, 2].map(|attempt| delivery(&helices, attempt));
    let expected = sql
        .expects()
        .await
        .claims(START, &told[..1])
        .claims(START, &[])
        .claims(after(CLAIM), &told[1..])
        .arrived(&helices, 2, after(CLAIM));
    let (world, server) = sql.plays(expected).await;

    world.mailbox.kill(delivers(&world)).await;
    assert_eq!(delivers(&world).await, tally(0, 0, 0));
    world.pass(CLAIM);
    assert_eq!(delivers(&world).await, tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), told);
    server.verify().await;
}

async fn two_workers_tell_nothing_twice(sql: Sql) {
    let helices = notification("on-helices");
    let told = [delivery(&helices, 1)];
    let expected =
        sql.expects().await.claims(START, &told).claims(START, &[]).arrived(&helices, 1, START);
    let (world, server) = sql.plays(expected).await;
    let rival = world.another_worker();
    let (tell, found) = oneshot::channel();
    world.mailbox.meanwhile(async move {
        tell.send(timeout(PATIENCE, rival()).await).unwrap();
    });

    assert_eq!(delivers(&world).await, tally(1, 0, 0));

    let found = found.await.unwrap().expect("the rival is not kept waiting");
    assert_eq!(found.unwrap(), tally(0, 0, 0));
    assert_eq!(world.mailbox.deliveries(), told);
    server.verify().await;
}

async fn what_loses_to_a_rival_is_settled_again(sql: Sql) {
    let helices = notification("on-helices");
    let told = [delivery(&helices, 1)];
    let expected = sql
        .expects()
        .await
        .claims(START, &told)
        .arrived(&helices, 1, START)
        .fails(serialization_failure())
        .arrived(&helices, 1, START);
    let (world, server) = sql.plays(expected).await;

    assert_eq!(delivers(&world).await, tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), told);
    server.verify().await;
}

async fn a_settlement_is_whole_or_not_at_all(sql: Sql) {
    let helices = notification("on-helices");
    let told = [1, 2].map(|attempt| delivery(&helices, attempt));
    let expected = sql
        .expects()
        .await
        .claims(START, &told[..1])
        .begins()
        .removes(&helices)
        .notes(&helices, 1, START, None, None)
        .fails(refusal("53100", "could not extend file: no space left on device"))
        .rolls_back()
        .claims(after(CLAIM), &told[1..])
        .arrived(&helices, 2, after(CLAIM));
    let (world, server) = sql.plays(expected).await;

    let outcome = world.deliver_pending().await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
    world.pass(CLAIM);
    assert_eq!(delivers(&world).await, tally(1, 0, 0));
    assert_eq!(world.mailbox.deliveries(), told);
    server.verify().await;
}

async fn nothing_is_told_inside_a_unit_of_work(sql: Sql) {
    let [helices, knots] = ["on-helices", "on-knots"].map(notification);
    let expected = sql
        .expects()
        .await
        .claims(START, &[delivery(&helices, 1)])
        .begins()
        .enqueues(&knots)
        .commits()
        .arrived(&helices, 1, START);
    let (world, server) = sql.plays(expected).await;
    let storage = world.storage.clone();
    let (tell, written) = oneshot::channel();
    world.mailbox.meanwhile(async move {
        tell.send(timeout(PATIENCE, enqueue(&*storage, &knots)).await).unwrap();
    });

    assert_eq!(delivers(&world).await, tally(1, 0, 0));

    let written = written.await.unwrap().expect("whoever writes is not kept waiting");
    assert!(written.is_ok(), "{written:?}");
    server.verify().await;
}
