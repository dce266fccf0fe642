//! How a function becomes a trial.

use std::any::type_name;
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use tests::storages::{Backend, Opened};
pub use tests::trial::where_possible;

/// Far beyond what any trial takes: what waits longer waits for ever.
const DEADLINE: Duration = Duration::from_mins(1);

/// A trial in a runtime of its own.
pub fn trial<F>(name: impl Into<String>, run: F) -> Trial
where
    F: AsyncFnOnce() -> Result<(), Failed> + Send + 'static,
{
    Trial::test(name, move || block_on(run()))
}

/// A trial that bears the name of its function, and fails by panicking.
pub fn named<F>(run: F) -> Trial
where
    F: AsyncFnOnce() + Send + 'static,
{
    let path = type_name::<F>();
    let name = path.split_once("::").map_or(path, |(_, name)| name);
    trial(name, async || {
        run().await;
        Ok(())
    })
}

/// A trial on a fresh storage.
pub fn trial_on<F>(backend: &'static Backend, name: impl Into<String>, run: F) -> Trial
where
    F: AsyncFnOnce(&Opened) + Send + 'static,
{
    let on_fresh = async move || {
        let opened = backend.open().await;
        run(&opened).await;
        Ok(opened.close.await?)
    };
    where_possible(trial(name, on_fresh), || backend.presence())
}

/// A trial on a fresh storage that bears the name of its function, and fails by panicking.
pub fn named_on<F>(backend: &'static Backend, run: F) -> Trial
where
    F: AsyncFnOnce(&Opened) + Send + 'static,
{
    trial_on(backend, name_on::<F>(backend.name), run)
}

/// What a function is called that runs on several things: `crash::sqlite::nothing_is_lost`.
pub fn name_on<F>(what: &str) -> String {
    let (_, path) = type_name::<F>().split_once("::").unwrap_or_default();
    let (module, function) = path.rsplit_once("::").unwrap_or(("", path));
    format!("{module}::{what}::{function}")
}

fn block_on(run: impl Future<Output = Result<(), Failed>>) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime
        .block_on(async { tokio::time::timeout(DEADLINE, run).await })
        .unwrap_or_else(|_| Err(format!("still waiting after {DEADLINE:?}").into()))
}
