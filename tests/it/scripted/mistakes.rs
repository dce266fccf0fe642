//! What comes, and is not what was written down.

use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use sqlx::postgres::types::PgInterval;
use tests::scripted::{Script, ScriptedPostgres, any, deadlock, rows};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::adapter::{COUNT, NUMBER, RENAME, number, rename};
use super::told;
use crate::trial::named;

pub fn trials() -> Vec<Trial> {
    vec![
        named(another_text_is_pointed_at_and_so_is_the_line_of_the_test),
        named(a_text_that_is_not_like_it_is_told),
        named(other_arguments_are_told_by_value_and_type),
        named(arguments_that_are_missing_or_too_many_are_told),
        named(what_comes_after_the_last_step_is_told),
        named(all_that_could_have_come_is_told),
        named(another_order_is_told),
        named(a_failure_that_is_swallowed_is_told_and_nothing_works_after_it),
        named(a_second_connection_amid_a_transaction_is_refused),
        named(a_statement_in_an_aborted_transaction_is_refused),
        named(columns_that_change_under_a_prepared_statement_are_told),
        named(a_type_that_has_no_text_here_is_told),
        named(a_client_that_says_something_strange_is_told_of),
    ]
}

async fn another_text_is_pointed_at_and_so_is_the_line_of_the_test() {
    let line = line!() + 1;
    let script = Script::new().expect("UPDATE users SET title = $1 WHERE number = $2");
    let server = ScriptedPostgres::start(script).await;

    let error = rename(&server.pool(), 51, "Rosalind").await.unwrap_err();

    let report = format!(
        "step 1 at tests/it/scripted/mistakes.rs:{line}
  expected  UPDATE users SET title = $1 WHERE number = $2
  actual    UPDATE users SET name = $1 WHERE number = $2
                             ^"
    );
    let refusal = error.into_database_error().unwrap();
    assert_eq!(refusal.message(), format!("the script was not kept to\n{report}"));
    assert_eq!(refusal.code().unwrap(), "XX000");
    assert_eq!(server.verify().await.unwrap_err().to_string(), report);
}

async fn a_text_that_is_not_like_it_is_told() {
    let server = ScriptedPostgres::start(Script::new().expect_like("^INSERT INTO users")).await;

    rename(&server.pool(), 51, "Rosalind").await.unwrap_err();

    let report = "step 1
  expected  /^INSERT INTO users/
  actual    UPDATE users SET name = $1 WHERE number = $2";
    assert_eq!(told(server.verify().await), report);
}

async fn other_arguments_are_told_by_value_and_type() {
    let script = Script::new().expect(RENAME).args(("Rosalind", 51));
    let server = ScriptedPostgres::start(script).await;

    rename(&server.pool(), 51, "Jocasta").await.unwrap_err();

    let report = "step 1
  UPDATE users SET name = $1 WHERE number = $2
  $1 expected 'Rosalind'::text, actual 'Jocasta'::text
  $2 expected '51'::int4, actual '51'::int8";
    assert_eq!(told(server.verify().await), report);
}

async fn arguments_that_are_missing_or_too_many_are_told() {
    let missing = Script::new().expect(RENAME).args((any(), 51_i64, None::<bool>, any()));
    let too_many = Script::new().expect(RENAME).args((any(),));
    let mut reports = vec![];

    for script in [missing, too_many] {
        let server = ScriptedPostgres::start(script).await;
        rename(&server.pool(), 51, "Rosalind").await.unwrap_err();
        reports.push(told(server.verify().await));
    }

    let missing = "step 1
  UPDATE users SET name = $1 WHERE number = $2
  $3 expected NULL::bool, actual nothing
  $4 expected anything, actual nothing";
    let too_many = "step 1
  UPDATE users SET name = $1 WHERE number = $2
  $2 expected nothing, actual '51'::int8";
    assert_eq!(reports, [missing, too_many]);
}

async fn what_comes_after_the_last_step_is_told() {
    let server = ScriptedPostgres::start(Script::new().expect(RENAME)).await;
    rename(&server.pool(), 51, "Rosalind").await.unwrap();

    rename(&server.pool(), 51, "Rosalind").await.unwrap_err();

    let report = "nothing more was expected
  actual    UPDATE users SET name = $1 WHERE number = $2";
    assert_eq!(told(server.verify().await), report);
}

