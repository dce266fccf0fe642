//! What is told, and when.

use domain::Outcome;
use pretty_assertions::assert_eq;

use super::{COMMITTED, Script};
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
    let mut script = Script::default();
    script.claims(START, [&helices]);
    script.tells(&helices, Ok(()));
    script.forgets(&helices, START);

    let outcome = script.at(&Clock::default())().await;

    assert_eq!(outcome.unwrap(), tally(1, 0, 0));
}

async fn what_was_told_is_forgotten() {
    let helices = claimed("on-helices", 1);
    let mut script = Script::default();
    script.claims(START, [&helices]);
    script.tells(&helices, Ok(()));
    script.forgets(&helices, START);
    script.claims(START, []);
    let deliver_pending = script.at(&Clock::default());

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
}

async fn an_attempt_leaves_a_line() {
    let helices = claimed("on-helices", 1);
    let mut script = Script::default();
    script.claims(START, [&helices]);
    script.tells(&helices, Ok(()));
    script.works(COMMITTED, |work| {
        work.removes(&helices);
        work.notes(line(&helices, START, Outcome::Delivered), Ok(()));
    });

    script.at(&Clock::default())().await.unwrap();
}

async fn what_is_not_due_waits() {
    let helices = claimed("on-helices", 1);
    let mut script = Script::default();
    script.claims(START, []);
    script.claims(after(MICROSECOND), [&helices]);
    script.tells(&helices, Ok(()));
    script.forgets(&helices, after(MICROSECOND));
    let clock = Clock::default();
    let deliver_pending = script.at(&clock);

    assert_eq!(deliver_pending().await.unwrap(), tally(0, 0, 0));
    clock.pass(MICROSECOND);

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}

async fn what_was_due_first_is_told_first() {
    let due = ["on-riddles", "on-knots", "on-helices"].map(|slug| claimed(slug, 1));
    let mut script = Script::default();
    script.claims(START, &due);
    for next in &due {
        script.tells(next, Ok(()));
        script.forgets(next, START);
    }

    let outcome = script.at(&Clock::default())().await;

    assert_eq!(outcome.unwrap(), tally(3, 0, 0));
}

async fn a_batch_is_sixteen() {
    let due: Vec<_> = (10..27).map(|number| claimed(&format!("part-{number}"), 1)).collect();
    let mut script = Script::default();
    for batch in due.chunks(16) {
        script.claims(START, batch);
        for next in batch {
            script.tells(next, Ok(()));
            script.forgets(next, START);
        }
    }
    let deliver_pending = script.at(&Clock::default());

    assert_eq!(deliver_pending().await.unwrap(), tally(16, 0, 0));

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}
