//! The one integration binary. Its trials are made at run time, so that a case runs on every
//! storage under a name of its own; `cargo test` and `cargo nextest run` both list and filter them.

mod contract;
mod trial;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let groups: [Vec<Trial>; _] = [contract::trials()];
    let trials = groups.into_iter().flatten().collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
