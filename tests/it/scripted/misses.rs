//! What was written down and never came.

use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::thread;

use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use tests::scripted::{Script, ScriptedPostgres};

use super::adapter::{NUMBER, RENAME, rename};
use super::told;
use crate::trial::named;

pub fn trials() -> Vec<Trial> {
    vec![
        named(what_never_came_is_told),
        named(what_came_too_rarely_is_told),
        named(a_transaction_that_never_ends_is_told),
        named(a_rollback_that_nobody_expected_is_told),
        named(who_forgets_to_verify_is_told),
    ]
}

async fn what_never_came_is_told() {
    let script = Script::new().begin().expect(RENAME).optional().expect_like("^DELETE").commit();
    let server = ScriptedPostgres::start(script).await;

    let report = told(server.verify().await);

    let all = "step 1
  never came: BEGIN
step 3
  never came: /^DELETE/
step 4
  never came: COMMIT";
    assert_eq!(report, all);
}

async fn what_came_too_rarely_is_told() {
    let server = ScriptedPostgres::start(Script::new().expect(RENAME).times(3)).await;
    rename(&server.pool(), 51, "Rosalind").await.unwrap();

    let report = told(server.verify().await);

    let once = "step 1
  never came, 1 times of 3: UPDATE users SET name = $1 WHERE number = $2";
    assert_eq!(report, once);
}

async fn a_transaction_that_never_ends_is_told() {
    let server = ScriptedPostgres::start(Script::new().begin()).await;
    let _work = server.pool().begin().await.unwrap();

    let report = told(server.verify().await);

    assert_eq!(report, "the transaction of step 1 never ended");
}

async fn a_rollback_that_nobody_expected_is_told() {
    let server = ScriptedPostgres::start(Script::new().begin().commit()).await;

    drop(server.pool().begin().await.unwrap());

    let report = "step 2
  expected  COMMIT
  actual    ROLLBACK
            ^";
    assert_eq!(told(server.verify().await), report);
}

async fn who_forgets_to_verify_is_told() {
    let server = ScriptedPostgres::start(Script::new().expect(NUMBER)).await;

    let told = quietly(move || drop(server));

    let (first, rest) = told.split_once('\n').unwrap();
    assert_eq!(first, "a scripted Postgres was dropped before somebody verified it");
    assert!(rest.ends_with("never came: SELECT number FROM users WHERE email = $1"), "{rest}");
}

/// How `act` panics, which is not logged.
fn quietly(act: impl FnOnce() + Send) -> String {
    let own = "panics on purpose";
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(own) {
            usual(panic);
        }
    }));
    thread::scope(|scope| {
        let panics = || catch_unwind(AssertUnwindSafe(act)).unwrap_err();
        let panicked = thread::Builder::new().name(own.to_owned()).spawn_scoped(scope, panics);
        *panicked.unwrap().join().unwrap().downcast::<String>().unwrap()
    })
}
