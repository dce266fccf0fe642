//! The styles that test no use case, but the providers under it: the contract, and the random walk.
//! Of both, what is about the outbox. All of it is run by the integration tests, so these trials are
//! for the matrix alone.

use std::num::NonZero;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use tests::contracts::{self, Case};
use tests::postgres;
use tests::stateful::compare_outbox_with_fake;
use tests::storages::{self, Backend};
use tests::trial::where_possible;

/// Far beyond what any case here takes.
const DEADLINE: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    if let Some(outcome) = postgres::play_a_part() {
        return outcome;
    }
    let on_each = |backend| contract(backend).chain(walk(backend));
    let trials = storages::all().iter().flat_map(on_each).collect();
    let mut arguments = Arguments::from_args();
    // Most of them wait for a database, for half of their time.
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    arguments.test_threads.get_or_insert(2 * processors);
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// `contract_sqlite::outbox::what_was_delivered_is_forgotten`, and so on.
fn contract(backend: &'static Backend) -> impl Iterator<Item = Trial> {
    let is_ours = |case: &Case| ["outbox::", "audit::"].iter().any(|of| case.name.starts_with(of));
    contracts::cases().into_iter().filter(is_ours).map(move |case| {
        let name = format!("contract_{}::{}", backend.name, case.name);
        where_possible(Trial::test(name, move || hold(backend, &case)), || backend.presence())
    })
}

/// Holds a fresh storage to a promise.
fn hold(backend: &Backend, case: &Case) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let promise = async {
        let opened = backend.open().await;
        case.run(&*opened.storage).await;
        opened.close.await.unwrap();
    };
    runtime
        .block_on(async { tokio::time::timeout(DEADLINE, promise).await })
        .map_err(|_| format!("still waiting after {DEADLINE:?}").into())
}

/// The fake has nobody to be compared with but itself.
fn walk(backend: &'static Backend) -> Option<Trial> {
    let name = format!("stateful_{}::answers_as_the_fake_does", backend.name);
    let run = || compare_outbox_with_fake(backend).map_err(Failed::from);
    let trial = (backend.name != "fake").then(|| Trial::test(name, run))?;
    Some(where_possible(trial, || backend.presence()))
}
