//! However a run ends, nothing of it stays, and those beside it do not notice.

use futures::future::join_all;
use libtest_mimic::Trial;
use rustix::process::Signal;

use super::child::{LENT, SERVED};
use super::place::{Place, Settings};
use super::run::{GUARD, KEEPER, Run, kill, nothing_stays};
use super::source::Source;
use super::traces::Traces;
use crate::trial::{trial, where_possible};

/// `disposable::docker::nothing_stays_however_a_run_ends`, and so on.
pub fn trials() -> Vec<Trial> {
    let on = |source: &'static Source| {
        let name = format!("disposable::{}::nothing_stays_however_a_run_ends", source.name());
        let trial = trial(name, async || {
            nothing_stays_however_a_run_ends(*source).await;
            Ok(())
        });
        where_possible(trial, || source.presence())
    };
    Source::ALL.iter().map(on).collect()
}

/// One way to end a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    AllTestsHavePassed,
    Panic,
    Sigint,
    Sigterm,
    KillOfRunnerAndTests,
    KillOfKeeper,
    KillOfGuard,
    KillOfKeeperAndGuard,
    KillOfServer,
}

const ENDS: [End; 9] = [
    End::AllTestsHavePassed,
    End::Panic,
    End::Sigint,
    End::Sigterm,
    End::KillOfRunnerAndTests,
    End::KillOfKeeper,
    End::KillOfGuard,
    End::KillOfKeeperAndGuard,
    End::KillOfServer,
];

/// Many runs at once, each with an end of its own.
async fn nothing_stays_however_a_run_ends(source: Source) {
    let settings = &source.settings().await;
    let is_possible = |end: &End| *end != End::KillOfServer || source != Source::Given;
    let ends: Vec<End> = ENDS.into_iter().filter(is_possible).collect();
    for ends in ends.chunks(source.at_once()) {
        let places: Vec<Place> = ends.iter().map(|_| Place::new()).collect();
        let runs = join_all(places.iter().map(|place| begin(place, settings))).await;
        join_all(runs.into_iter().zip(ends).map(|(run, end)| come_to(run, *end))).await;
    }
}

async fn begin<'a>(place: &'a Place, settings: Settings<'a>) -> Run<'a> {
    let mut run = Run::begin(place, settings);
    // Together, so that they meet as they start the keeper.
    run.starts("ends").await;
    run.starts("waits").await;
    run.says(SERVED).await;
    run
}

async fn come_to(mut run: Run<'_>, end: End) {
    let traces = Traces::of(&run.says(LENT).await).await;

    end.comes_to(&mut run, &traces).await;

    let left = async || [run.left(), traces.left().await].concat();
    nothing_stays(&format!("{end:?}"), left).await;
}

impl End {
    async fn comes_to(self, run: &mut Run<'_>, traces: &Traces) {
        match self {
            Self::AllTestsHavePassed => assert!(run.ends().await.success()),
            Self::Panic => {
                run.starts("panics").await;
                assert!(!run.ends().await.success());
            }
            Self::Sigint => run.receives(Signal::INT).await,
            Self::Sigterm => run.receives(Signal::TERM).await,
            Self::KillOfRunnerAndTests => run.receives(Signal::KILL).await,
            Self::KillOfKeeper => another_keeper_takes_over(run, traces).await,
            Self::KillOfGuard => {
                let guard = run.process(GUARD, None).await;
                kill(guard);
                run.process(GUARD, Some(guard)).await;
                assert!(run.ends().await.success());
            }
            Self::KillOfKeeperAndGuard => the_next_run_sweeps(run, traces).await,
            Self::KillOfServer => {
                traces.kill_server().await;
                run.ends().await;
            }
        }
    }
}

async fn another_keeper_takes_over(run: &mut Run<'_>, traces: &Traces) {
    kill(run.process(KEEPER, None).await);
    nothing_stays("the keeper", async || traces.left().await).await;

    run.starts("waits").await;
    let others = Traces::of(&run.says(LENT).await).await;
    run.ends().await;
    nothing_stays("the other keeper", async || others.left().await).await;
}

/// What the server cannot remove by itself is left to the next run: databases that are not alone on
/// it, and the folder where the run met.
async fn the_next_run_sweeps(run: &mut Run<'_>, traces: &Traces) {
    let keeper = run.process(KEEPER, None).await;
    kill(run.process(GUARD, None).await);
    kill(keeper);
    if traces.are_of_a_server() {
        nothing_stays("keeper and guard", async || traces.left().await).await;
    }
    run.ends().await;

    let mut next = run.next();
    next.starts("ends").await;
    assert!(next.ends().await.success());
}
