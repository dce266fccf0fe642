use pretty_assertions::assert_eq;

use super::*;

const LOUD: &[Unique<&str>] =
    &[Unique { key: |text| text.to_uppercase(), conflict: Conflict::Slug }];

/// A table of these rows, whose values differ in more than their case.
fn table(rows: &[(&'static str, &'static str)]) -> Table<&'static str, &'static str> {
    let mut work = Table::new(LOUD);
    for (key, value) in rows {
        work.put(*key, *value).unwrap();
    }
    let mut table = Table::new(LOUD);
    table.merge(work).unwrap();
    table
}

fn rows(table: &Table<&'static str, &'static str>) -> Vec<(&'static str, &'static str)> {
    let mut rows: Vec<_> = table.iter().map(|(key, value)| (*key, *value)).collect();
    rows.sort_unstable();
    rows
}

fn refused(outcome: Result<(), StorageError>) -> Conflict {
    match outcome {
        Err(StorageError::Conflict(conflict)) => conflict,
        other => panic!("no conflict: {other:?}"),
    }
}

#[test]
fn changes_show_inside_at_once_and_nowhere_else() {
    let table = table(&[("a", "ant"), ("b", "bee")]);
    let mut work = table.clone();

    work.put("c", "cat").unwrap();
    work.update("a", "ape").unwrap();
    work.delete(&"b");

    assert_eq!(rows(&work), [("a", "ape"), ("c", "cat")]);
    assert_eq!((work.get(&"a"), work.get(&"b")), (Some(&"ape"), None));
    assert_eq!(rows(&table), [("a", "ant"), ("b", "bee")]);
}

#[test]
fn a_commit_brings_all_changes() {
    let mut table = table(&[("a", "ant"), ("b", "bee")]);
    let mut work = table.clone();
    work.put("c", "cat").unwrap();
    work.delete(&"b");

    table.merge(work).unwrap();

    assert_eq!(rows(&table), [("a", "ant"), ("c", "cat")]);
}

#[test]
fn rolling_back_is_forgetting() {
    let mut table = table(&[("a", "ant")]);
    let mut forgotten = table.clone();
    forgotten.update("a", "ape").unwrap();
    drop(forgotten);

    let mut work = table.clone();
    work.update("a", "asp").unwrap();
    table.merge(work).unwrap();

    assert_eq!(rows(&table), [("a", "asp")]);
}

#[test]
fn a_snapshot_does_not_see_what_is_committed_later() {
    let mut table = table(&[("a", "ant")]);
    let snapshot = table.clone();
    let mut work = table.clone();
    work.update("a", "ape").unwrap();

    table.merge(work).unwrap();

    assert_eq!(rows(&snapshot), [("a", "ant")]);
}

#[test]
fn of_two_changes_to_one_row_the_first_to_commit_wins() {
    type Change = fn(&mut Table<&'static str, &'static str>);
    let update: Change = |work| work.update("a", "ape").unwrap();
    let delete: Change = |work| work.delete(&"a");

    for (first, second) in [(update, update), (update, delete), (delete, update), (delete, delete)]
    {
        let mut table = table(&[("a", "ant")]);
        let (mut winner, mut loser) = (table.clone(), table.clone());
        first(&mut winner);
        second(&mut loser);

        table.merge(winner).unwrap();
        let outcome = table.merge(loser);

        assert_eq!(refused(outcome), Conflict::Concurrent);
    }
}

#[test]
fn of_two_new_rows_under_one_key_the_first_to_commit_wins() {
    let mut table = table(&[]);
    let (mut winner, mut loser) = (table.clone(), table.clone());
    winner.put("a", "ant").unwrap();
    loser.put("a", "ape").unwrap();

    table.merge(winner).unwrap();
    let outcome = table.merge(loser);

    assert_eq!(refused(outcome), Conflict::Concurrent);
    assert_eq!(rows(&table), [("a", "ant")]);
}

#[test]
fn changes_to_different_rows_meet_in_peace() {
    let mut table = table(&[("a", "ant"), ("b", "bee")]);
    let (mut first, mut second) = (table.clone(), table.clone());
    first.update("a", "ape").unwrap();
    second.update("b", "bat").unwrap();

    table.merge(first).unwrap();
    table.merge(second).unwrap();

    assert_eq!(rows(&table), [("a", "ape"), ("b", "bat")]);
}

