//! How a function becomes a trial.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use tests::storages::{Backend, Opened};

/// Far beyond what any trial takes: what waits longer waits for ever.
const DEADLINE: Duration = Duration::from_mins(1);

/// A trial in a runtime of its own.
pub fn trial<F>(name: impl Into<String>, run: F) -> Trial
where
    F: AsyncFnOnce() + Send + 'static,
{
    Trial::test(name, move || block_on(run()))
}

/// A trial on a fresh storage. Where there can be none it is ignored, and run all the same it
/// fails: what was not tested never counts as passed.
pub fn trial_on<F>(backend: &'static Backend, name: impl Into<String>, run: F) -> Trial
where
    F: AsyncFnOnce(&Opened) + Send + 'static,
{
    if let Some(reason) = &backend.ignored {
        return Trial::test(name, move || Err(reason.into())).with_ignored_flag(true);
    }
    trial(name, async move || {
        let opened = backend.open().await;
        run(&opened).await;
        opened.close.await;
    })
}

fn block_on(run: impl Future<Output = ()>) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime
        .block_on(async { tokio::time::timeout(DEADLINE, run).await })
        .map_err(|_| format!("still waiting after {DEADLINE:?}").into())
}
