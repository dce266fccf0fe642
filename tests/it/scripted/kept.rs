//! What goes as it was written down.

use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use sqlx::{Acquire, PgPool, Row};
use tests::scripted::{
    Script, ScriptedPostgres, any, deadlock, rows, serialization_failure, unique_violation,
};
use uuid::Uuid;

use super::adapter::{COUNT, INSERT, NUMBER, RENAME, ROSALIND, number, register, rename};
use crate::trial::named;

pub fn trials() -> Vec<Trial> {
    vec![
        named(a_transaction_goes_as_it_was_written_down),
        named(rows_come_back_with_their_types),
        named(raw_sql_is_answered_in_text),
        named(a_violation_bears_the_name_of_its_constraint),
        named(what_failed_is_tried_again),
        named(a_transaction_that_is_dropped_is_rolled_back),
        named(of_an_aborted_transaction_a_commit_is_a_rollback),
        named(a_savepoint_outlives_an_error),
        named(a_connection_that_broke_is_replaced),
        named(a_commit_may_fail),
        named(what_is_optional_may_come_or_not),
        named(what_is_allowed_comes_whenever_it_likes),
        named(something_comes_several_times),
        named(a_client_may_ask_for_encryption),
    ]
}

async fn a_transaction_goes_as_it_was_written_down() {
    let script = Script::new()
        .begin()
        .expect(INSERT)
        .args((ROSALIND, "rosalind@helix.example"))
        .returns(rows::<(i64,)>(["number"]).row((51,)))
        .expect_like("^UPDATE counters .* [$]1$")
        .args((any(),))
        .affects(1)
        .commit();
    let server = ScriptedPostgres::start(script).await;

    let registered = register(&server.pool(), "rosalind@helix.example").await;

    assert_eq!(registered.unwrap(), 51);
    server.verify().await.unwrap();
}

/// As many types as a script is likely to meet.
type Photograph<'a> =
    (bool, i16, i32, i64, f64, &'a str, Option<&'a str>, Uuid, Vec<&'a str>, Vec<u8>);

const COLUMNS: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

fn photograph() -> Photograph<'static> {
    let tags = vec!["helix", "so called \"DNA\""];
    (true, -1, 2, 51, 0.5, "B form", None, ROSALIND, tags, vec![0, 0x51])
}

async fn rows_come_back_with_their_types() {
    let found = rows::<Photograph<'_>>(COLUMNS).row(photograph()).row(photograph());
    let script = Script::new().expect("SELECT * FROM photographs").returns(found);
    let server = ScriptedPostgres::start(script).await;

    let rows = sqlx::query("SELECT * FROM photographs").fetch_all(&server.pool()).await.unwrap();

    assert_eq!(rows.len(), 2);
    for row in rows {
        let read: (bool, i16, i32, i64, f64) =
            (row.get("a"), row.get("b"), row.get("c"), row.get("d"), row.get("e"));
        assert_eq!(read, (true, -1, 2, 51, 0.5));
        let read: (&str, Option<&str>, Uuid) = (row.get("f"), row.get("g"), row.get("h"));
        assert_eq!(read, ("B form", None, ROSALIND));
        let read: (Vec<String>, Vec<u8>) = (row.get("i"), row.get("j"));
        let tags = ["helix", "so called \"DNA\""].map(str::to_owned);
        assert_eq!(read, (tags.to_vec(), vec![0, 0x51]));
    }
    server.verify().await.unwrap();
}

