//! What every style has a test for. The list is frozen: it was written before the variants, and
//! whoever finds a scenario missing adds it for all styles.
//!
//! The subject is `deliver_pending`. Time stands still unless a scenario lets it pass, and begins
//! two minutes before midnight.

/// Name by name, in the order in which each style has them.
pub const SCENARIOS: [&str; 17] = [
    // Told as it was written down, under its own id, as attempt 1, once; one delivered.
    "what_is_due_is_told",
    // Then the outbox does not hold it, and a later run tells nothing.
    "what_was_told_is_forgotten",
    // One line about the attempt: of which notification, which attempt, when, how it ended.
    "an_attempt_leaves_a_line",
    // A microsecond before its moment it is not told, and at its moment it is.
    "what_is_not_due_waits",
    // Three that were not written down in that order.
    "what_was_due_first_is_told_first",
    // Of seventeen, sixteen; then one.
    "a_batch_is_sixteen",
    // Not a microsecond before; then as attempt 2, under the same id. The line says until when, and
    // what was in the way.
    "what_did_not_arrive_is_tried_again_after_five_seconds",
    // The moments until which eleven attempts in a row are postponed.
    "each_wait_is_twice_as_long_until_it_is_an_hour",
    // Kept in the outbox, due never; the line says so; a later run does not try it.
    "the_twelfth_failure_is_the_last",
    // Given up at the first attempt; the line says so.
    "who_refuses_is_not_asked_again",
    // Of three the first fails: the others are told, and one is postponed.
    "a_failure_keeps_no_other_back",
    // Asked for what is due: the caller gets the error, and nothing is told.
    "a_storage_that_does_not_answer_is_an_error",
    // The worker dies when it has just told, and before it settles. When the claim has ended, which
    // is the next day, the next worker tells it as attempt 2, under the same id.
    "a_worker_that_died_leaves_its_claims_to_the_next",
    // While one worker is telling, another finds nothing.
    "two_workers_tell_nothing_twice",
    // The commit is refused, because somebody was quicker: it is settled again, and not told again.
    "what_loses_to_a_rival_is_settled_again",
    // The line cannot be written: the caller gets the error, and the outbox still holds it. When
    // the claim has ended it is told again, under the same id.
    "a_settlement_is_whole_or_not_at_all",
    // While it tells, no unit of work is open: somebody else writes, and is not in the way.
    "nothing_is_told_inside_a_unit_of_work",
];
