//! What the processes of a child run do: one starts tests, as cargo does, the others are tests.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, stdin};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitCode, Stdio};
use std::{env, iter, mem};

use libtest_mimic::{Arguments, Trial};
use pretty_assertions::assert_eq;
use rustix::io::{FdFlags, fcntl_setfd};
use sqlx::{Connection, Executor, PgConnection};
use tests::postgres::{self, Database, Presence};

use crate::trial::trial;

/// What makes this binary itself again, and holds the lock of a file that comes next.
pub const HOLDING: &str = "--holding";

/// What makes it a runner; the file comes next.
pub const AS_A_RUNNER: &str = "--as-the-runner-of-a-child-run";

const AS_TESTS: &str = "--as-tests-of-a-child-run";

/// How a line begins that tells where a database is.
pub const LENT: &str = "lent ";

/// How one begins that tells that there is a server.
pub const SERVED: &str = "served";

/// Plays a part in a child run, if that is what this process was started for.
pub fn played_by_this_process() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    match arguments.next()?.to_str()? {
        HOLDING => {
            hold(&arguments.next()?);
            panic!("{}", itself().args(arguments).exec())
        }
        AS_A_RUNNER => {
            hold(&arguments.next()?);
            Some(run())
        }
        AS_TESTS => {
            let arguments = iter::once("it".into()).chain(arguments);
            Some(libtest_mimic::run(&Arguments::from_iter(arguments), tests()).exit_code())
        }
        _ => None,
    }
}

/// Whatever this process starts, and whatever that starts, holds this lock while it lives.
fn hold(file: &OsStr) {
    let file = File::open(file).unwrap();
    file.lock_shared().unwrap();
    fcntl_setfd(&file, FdFlags::empty()).unwrap();
    mem::forget(file);
}

/// Starts a test process for each line that it reads. When there are no more, all end.
fn run() -> ExitCode {
    let mut tests: Vec<Child> = stdin().lines().map(|test| start(&test.unwrap())).collect();
    for test in &mut tests {
        drop(test.stdin.take());
    }
    let ended_well = tests.iter_mut().map(|test| test.wait().unwrap().success());
    if ended_well.fold(true, |all, one| all & one) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn start(test: &str) -> Child {
    itself().args([AS_TESTS, "--exact", test]).stdin(Stdio::piped()).spawn().unwrap()
}

fn itself() -> Command {
    Command::new(env::current_exe().unwrap())
}

fn tests() -> Vec<Trial> {
    vec![
        trial("ends", async || {
            Database::migrated().await;
            Ok(())
        }),
        trial("panics", async || {
            let database = Database::migrated().await;
            println!("{LENT}{}", database.url());
            panic!("The pages stick.");
        }),
        trial("waits", async || {
            assert_eq!(postgres::presence(), &Presence::Here);
            println!("{SERVED}");
            let database = Database::migrated().await;
            let mut session = PgConnection::connect(database.url()).await?;
            // Of all who have it, one can do that.
            session.execute("CREATE TABLE photographs ()").await?;
            println!("{LENT}{}", database.url());
            stdin().read_to_end(&mut Vec::new())?;
            session.execute("DROP TABLE photographs").await?;
            Ok(())
        }),
    ]
}