async fn raw_sql_is_answered_in_text() {
    let found = rows::<Photograph<'_>>(COLUMNS).row(photograph());
    let script = Script::new().expect("SELECT * FROM photographs").returns(found);
    let server = ScriptedPostgres::start(script).await;

    let raw = sqlx::raw_sql("SELECT * FROM photographs").fetch_one(&server.pool()).await.unwrap();

    let texts: Vec<Option<&str>> =
        (0..raw.len()).map(|at| raw.try_get_raw(at).unwrap().as_str().ok()).collect();
    let read = ["t", "-1", "2", "51", "0.5", "B form"].map(Some);
    assert_eq!(texts[..6], read);
    assert_eq!(texts[6], None);
    let read =
        ["00000000-0000-0000-0000-000000000033", r#"{"helix","so called \"DNA\""}"#, r"\x0051"];
    assert_eq!(texts[7..], read.map(Some));
    server.verify().await.unwrap();
}

async fn a_violation_bears_the_name_of_its_constraint() {
    let script =
        Script::new().begin().expect(INSERT).fails(unique_violation("users_email_key")).rollback();
    let server = ScriptedPostgres::start(script).await;

    let error = register(&server.pool(), "rosalind@helix.example").await.unwrap_err();

    let refusal = error.into_database_error().unwrap();
    assert!(refusal.is_unique_violation());
    assert_eq!(refusal.constraint(), Some("users_email_key"));
    server.verify().await.unwrap();
}

async fn what_failed_is_tried_again() {
    let script = Script::new()
        .expect(NUMBER)
        .fails(serialization_failure())
        .expect(NUMBER)
        .returns(rows::<(i64,)>(["number"]).row((51,)));
    let server = ScriptedPostgres::start(script).await;

    let found = number(&server.pool(), "rosalind@helix.example").await;

    assert_eq!(found.unwrap(), Some(51));
    server.verify().await.unwrap();
}

async fn a_transaction_that_is_dropped_is_rolled_back() {
    let script = Script::new().begin().rollback().expect(RENAME).affects(1);
    let server = ScriptedPostgres::start(script).await;
    let pool = server.pool();

    drop(pool.begin().await.unwrap());

    // It may be on the other connection, before the rollback is.
    assert_eq!(rename(&pool, 51, "Rosalind").await.unwrap(), 1);
    server.verify().await.unwrap();
}

async fn of_an_aborted_transaction_a_commit_is_a_rollback() {
    let script = Script::new().begin().expect(COUNT).fails(deadlock()).commit();
    let server = ScriptedPostgres::start(script).await;
    let mut work = server.pool().begin().await.unwrap();

    let counted = sqlx::query(COUNT).bind(1_i64).execute(&mut *work).await;

    assert_eq!(counted.unwrap_err().as_database_error().unwrap().code().unwrap(), "40P01");
    work.commit().await.unwrap();
    server.verify().await.unwrap();
}

async fn a_savepoint_outlives_an_error() {
    let script = Script::new()
        .begin()
        .expect_like("^SAVEPOINT")
        .expect(COUNT)
        .fails(deadlock())
        .expect_like("^ROLLBACK TO SAVEPOINT")
        .expect(COUNT)
        .affects(1)
        .commit();
    let server = ScriptedPostgres::start(script).await;
    let mut work = server.pool().begin().await.unwrap();

    let mut inner = work.begin().await.unwrap();
    sqlx::query(COUNT).bind(1_i64).execute(&mut *inner).await.unwrap_err();
    inner.rollback().await.unwrap();

    sqlx::query(COUNT).bind(1_i64).execute(&mut *work).await.unwrap();
    work.commit().await.unwrap();
    server.verify().await.unwrap();
}

async fn a_connection_that_broke_is_replaced() {
    let script = Script::new().expect(RENAME).disconnects().expect(RENAME).affects(1);
    let server = ScriptedPostgres::start(script).await;
    let pool = server.pool();

    let broken = rename(&pool, 51, "Rosalind").await;

    assert!(matches!(broken, Err(sqlx::Error::Io(_))), "{broken:?}");
    assert_eq!(rename(&pool, 51, "Rosalind").await.unwrap(), 1);
    server.verify().await.unwrap();
}

async fn a_commit_may_fail() {
    let script = Script::new().begin().commit().fails(serialization_failure()).expect(RENAME);
    let server = ScriptedPostgres::start(script).await;
    let work = server.pool().begin().await.unwrap();

    let committed = work.commit().await;

    assert_eq!(committed.unwrap_err().as_database_error().unwrap().code().unwrap(), "40001");
    assert_eq!(rename(&server.pool(), 51, "Rosalind").await.unwrap(), 0);
    server.verify().await.unwrap();
}

async fn what_is_optional_may_come_or_not() {
    let script = || Script::new().expect(NUMBER).optional().expect(RENAME).affects(1);
    for comes in [false, true] {
        let server = ScriptedPostgres::start(script()).await;

        if comes {
            number(&server.pool(), "rosalind@helix.example").await.unwrap();
        }

        assert_eq!(rename(&server.pool(), 51, "Rosalind").await.unwrap(), 1);
        server.verify().await.unwrap();
    }
}

async fn what_is_allowed_comes_whenever_it_likes() {
    let ping = |pool: PgPool| async move { sqlx::query("SELECT 1").execute(&pool).await.unwrap() };
    let script = Script::new().allow("^SELECT 1$").expect(RENAME).affects(1);
    let server = ScriptedPostgres::start(script).await;

    ping(server.pool()).await;
    let renamed = rename(&server.pool(), 51, "Rosalind").await;
    ping(server.pool()).await;
    ping(server.pool()).await;

    assert_eq!(renamed.unwrap(), 1);
    server.verify().await.unwrap();
}

async fn something_comes_several_times() {
    let script = Script::new().expect(RENAME).affects(1).times(3).expect(NUMBER);
    let server = ScriptedPostgres::start(script).await;

    for _ in 0..3 {
        assert_eq!(rename(&server.pool(), 51, "Rosalind").await.unwrap(), 1);
    }

    assert_eq!(number(&server.pool(), "rosalind@helix.example").await.unwrap(), None);
    server.verify().await.unwrap();
}

async fn a_client_may_ask_for_encryption() {
    let server = ScriptedPostgres::start(Script::new().expect(RENAME).affects(1)).await;
    let url = server.url().replace("sslmode=disable", "sslmode=prefer");

    let pool = PgPool::connect(&url).await.unwrap();

    assert_eq!(rename(&pool, 51, "Rosalind").await.unwrap(), 1);
    server.verify().await.unwrap();
}
