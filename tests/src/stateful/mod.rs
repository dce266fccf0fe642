//! Random operations over all providers, done to two storages, which must answer alike.
//!
//! Names, addresses, slugs and tags come from small pools, so that the operations meet: most
//! conflicts that can be had are had within a few hundred steps. One client acts alone here; what
//! rivals do to each other is the subject of `contracts::races`.

mod answers;
mod operations;
mod questions;
mod replay;

use std::fmt::Write as _;

use domain::fakes::FakeStorage;
use pretty_assertions::Comparison;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use tokio::runtime::Runtime;

use crate::storages::Backend;
use operations::Step;

/// How many sequences an ordinary run tries.
const CASES: u32 = 64;

/// How often a sequence that failed is cut down before it is shown.
const CUTS: u32 = 20_000;

/// Does random operations to the fake and to a fresh storage of this kind, and compares every
/// answer, all lists at the end, and the rows behind them. What differs comes back as an error, with
/// the shortest sequence of operations that shows it.
pub fn compare_with_fake(backend: &Backend) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let config = Config {
        cases: CASES,
        max_shrink_iters: CUTS,
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&operations::sequences(), |steps| {
        compare(&runtime, backend, &steps).map_err(TestCaseError::fail)
    });
    outcome.map_err(|error| match error {
        TestError::Fail(reason, steps) => told(reason.message(), &steps),
        TestError::Abort(reason) => reason.to_string(),
    })
}

fn compare(runtime: &Runtime, backend: &Backend, steps: &[Step]) -> Result<(), String> {
    runtime.block_on(async {
        let opened = backend.open().await;
        let fake = FakeStorage::default();
        let expected = replay::replay(&fake, steps).await;
        let answered = replay::replay(&*opened.storage, steps).await;
        for ((asked, expected), (_, answered)) in expected.iter().zip(&answered) {
            if expected != answered {
                let comparison = Comparison::new(expected, answered);
                return Err(format!("{asked} (< the fake, > {})\n{comparison}", backend.name));
            }
        }
        opened.close.await
    })
}

fn told(reason: &str, steps: &[Step]) -> String {
    let mut text = format!("{reason}\nThe shortest way there:\n");
    for step in steps {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {step:?}");
    }
    text
}
