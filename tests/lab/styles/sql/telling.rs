//! What is told, and when.

use domain::services::delivery_policy::CLAIM;
use pretty_assertions::assert_eq;

use super::{Sql, delivers, test};
use crate::given::{MICROSECOND, START, after, delivery, notification, tally};
use crate::style::Test;

pub fn tests(sql: Sql) -> Vec<Test> {
    vec![
        test(sql, what_is_due_is_told),
        test(sql, what_was_told_is_forgotten),
        test(sql, an_attempt_leaves_a_line),
        test(sql, what_is_not_due_waits),
        test(sql, what_was_due_first_is_told_first),
        test(sql, a_batch_is_sixteen),
    ]
}

async fn what_is_due_is_told(sql: Sql) {
    let helices = notification("on-helices");
    let told = [delivery(&helices, 1)];
    let expected = sql.expects().await.claims(START, &told).arrived(&helices, 1, START);
    let (world, server) = sql.plays(expected).await;

    assert_eq!(delivers(&world).await, tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), told);
    server.verify().await;
}

async fn what_was_told_is_forgotten(sql: Sql) {
    let helices = notification("on-helices");
    let expected = sql
        .expects()
        .await
        .claims(START, &[delivery(&helices, 1)])
        .arrived(&helices, 1, START)
        .claims(after(CLAIM), &[]);
    let (world, server) = sql.plays(expected).await;

    delivers(&world).await;
    world.pass(CLAIM);

    assert_eq!(delivers(&world).await, tally(0, 0, 0));
    assert_eq!(world.mailbox.deliveries().len(), 1);
    server.verify().await;
}

async fn an_attempt_leaves_a_line(sql: Sql) {
    let helices = notification("on-helices");
    let expected = sql
        .expects()
        .await
        .claims(START, &[delivery(&helices, 1)])
        .begins()
        .removes(&helices)
        .notes(&helices, 1, START, None, None)
        .commits();
    let (world, server) = sql.plays(expected).await;

    delivers(&world).await;

    server.verify().await;
}

async fn what_is_not_due_waits(sql: Sql) {
    let helices = notification("on-helices");
    let told = [delivery(&helices, 1)];
    let expected = sql
        .expects()
        .await
        .claims(START, &[])
        .claims(after(MICROSECOND), &told)
        .arrived(&helices, 1, after(MICROSECOND));
    let (world, server) = sql.plays(expected).await;

    assert_eq!(delivers(&world).await, tally(0, 0, 0));
    assert_eq!(world.mailbox.deliveries(), []);
    world.pass(MICROSECOND);
    assert_eq!(delivers(&world).await, tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), told);
    server.verify().await;
}

async fn what_was_due_first_is_told_first(sql: Sql) {
    let [first, second, third] = ["on-riddles", "on-knots", "on-helices"].map(notification);
    let due = [&first, &second, &third].map(|due| delivery(due, 1));
    let expected = sql
        .expects()
        .await
        .claims(START, &due)
        .arrived(&first, 1, START)
        .arrived(&second, 1, START)
        .arrived(&third, 1, START);
    let (world, server) = sql.plays(expected).await;

    delivers(&world).await;

    assert_eq!(world.mailbox.deliveries(), due);
    server.verify().await;
}

async fn a_batch_is_sixteen(sql: Sql) {
    let parts: Vec<_> = (10..27).map(|number| notification(&format!("part-{number}"))).collect();
    let due: Vec<_> = parts.iter().map(|part| delivery(part, 1)).collect();
    let mut expected = sql.expects().await.claims(START, &due[..16]);
    for part in &parts[..16] {
        expected = expected.arrived(part, 1, START);
    }
    let expected = expected.claims(START, &due[16..]).arrived(&parts[16], 1, START);
    let (world, server) = sql.plays(expected).await;

    assert_eq!(delivers(&world).await, tally(16, 0, 0));
    assert_eq!(world.mailbox.deliveries(), due[..16]);
    assert_eq!(delivers(&world).await, tally(1, 0, 0));

    assert_eq!(world.mailbox.deliveries(), due);
    server.verify().await;
}