#[test]
fn a_row_that_was_deleted_and_put_back_is_not_the_row_it_was() {
    let mut table = table(&[("a", "ant")]);
    let mut late = table.clone();
    late.update("a", "ape").unwrap();
    let mut deleting = table.clone();
    deleting.delete(&"a");
    table.merge(deleting).unwrap();
    let mut putting_back = table.clone();
    putting_back.put("a", "ant").unwrap();
    table.merge(putting_back).unwrap();

    let outcome = table.merge(late);

    assert_eq!(refused(outcome), Conflict::Concurrent);
    assert_eq!(rows(&table), [("a", "ant")]);
}

#[test]
fn deleting_what_is_not_there_changes_nothing() {
    let mut table = table(&[]);
    let (mut nothing, mut something) = (table.clone(), table.clone());
    nothing.delete(&"a");
    something.put("a", "ant").unwrap();

    table.merge(something).unwrap();
    table.merge(nothing).unwrap();

    assert_eq!(rows(&table), [("a", "ant")]);
}

#[test]
fn an_update_needs_a_row() {
    let mut table = table(&[("a", "ant")]);
    table.delete(&"a");

    let outcome = table.update("a", "ape");

    assert_eq!(refused(outcome), Conflict::Concurrent);
}

#[test]
fn a_required_row_must_still_be_there_at_the_commit() {
    let mut table = table(&[("a", "ant")]);
    let (mut resting, mut deleting) = (table.clone(), table.clone());
    resting.require(&"a").unwrap();
    resting.put("b", "bee").unwrap();
    deleting.delete(&"a");

    table.merge(deleting).unwrap();
    let outcome = table.merge(resting);

    assert_eq!(refused(outcome), Conflict::Concurrent);
    assert_eq!(rows(&table), []);
}

#[test]
fn a_required_row_may_change_meanwhile() {
    let mut table = table(&[("a", "ant")]);
    let (mut resting, mut changing) = (table.clone(), table.clone());
    resting.require(&"a").unwrap();
    resting.put("b", "bee").unwrap();
    changing.update("a", "ape").unwrap();

    table.merge(changing).unwrap();
    table.merge(resting).unwrap();

    assert_eq!(rows(&table), [("a", "ape"), ("b", "bee")]);
}

#[test]
fn a_row_may_be_required_and_deleted_by_the_same_unit_of_work() {
    let mut table = table(&[("a", "ant")]);
    let mut work = table.clone();
    work.require(&"a").unwrap();
    work.delete(&"a");

    table.merge(work).unwrap();

    assert_eq!(rows(&table), []);
}

#[test]
fn what_is_taken_is_refused_at_the_write() {
    let mut work = table(&[("a", "ant"), ("b", "bee")]);

    assert_eq!(refused(work.put("c", "Ant")), Conflict::Slug);
    assert_eq!(refused(work.update("b", "ANT")), Conflict::Slug);
    assert_eq!(rows(&work), [("a", "ant"), ("b", "bee")]);
}

#[test]
fn what_a_rival_took_is_refused_at_the_commit() {
    let mut table = table(&[]);
    let (mut winner, mut loser) = (table.clone(), table.clone());
    winner.put("a", "ant").unwrap();
    loser.put("b", "Ant").unwrap();

    table.merge(winner).unwrap();
    let outcome = table.merge(loser);

    assert_eq!(refused(outcome), Conflict::Slug);
}

#[test]
fn a_row_is_no_rival_to_itself() {
    let mut table = table(&[("a", "ant")]);
    let mut work = table.clone();

    work.update("a", "Ant").unwrap();
    table.merge(work).unwrap();

    assert_eq!(rows(&table), [("a", "Ant")]);
}

#[test]
fn what_was_given_up_is_free() {
    let mut table = table(&[("a", "ant"), ("b", "bee")]);
    let mut work = table.clone();

    work.update("a", "ape").unwrap();
    work.delete(&"b");
    work.put("c", "ant").unwrap();
    work.put("d", "bee").unwrap();
    table.merge(work).unwrap();

    assert_eq!(rows(&table), [("a", "ape"), ("c", "ant"), ("d", "bee")]);
}

#[test]
fn the_condemned_are_deleted_and_no_others() {
    let mut table = table(&[("a", "ant"), ("b", "bee"), ("c", "cat")]);
    let mut work = table.clone();
    work.put("d", "dog").unwrap();

    work.delete_where(|key, value| *key == "a" || *value == "dog");
    table.merge(work).unwrap();

    assert_eq!(rows(&table), [("b", "bee"), ("c", "cat")]);
}

#[test]
fn the_purged_are_gone_for_good() {
    let mut table = table(&[("a", "ant"), ("b", "bee")]);
    let mut late = table.clone();
    late.update("a", "ape").unwrap();

    table.purge(|key, _| *key == "a");

    assert_eq!(rows(&table), [("b", "bee")]);
    assert_eq!(refused(table.merge(late)), Conflict::Concurrent);
}
