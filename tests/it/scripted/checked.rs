//! Scripts that are checked against a real database.

use domain::UserId;
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use sqlx::{PgPool, query, query_as};
use tests::postgres::{Database, presence};
use tests::scripted::{Script, ScriptedPostgres, rows};
use tests::scripted_storage::migrated;

use super::adapter::ROSALIND;
use super::storage::answers_rosalind;
use super::told;
use crate::trial::{named, where_possible};

pub fn trials() -> Vec<Trial> {
    let trials = [
        named(what_a_real_database_would_say_too_is_fine),
        named(other_types_and_columns_are_told),
        named(what_a_real_database_refuses_is_told),
        named(what_only_types_make_clear_is_fine),
    ];
    trials.into_iter().map(|trial| where_possible(trial, presence)).collect()
}

async fn what_a_real_database_would_say_too_is_fine() {
    let database = Database::migrated().await;
    let script = migrated().await.expect_like("FROM users WHERE id = [$]1$").args((ROSALIND,));
    let server = ScriptedPostgres::start(answers_rosalind(script)).await;
    let storage = storage::open(server.url()).await.unwrap();

    let found = storage.read().users().find(UserId(ROSALIND)).await;

    assert!(found.unwrap().is_some());
    let real = PgPool::connect(database.url()).await.unwrap();
    server.check_against(&real).await.unwrap();
    server.verify().await.unwrap();
}

async fn other_types_and_columns_are_told() {
    let database = Database::migrated().await;
    let find = "SELECT username, created_at FROM users, articles WHERE created_at < $1";
    let found = rows::<(&str, i32, bool)>(["name", "created_at", "is_new"]);
    let server = ScriptedPostgres::start(Script::new().expect(find).returns(found)).await;

    query(find).bind(51).fetch_all(&server.pool()).await.unwrap();

    let real = PgPool::connect(database.url()).await.unwrap();
    let report = format!(
        "step 1
  {find}
  $1 was sent as int4, is int8
  column 1 was scripted as name text, is username text
  column 2 was scripted as created_at int4, is created_at int8
  column 3 was scripted as is_new bool, is nothing"
    );
    assert_eq!(told(server.check_against(&real).await), report);
    server.verify().await.unwrap();
}

async fn what_a_real_database_refuses_is_told() {
    let database = Database::bare().await;
    let server = ScriptedPostgres::start(Script::new().expect("DELETE FROM riddles")).await;

    query("DELETE FROM riddles").execute(&server.pool()).await.unwrap();

    let real = PgPool::connect(database.url()).await.unwrap();
    let report = "step 1
  DELETE FROM riddles
  relation \"riddles\" does not exist";
    assert_eq!(told(server.check_against(&real).await), report);
    server.verify().await.unwrap();
}

async fn what_only_types_make_clear_is_fine() {
    let database = Database::bare().await;
    let sum = rows::<(i64,)>(["sum"]).row((51,));
    let server =
        ScriptedPostgres::start(Script::new().expect("SELECT $1 + $2 AS sum").returns(sum));
    let server = server.await;

    let (sum,): (i64,) = query_as("SELECT $1 + $2 AS sum")
        .bind(50_i64)
        .bind(1_i64)
        .fetch_one(&server.pool())
        .await
        .unwrap();

    assert_eq!(sum, 51);
    let real = PgPool::connect(database.url()).await.unwrap();
    server.check_against(&real).await.unwrap();
    server.verify().await.unwrap();
}
