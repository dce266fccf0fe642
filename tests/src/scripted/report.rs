//! How it is told that something was not as it was written down.

use std::{fmt, iter};

use super::rows::Column;
use super::step::{Need, Step, Text};
use super::value::Value;

/// What was not as it should be, for the person who reads it. `Debug` shows it the same way, so that
/// `unwrap` does.
#[derive(Clone, PartialEq, Eq)]
pub struct Report(pub(super) String);

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the script was not kept to\n{}", self.0)
    }
}

impl std::error::Error for Report {}

/// A step and its number, from one on.
pub(super) type Numbered<'a> = (usize, &'a Step);

/// `step 2 at tests/it/scripted.rs:51`
pub(super) fn name((number, step): Numbered<'_>) -> String {
    format!("step {number} at {}:{}", step.place.file(), step.place.line())
}

/// None of the steps that were possible is what came.
pub(super) fn unexpected(
    candidates: &[Numbered<'_>],
    text: &str,
    args: Option<&[Value]>,
) -> String {
    if candidates.is_empty() {
        return format!("nothing more was expected\n  actual    {text}");
    }
    let told = candidates.iter().map(|&(number, step)| {
        let may = if step.need == Need::Optional { ", which need not be" } else { "" };
        let lines = iter::once(format!("{}{may}", name((number, step))));
        lines.chain(difference(step, text, args)).collect::<Vec<_>>().join("\n  ")
    });
    told.collect::<Vec<_>>().join("\n")
}

fn difference(step: &Step, text: &str, args: Option<&[Value]>) -> Vec<String> {
    if step.takes(text, None) {
        let differences = args.map(|args| step.differences(args)).unwrap_or_default();
        return iter::once(text.to_owned()).chain(differences).collect();
    }
    let mut lines = vec![format!("expected  {}", step.text), format!("actual    {text}")];
    if let Text::Exact(expected) = &step.text {
        let same = expected.chars().zip(text.chars()).take_while(|(one, other)| one == other);
        lines.push(format!("          {}^", " ".repeat(same.count())));
    }
    lines
}

/// `number int8, email text`
pub(super) fn column_list(columns: &[Column]) -> String {
    let shown: Vec<_> = columns.iter().map(Column::to_string).collect();
    if shown.is_empty() { "none".to_owned() } else { shown.join(", ") }
}

/// A step that should have come.
pub(super) fn missing((number, step): Numbered<'_>) -> String {
    let taken = match (step.taken, step.times) {
        (0, 1) => String::new(),
        (taken, times) => format!(", {taken} times of {times}"),
    };
    format!("{}\n  never came{taken}: {}", name((number, step)), step.text)
}
