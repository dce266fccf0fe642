//! A style: one test for each scenario.

use std::any::type_name;
use std::time::Duration;

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use libtest_mimic::{Failed, Trial};
use tests::postgres::Presence;
use tests::trial::where_possible;

use crate::scenarios::SCENARIOS;

/// Far beyond what any test here takes: what waits longer waits for ever.
const DEADLINE: Duration = Duration::from_secs(5);

/// A test of one scenario. It fails by panicking.
pub struct Test {
    scenario: &'static str,
    run: Box<dyn FnOnce() -> LocalBoxFuture<'static, ()> + Send>,
}

impl Test {
    /// A test of the scenario of this name.
    pub fn new(scenario: &'static str, run: impl AsyncFnOnce() + Send + 'static) -> Self {
        Self { scenario, run: Box::new(move || async move { run().await }.boxed_local()) }
    }

    /// It, as `fake::what_is_due_is_told`, and so on.
    pub fn trial(self, style: &str) -> Trial {
        Trial::test(format!("{style}::{}", self.scenario), || block_on((self.run)()))
    }
}

/// The test that bears the name of its scenario.
pub fn test<F>(run: F) -> Test
where
    F: AsyncFnOnce() + Send + 'static,
{
    Test::new(scenario_of::<F>(), run)
}

/// The name of a function, without its modules.
pub fn scenario_of<F>() -> &'static str {
    let path = type_name::<F>();
    path.rsplit_once("::").map_or(path, |(_, name)| name)
}

/// A way to test the use case.
pub struct Style {
    /// How the matrix calls it.
    pub name: &'static str,
    /// Whether what it needs can be had here.
    pub presence: Box<dyn Fn() -> &'static Presence>,
    /// A test for each scenario, in their order.
    pub tests: Vec<Test>,
}

impl Style {
    /// A style that needs nothing.
    pub fn new(name: &'static str, tests: Vec<Test>) -> Self {
        Self { name, presence: Box::new(|| &Presence::Here), tests }
    }

    /// One for each scenario.
    ///
    /// # Panics
    /// Where a scenario has no test, or one that is none has.
    pub fn trials(self) -> Vec<Trial> {
        let tested: Vec<_> = self.tests.iter().map(|test| test.scenario).collect();
        assert_eq!(tested, SCENARIOS, "the scenarios of {}", self.name);
        let trial = |test: Test| where_possible(test.trial(self.name), &self.presence);
        self.tests.into_iter().map(trial).collect()
    }
}

/// Runs it to its end, in a runtime of its own.
pub fn block_on(run: impl Future<Output = ()>) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime
        .block_on(async { tokio::time::timeout(DEADLINE, run).await })
        .map_err(|_| format!("still waiting after {DEADLINE:?}").into())
}
