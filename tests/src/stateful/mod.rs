//! Random operations over all providers, done to two storages, which must answer alike.
//!
//! Names, addresses, slugs and tags come from small pools, so that the operations meet: most
//! conflicts that can be had are had within a few hundred steps. One client acts alone here; what
//! rivals do to each other is the subject of `contracts::races`.

mod answers;
mod operations;
mod outbox;
mod questions;
mod replay;

use domain::fakes::FakeStorage;
use pretty_assertions::Comparison;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::storages::Backend;
use operations::Step;

/// How many sequences an ordinary run tries.
const CASES: u32 = 32;

/// How often a sequence that failed is made simpler, before all that it can do without is cut away.
const SIMPLIFICATIONS: u32 = 2_000;

/// Does random operations to the fake and to a fresh storage of this kind, and compares every
/// answer, all lists at the end, and the rows behind them. What differs comes back as an error, with
/// a short sequence of operations that shows it.
pub fn compare_with_fake(backend: &Backend) -> Result<(), String> {
    let compare = comparison(backend)?;
    let outcome = TestRunner::new(config(SIMPLIFICATIONS))
        .run(&operations::sequences(), |steps| compare(&steps).map_err(TestCaseError::fail));
    outcome.map_err(|error| match error {
        TestError::Fail(reason, steps) => {
            let steps = cut(steps, |fewer| compare(fewer).is_err());
            let reason = compare(&steps).err().unwrap_or_else(|| reason.to_string());
            format!("{reason}\n\nThe way there:\n{}", told(&steps))
        }
        TestError::Abort(reason) => reason.to_string(),
    })
}

/// The same with the outbox alone, and always with the same sequences. The first difference comes
/// back as it was found.
pub fn compare_outbox_with_fake(backend: &Backend) -> Result<(), String> {
    let compare = comparison(backend)?;
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config(0), rng)
        .run(&operations::sequences_of_post(), |steps| compare(&steps).map_err(TestCaseError::fail))
        .map_err(|error| match error {
            TestError::Fail(reason, _) | TestError::Abort(reason) => reason.to_string(),
        })
}

fn config(max_shrink_iters: u32) -> Config {
    Config { cases: CASES, max_shrink_iters, failure_persistence: None, ..Config::default() }
}

/// Does a sequence of steps to a fresh storage and to the fake.
fn comparison(backend: &Backend) -> Result<impl Fn(&[Step]) -> Result<(), String>, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    Ok(move |steps: &[Step]| runtime.block_on(compare(backend, steps)))
}

async fn compare(backend: &Backend, steps: &[Step]) -> Result<(), String> {
    let opened = backend.open().await;
    let expected = replay::replay(&FakeStorage::default(), steps).await;
    let answered = replay::replay(&*opened.storage, steps).await;
    for ((asked, expected), (_, answered)) in expected.iter().zip(&answered) {
        if expected != answered {
            let comparison = Comparison::new(expected, answered);
            return Err(format!("{asked} (< the fake, > {})\n{comparison}", backend.name));
        }
    }
    opened.close.await
}

/// Leaves out whatever the failure does not need.
fn cut(mut steps: Vec<Step>, fails: impl Fn(&[Step]) -> bool) -> Vec<Step> {
    while let Some(fewer) = one_less(&steps).into_iter().find(|fewer| fails(fewer)) {
        steps = fewer;
    }
    steps
}

/// The sequence without one of its steps or operations, in every way.
fn one_less(steps: &[Step]) -> Vec<Vec<Step>> {
    let without = |at: usize, instead: Option<Step>| {
        [&steps[..at], instead.as_slice(), &steps[at + 1..]].concat()
    };
    let mut all = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        all.push(without(at, None));
        let Step::Work { operations, commits } = step else { continue };
        for doomed in 0..operations.len() {
            let mut operations = operations.clone();
            operations.remove(doomed);
            all.push(without(at, Some(Step::Work { operations, commits: *commits })));
        }
    }
    all
}

/// The sequence, an operation a line.
fn told(steps: &[Step]) -> String {
    let mut lines = Vec::new();
    for step in steps {
        match step {
            Step::Ask(question) => lines.push(format!("{question:?}")),
            Step::Work { operations, commits } => {
                lines.push("begin".to_owned());
                lines.extend(operations.iter().map(|operation| format!("    {operation}")));
                lines.push(if *commits { "commit" } else { "drop" }.to_owned());
            }
        }
    }
    lines.join("\n")
}