async fn all_that_could_have_come_is_told() {
    let script = Script::new().expect_like("^INSERT").optional().expect(NUMBER);
    let server = ScriptedPostgres::start(script).await;

    rename(&server.pool(), 51, "Rosalind").await.unwrap_err();

    let report = "step 1, which need not be
  expected  /^INSERT/
  actual    UPDATE users SET name = $1 WHERE number = $2
step 2
  expected  SELECT number FROM users WHERE email = $1
  actual    UPDATE users SET name = $1 WHERE number = $2
            ^";
    assert_eq!(told(server.verify().await), report);
}

async fn another_order_is_told() {
    let server = ScriptedPostgres::start(Script::new().expect(NUMBER).expect(RENAME)).await;

    rename(&server.pool(), 51, "Rosalind").await.unwrap_err();

    let report = "step 1
  expected  SELECT number FROM users WHERE email = $1
  actual    UPDATE users SET name = $1 WHERE number = $2
            ^";
    assert_eq!(told(server.verify().await), report);
}

async fn a_failure_that_is_swallowed_is_told_and_nothing_works_after_it() {
    let server = ScriptedPostgres::start(Script::new().expect(NUMBER)).await;
    let pool = server.pool();

    let _ = rename(&pool, 51, "Rosalind").await;

    number(&pool, "rosalind@helix.example").await.unwrap_err();
    let report = "step 1
  expected  SELECT number FROM users WHERE email = $1
  actual    UPDATE users SET name = $1 WHERE number = $2
            ^";
    assert_eq!(told(server.verify().await), report);
}

async fn a_second_connection_amid_a_transaction_is_refused() {
    let script = Script::new().begin().expect(RENAME).commit();
    let server = ScriptedPostgres::start(script).await;
    let _work = server.pool().begin().await.unwrap();

    rename(&server.pool(), 51, "Rosalind").await.unwrap_err();

    let report = "a second connection, amid the transaction of step 1
  actual    UPDATE users SET name = $1 WHERE number = $2";
    assert_eq!(told(server.verify().await), report);
}

async fn a_statement_in_an_aborted_transaction_is_refused() {
    let script = Script::new().begin().expect(COUNT).fails(deadlock()).expect(NUMBER).rollback();
    let server = ScriptedPostgres::start(script).await;
    let mut work = server.pool().begin().await.unwrap();
    sqlx::query(COUNT).bind(1_i64).execute(&mut *work).await.unwrap_err();

    let refused = sqlx::query(NUMBER).bind("rosalind").execute(&mut *work).await.unwrap_err();

    assert_eq!(refused.as_database_error().unwrap().code().unwrap(), "25P02");
    work.rollback().await.unwrap_err();
    let report = "step 3
  expected  SELECT number FROM users WHERE email = $1
  actual    ROLLBACK
            ^
refused, because the transaction is aborted: SELECT number FROM users WHERE email = $1";
    assert_eq!(told(server.verify().await), report);
}

async fn columns_that_change_under_a_prepared_statement_are_told() {
    let script = Script::new()
        .expect(NUMBER)
        .returns(rows::<(i64,)>(["number"]))
        .expect(NUMBER)
        .returns(rows::<(i32, bool)>(["number", "is_new"]));
    let server = ScriptedPostgres::start(script).await;
    let mut connection = server.pool().acquire().await.unwrap();

    for _ in 0..2 {
        let _ = sqlx::query(NUMBER).bind("rosalind").fetch_all(&mut *connection).await;
    }

    drop(connection);
    let report = "step 2
  columns   number int4, is_new bool
  prepared  number int8";
    assert_eq!(told(server.verify().await), report);
}

async fn a_type_that_has_no_text_here_is_told() {
    let turn = PgInterval { months: 0, days: 1, microseconds: 0 };
    let found = rows::<(PgInterval,)>(["a_turn"]).row((turn,));
    let server =
        ScriptedPostgres::start(Script::new().expect("SELECT a_turn").returns(found)).await;

    sqlx::raw_sql("SELECT a_turn").fetch_one(&server.pool()).await.unwrap_err();

    assert_eq!(told(server.verify().await), "raw SQL cannot be answered type 1186");
}

async fn a_client_that_says_something_strange_is_told_of() {
    let server = ScriptedPostgres::start(Script::new()).await;
    let address = server.url().split(['@', '/']).nth(3).unwrap();
    let mut client = TcpStream::connect(address).await.unwrap();

    client.write_all(&[0, 0, 0, 8, 0, 3, 0, 0, b'?', 0, 0, 0, 4]).await.unwrap();

    let mut rest = vec![];
    let _ = tokio::io::AsyncReadExt::read_to_end(&mut client, &mut rest).await;
    let report = "the scripted server does not understand a message `?`";
    assert_eq!(told(server.verify().await), report);
}
