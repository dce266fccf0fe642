//! However a run ends, nothing of it stays.

use std::any::type_name;

use libtest_mimic::Trial;
use rustix::process::Signal;

use super::place::Place;
use super::run::{GUARD, KEEPER, Run, kill, nothing_stays};
use super::source::Source;
use super::traces::Traces;
use crate::trial::{trial, where_possible};

/// `disposable::docker::nothing_stays_after_sigterm`, and so on.
pub fn trials() -> Vec<Trial> {
    let ends = [
        on_each(Source::ALL, after_all_tests_have_passed),
        on_each(Source::ALL, after_a_panic),
        on_each(Source::ALL, after_sigint),
        on_each(Source::ALL, after_sigterm),
        on_each(Source::ALL, after_a_kill_of_runner_and_tests),
        on_each(Source::ALL, after_a_kill_of_the_keeper),
        on_each(Source::ALL, after_a_kill_of_the_guard),
        on_each(Source::ALL, after_a_kill_of_keeper_and_guard),
        on_each(Source::OURS, after_a_kill_of_the_server),
    ];
    ends.into_iter().flatten().collect()
}

fn on_each<F>(sources: &'static [Source], end: F) -> Vec<Trial>
where
    F: AsyncFn(&mut Run, &Traces) + Copy + Send + 'static,
{
    let function = type_name::<F>().rsplit("::").next().unwrap();
    let on = |source: Source| {
        let name = format!("disposable::{}::nothing_stays_{function}", source.name());
        let trial = trial(name, async move || {
            let place = Place::new();
            let settings = source.settings().await;
            let mut run = Run::begin(&place, &settings);
            // Together, so that they meet as they start the keeper.
            run.starts("ends").await;
            run.starts("waits").await;
            run.lent().await;
            let traces = Traces::of(&run.lent().await).await;

            end(&mut run, &traces).await;

            nothing_stays(async || [place.left(), traces.left().await].concat()).await;
            Ok(())
        });
        where_possible(trial, || source.presence())
    };
    sources.iter().copied().map(on).collect()
}

async fn after_all_tests_have_passed(run: &mut Run<'_>, _: &Traces) {
    assert!(run.ends().await.success());
}

async fn after_a_panic(run: &mut Run<'_>, _: &Traces) {
    run.starts("panics").await;
    assert!(!run.ends().await.success());
}

async fn after_sigint(run: &mut Run<'_>, _: &Traces) {
    run.receives(Signal::INT).await;
}

async fn after_sigterm(run: &mut Run<'_>, _: &Traces) {
    run.receives(Signal::TERM).await;
}

async fn after_a_kill_of_runner_and_tests(run: &mut Run<'_>, _: &Traces) {
    run.receives(Signal::KILL).await;
}

/// The run goes on, with another.
async fn after_a_kill_of_the_keeper(run: &mut Run<'_>, traces: &Traces) {
    kill(run.process(KEEPER, None).await);
    nothing_stays(async || traces.left().await).await;

    run.starts("ends").await;
    let others = Traces::of(&run.lent().await).await;
    run.ends().await;
    nothing_stays(async || others.left().await).await;
}

/// The keeper starts another.
async fn after_a_kill_of_the_guard(run: &mut Run<'_>, _: &Traces) {
    let guard = run.process(GUARD, None).await;
    kill(guard);
    run.process(GUARD, Some(guard)).await;
    assert!(run.ends().await.success());
}

/// What the server cannot remove by itself is left to the next run: databases that are not alone on
/// it, and the folder where the run met.
async fn after_a_kill_of_keeper_and_guard(run: &mut Run<'_>, traces: &Traces) {
    let keeper = run.process(KEEPER, None).await;
    kill(run.process(GUARD, None).await);
    kill(keeper);
    if traces.are_of_a_server() {
        nothing_stays(async || traces.left().await).await;
    }
    run.ends().await;

    let mut next = run.next();
    next.starts("ends").await;
    next.lent().await;
    assert!(next.ends().await.success());
}

async fn after_a_kill_of_the_server(run: &mut Run<'_>, traces: &Traces) {
    traces.kill_server().await;
    run.ends().await;
}
