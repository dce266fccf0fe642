//! What the processes of a child run do: one starts tests, as cargo does, the others are tests.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::{env, iter};

use libtest_mimic::{Arguments, Trial};
use rustix::io::{FdFlags, fcntl_setfd};
use tests::postgres::Database;

use crate::trial::trial;

/// What makes this binary a runner; a file comes next.
pub const AS_A_RUNNER: &str = "--as-the-runner-of-a-child-run";

const AS_TESTS: &str = "--as-tests-of-a-child-run";

/// How a line begins that tells where a database is.
pub const LENT: &str = "lent ";

/// Plays a part in a child run, if that is what this process was started for.
pub fn played_by_this_process() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    match arguments.next()?.to_str()? {
        AS_A_RUNNER => Some(run(Path::new(&arguments.next()?))),
        AS_TESTS => {
            let arguments = iter::once("it".into()).chain(arguments);
            Some(libtest_mimic::run(&Arguments::from_iter(arguments), tests()).exit_code())
        }
        _ => None,
    }
}

/// Starts a test process for each line that it reads. When there are no more, all end.
fn run(alive: &Path) -> ExitCode {
    // Whatever this process starts, and whatever that starts, holds this lock while it lives.
    let alive = File::open(alive).unwrap();
    alive.lock_shared().unwrap();
    fcntl_setfd(&alive, FdFlags::empty()).unwrap();
    let mut tests: Vec<Child> = stdin().lines().map(|test| start(&test.unwrap())).collect();
    for test in &mut tests {
        drop(test.stdin.take());
    }
    let ended_well = tests.iter_mut().map(|test| test.wait().unwrap().success());
    if ended_well.fold(true, |all, one| all & one) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn start(test: &str) -> Child {
    let mut process = Command::new(env::current_exe().unwrap());
    process.args([AS_TESTS, "--exact", test]).stdin(Stdio::piped()).spawn().unwrap()
}

fn tests() -> Vec<Trial> {
    vec![
        trial("ends", async || {
            lent().await;
            Ok(())
        }),
        trial("panics", async || {
            let _database = lent().await;
            panic!("The pages stick.");
        }),
        trial("waits", async || {
            let _database = lent().await;
            stdin().read_to_end(&mut Vec::new())?;
            Ok(())
        }),
    ]
}

async fn lent() -> Database {
    let database = Database::migrated().await;
    println!("{LENT}{}", database.url());
    database
}
