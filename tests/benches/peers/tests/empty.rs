//! The floor: tests that do nothing.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let trials =
        (0..peers::amount()).map(|number| Trial::test(format!("empty_{number}"), || Ok(())));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
