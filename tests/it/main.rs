//! The one integration binary. Its trials are made at run time, so that a case runs on every
//! storage under a name of its own; `cargo test` and `cargo nextest run` both list and filter them.

mod actors;
mod architecture;
mod contract;
mod crash;
mod crowd;
mod deliveries;
mod disposable;
mod http;
mod migrations;
mod musts;
mod outage;
mod place;
mod plans;
mod process;
mod relay;
mod scripted;
mod startup;
mod stateful;
mod trial;
mod webhook;

use std::num::NonZero;
use std::process::ExitCode;
use std::thread;

use libtest_mimic::{Arguments, Trial};
use tests::postgres;

fn main() -> ExitCode {
    let part = postgres::play_a_part()
        .or_else(process::played_by_this_process)
        .or_else(disposable::played_by_this_process);
    if let Some(outcome) = part {
        return outcome;
    }
    // What takes longest begins first, so that nothing is waited for alone.
    let groups: [Vec<Trial>; _] = [
        stateful::trials(),
        crash::trials(),
        outage::trials(),
        crowd::trials(),
        plans::trials(),
        disposable::trials(),
        contract::trials(),
        http::trials(),
        deliveries::trials(),
        webhook::trials(),
        scripted::trials(),
        startup::trials(),
        migrations::trials(),
        architecture::trials(),
        musts::trials(),
    ];
    let trials = groups.into_iter().flatten().collect();
    let mut arguments = Arguments::from_args();
    // Most of them wait for a database, for half of their time.
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    arguments.test_threads.get_or_insert(2 * processors);
    libtest_mimic::run(&arguments, trials).exit_code()
}
