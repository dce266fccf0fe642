//! The scenarios over the fake, which remembers what it was asked: nothing is asked in vain.

use std::sync::Arc;

use domain::providers::Storage;
use pretty_assertions::assert_eq;
use tests::decorators::{Record, Recorded};
use tests::storages;

use crate::classical::{Scenario, by_trait_objects, scenarios};
use crate::style::{Style, Test};
use crate::world::World;

pub fn styles() -> Vec<Style> {
    vec![Style::new("recording", scenarios().into_iter().map(recorded).collect())]
}

fn recorded(scenario: Scenario) -> Test {
    Test::new(scenario.name, async move || {
        let storage = storages::named("fake").open().await.storage;
        let record = Record::default();
        let world = World::over(storage, |storage, mailbox, now| {
            let storage: Arc<dyn Storage> = Arc::new(storage);
            let recorded = Recorded::over(storage, record.clone());
            by_trait_objects(Arc::new(recorded), Arc::new(mailbox), now)
        })
        .await;

        scenario.play(&world).await;

        let Some(needed) = needed(scenario.name) else { return };
        let mut asked = record.names();
        asked.sort_unstable();
        assert_eq!(asked, needed);
    })
}

const CLAIM: [&str; 3] = ["begin", "outbox.claim", "commit"];
const REMOVE: [&str; 4] = ["begin", "outbox.remove", "audit.note", "commit"];
const RESCHEDULE: [&str; 4] = ["begin", "outbox.reschedule", "audit.note", "commit"];

/// What the storage has to be asked, in the order of the alphabet. In which order it is asked is
/// not the matter here: a unit of work shows none.
fn needed(scenario: &str) -> Option<Vec<&'static str>> {
    // What is asked at each run, of each that arrived, of each other, and by who failed.
    let (runs, arrived, others, failed): (_, _, _, &[&str]) = match scenario {
        "what_is_due_is_told"
        | "an_attempt_leaves_a_line"
        | "nothing_is_told_inside_a_unit_of_work" => (1, 1, 0, &[]),
        "what_was_told_is_forgotten"
        | "what_is_not_due_waits"
        | "two_workers_tell_nothing_twice" => (2, 1, 0, &[]),
        "what_was_due_first_is_told_first" => (1, 3, 0, &[]),
        "a_batch_is_sixteen" => (2, 17, 0, &[]),
        "what_did_not_arrive_is_tried_again_after_five_seconds" => (3, 1, 1, &[]),
        "each_wait_is_twice_as_long_until_it_is_an_hour" => (11, 0, 11, &[]),
        "the_twelfth_failure_is_the_last" => (13, 0, 12, &[]),
        "who_refuses_is_not_asked_again" => (2, 0, 1, &[]),
        "a_failure_keeps_no_other_back" => (1, 2, 1, &[]),
        "a_storage_that_does_not_answer_is_an_error" => (0, 0, 0, &CLAIM[..2]),
        "a_worker_that_died_leaves_its_claims_to_the_next" => (3, 1, 0, &[]),
        "what_loses_to_a_rival_is_settled_again" => (1, 2, 0, &[]),
        // What had been asked before it failed is a matter of the order.
        "a_settlement_is_whole_or_not_at_all" => return None,
        other => panic!("nobody knows what {other} needs"),
    };
    let parts =
        [CLAIM.repeat(runs), REMOVE.repeat(arrived), RESCHEDULE.repeat(others), failed.to_vec()];
    let mut needed = parts.concat();
    needed.sort_unstable();
    Some(needed)
}
