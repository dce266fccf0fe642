//! The test database of this repository.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use tests::postgres::{self, Database};

fn main() -> ExitCode {
    if let Some(outcome) = postgres::play_a_part() {
        return outcome;
    }
    let trials = (0..peers::amount()).map(|number| Trial::test(format!("ours_{number}"), run));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

fn run() -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let database = Database::migrated().await;
        peers::run(database.url()).await;
    });
    Ok(())
}
