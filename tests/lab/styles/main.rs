//! One use case, one list of scenarios, and every style of test double: who finds what?

mod classical;
mod clock;
mod faulty;
mod given;
mod injection;
mod mailbox;
mod mockall;
mod recording;
mod remote;
mod scenarios;
mod sql;
mod style;
mod workshop;
mod world;

use std::num::NonZero;
use std::process::ExitCode;
use std::thread;

use libtest_mimic::{Arguments, Trial};
use style::Style;
use tests::postgres;

fn main() -> ExitCode {
    if let Some(outcome) = postgres::play_a_part() {
        return outcome;
    }
    let styles = [
        classical::styles(),
        injection::styles(),
        recording::styles(),
        faulty::styles(),
        sql::styles(),
        mockall::styles(),
    ];
    let of_styles = styles.into_iter().flatten().flat_map(Style::trials);
    let trials: Vec<Trial> = of_styles.chain(remote::trials()).chain(workshop::trials()).collect();
    let mut arguments = Arguments::from_args();
    // Most of them wait for a database, for half of their time.
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    arguments.test_threads.get_or_insert(2 * processors);
    libtest_mimic::run(&arguments, trials).exit_code()
}
