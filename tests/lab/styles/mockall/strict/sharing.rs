//! What others do meanwhile, and what is left of who died.

use std::future::pending;
use std::sync::Arc;

use domain::Outcome;
use domain::providers::{MockNotifier, StorageError};
use domain::services::delivery_policy::CLAIM;
use futures::FutureExt;
use pretty_assertions::assert_eq;

use super::{COMMITTED, Script};
use crate::classical::by_trait_objects;
use crate::clock::Clock;
use crate::given::{START, after, tally};
use crate::mockall::given::{Meanwhile, claimed, line, lost_race, no_answer};
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
    let mut script = Script::default();
    script.claims(START, [&first]);
    script.tells(&first, Ok(()));
    script.claims(START, []);
    script.claims(after(CLAIM), [&second]);
    script.tells(&second, Ok(()));
    script.forgets(&second, after(CLAIM));
    let Script { storage, notifier, .. } = script;
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
    let mut script = Script::default();
    script.claims(START, [&helices]);
    script.tells(&helices, Ok(()));
    script.claims(START, []);
    script.forgets(&helices, START);
    let (storage, now) = (Arc::new(script.storage), Clock::default().now());
    let rival = by_trait_objects(storage.clone(), Arc::new(MockNotifier::new()), now.clone());
    let notifier = Meanwhile::told(script.notifier, async move {
        assert_eq!(rival().await.unwrap(), tally(0, 0, 0));
    });
    let deliver_pending = by_trait_objects(storage, Arc::new(notifier), now);

    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}

async fn what_loses_to_a_rival_is_settled_again() {
    let helices = claimed("on-helices", 1);
    let mut script = Script::default();
    script.claims(START, [&helices]);
    script.tells(&helices, Ok(()));
    script.works(Some(Err(lost_race())), |work| {
        work.removes(&helices);
        work.notes(line(&helices, START, Outcome::Delivered), Ok(()));
    });
    script.forgets(&helices, START);

    let outcome = script.at(&Clock::default())().await;

    assert_eq!(outcome.unwrap(), tally(1, 0, 0));
}

async fn a_settlement_is_whole_or_not_at_all() {
    let (first, second) = (claimed("on-helices", 1), claimed("on-helices", 2));
    let mut script = Script::default();
    script.claims(START, [&first]);
    script.tells(&first, Ok(()));
    script.works(None, |work| {
        work.removes(&first);
        work.notes(line(&first, START, Outcome::Delivered), Err(no_answer()));
    });
    script.claims(after(CLAIM), [&second]);
    script.tells(&second, Ok(()));
    script.forgets(&second, after(CLAIM));
    let clock = Clock::default();
    let deliver_pending = script.at(&clock);

    let outcome = deliver_pending().await;

    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
    clock.pass(CLAIM);
    assert_eq!(deliver_pending().await.unwrap(), tally(1, 0, 0));
}

async fn nothing_is_told_inside_a_unit_of_work() {
    let helices = claimed("on-helices", 1);
    let mut script = Script::default();
    script.works(COMMITTED, |work| work.claims(START, Ok(vec![helices.clone()])));
    script.tells(&helices, Ok(()));
    script.forgets(&helices, START);

    let outcome = script.at(&Clock::default())().await;

    assert_eq!(outcome.unwrap(), tally(1, 0, 0));
}
