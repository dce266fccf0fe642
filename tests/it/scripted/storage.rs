//! Our own storage, unchanged, on a scripted Postgres.

use domain::fakes;
use domain::providers::{Conflict, Providers, StorageError};
use domain::services::Services;
use domain::{Email, PasswordHash, User, UserId, Username};
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use tests::scripted::{
    Script, ScriptedPostgres, any, rows, serialization_failure, unique_violation,
};
use tests::scripted_storage::migrated;
use uuid::Uuid;

use super::adapter::ROSALIND;
use crate::trial::named;

pub fn trials() -> Vec<Trial> {
    vec![
        named(a_taken_address_is_a_conflict_by_the_name_of_its_constraint),
        named(a_commit_that_loses_is_a_conflict),
        named(who_was_not_quick_enough_begins_anew),
        named(who_reads_does_not_notice_a_broken_connection),
        named(a_unit_of_work_that_is_dropped_is_rolled_back),
    ]
}

const JOCASTA: UserId = UserId(Uuid::from_u128(2));

async fn a_taken_address_is_a_conflict_by_the_name_of_its_constraint() {
    let script = migrated()
        .await
        .begin()
        .expect_like("^INSERT INTO users")
        .fails(unique_violation("users_email_key"))
        .rollback();
    let server = ScriptedPostgres::start(script).await;
    let storage = storage::open(server.url()).await.unwrap();
    let mut work = storage.begin().await.unwrap();
    let rosalind = User {
        id: UserId(ROSALIND),
        username: Username::parse("rosalind").unwrap(),
        email: Email::parse("rosalind@helix.example").unwrap(),
        password: PasswordHash::new("a hash".to_owned()),
        bio: None,
        image: None,
    };

    let inserted = work.users().insert(&rosalind).await;

    assert!(matches!(inserted, Err(StorageError::Conflict(Conflict::Email))), "{inserted:?}");
    drop(work);
    server.verify().await.unwrap();
}

async fn a_commit_that_loses_is_a_conflict() {
    let script = migrated().await.begin().commit().fails(serialization_failure());
    let server = ScriptedPostgres::start(script).await;
    let storage = storage::open(server.url()).await.unwrap();
    let work = storage.begin().await.unwrap();

    let committed = work.commit().await;

    assert!(matches!(committed, Err(StorageError::Conflict(Conflict::Concurrent))));
    server.verify().await.unwrap();
}

/// What the storage reads of a user.
type Found<'a> = (Uuid, &'a str, &'a str, &'a str, Option<&'a str>, Option<&'a str>);

/// Rosalind, whom the step before looks up.
pub fn answers_rosalind(script: Script) -> Script {
    let columns = ["id", "username", "email", "password", "bio", "image"];
    let found = (ROSALIND, "rosalind", "rosalind@helix.example", "a hash", None, None);
    script.returns(rows::<Found<'_>>(columns).row(found))
}

/// Begins, and looks Rosalind up to change who follows her.
fn looks_rosalind_up(script: Script) -> Script {
    answers_rosalind(script.begin().expect_like("WHERE username = [$]1 FOR NO KEY UPDATE$"))
}

async fn who_was_not_quick_enough_begins_anew() {
    let script = looks_rosalind_up(migrated().await)
        .expect_like("^INSERT INTO follows")
        .fails(serialization_failure())
        .rollback();
    let script = looks_rosalind_up(script)
        .expect_like("^INSERT INTO follows")
        .args((JOCASTA.0, ROSALIND))
        .affects(1)
        .commit();
    let server = ScriptedPostgres::start(script).await;
    let storage = storage::open(server.url()).await.unwrap();
    let services = Services::new(&Providers { storage, ..fakes::providers() });

    let followed = services.profiles.follow(JOCASTA, &Username::parse("rosalind").unwrap()).await;

    assert!(followed.unwrap().following);
    server.verify().await.unwrap();
}

async fn who_reads_does_not_notice_a_broken_connection() {
    let script = migrated().await.expect_like("FROM users").disconnects();
    let script = answers_rosalind(script.expect_like("FROM users").args((ROSALIND,)));
    let server = ScriptedPostgres::start(script).await;
    let storage = storage::open(server.url()).await.unwrap();

    let found = storage.read().users().find(UserId(ROSALIND)).await;

    assert_eq!(found.unwrap().unwrap().username.as_str(), "rosalind");
    server.verify().await.unwrap();
}

async fn a_unit_of_work_that_is_dropped_is_rolled_back() {
    let script = migrated().await.begin().expect_like("^INSERT INTO follows").args((any(), any()));
    let server = ScriptedPostgres::start(script.affects(1).rollback()).await;
    let storage = storage::open(server.url()).await.unwrap();
    let mut work = storage.begin().await.unwrap();

    work.follows().add(JOCASTA, UserId(ROSALIND)).await.unwrap();

    drop(work);
    server.verify().await.unwrap();
}
