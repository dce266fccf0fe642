//! One line of a script, and whether what comes is what it expects.

use std::fmt;
use std::panic::Location;

use regex::Regex;

use super::refusal::Refusal;
use super::rows::Table;
use super::value::{Expected, Value};

/// A statement that is expected, and what is answered.
#[derive(Debug)]
pub(super) struct Step {
    pub text: Text,
    /// Where the test says so.
    pub place: &'static Location<'static>,
    /// None looks at no argument.
    pub args: Option<Vec<Expected>>,
    pub outcome: Outcome,
    pub need: Need,
    pub times: usize,
    pub taken: usize,
}

/// The text of a statement; runs of white space count as one blank.
#[derive(Debug)]
pub(super) enum Text {
    Exact(String),
    Like(Regex),
}

#[derive(Debug, Clone)]
pub(super) enum Outcome {
    Affects(u64),
    Returns(Table),
    Fails(Refusal),
    Disconnects,
}

/// Whether a step must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// As often as it says.
    Required,
    /// As often as it says, or less.
    Optional,
    /// Whenever it likes.
    Anytime,
}

impl Step {
    pub fn new(text: Text, need: Need, place: &'static Location<'static>) -> Self {
        let outcome = Outcome::Affects(0);
        Self { text, place, args: None, outcome, need, times: 1, taken: 0 }
    }

    /// Whether it expects this text, and these arguments where they are known.
    pub fn takes(&self, text: &str, args: Option<&[Value]>) -> bool {
        self.text.fits(text) && args.is_none_or(|args| self.differences(args).is_empty())
    }

    /// What is wrong with the arguments, a line each.
    pub fn differences(&self, args: &[Value]) -> Vec<String> {
        let Some(expected) = &self.args else { return vec![] };
        let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
        (0..expected.len().max(args.len()))
            .filter_map(|at| {
                let (wanted, actual) = match (expected.get(at), args.get(at)) {
                    (Some(Expected(None)), Some(_)) => return None,
                    (Some(Expected(None)), None) => ("anything".to_owned(), None),
                    (Some(Expected(wanted)), actual) if wanted.as_ref() == actual => return None,
                    (Some(Expected(wanted)), actual) => (shown(wanted.as_ref()), actual),
                    (None, actual) => (shown(None), actual),
                };
                Some(format!("${} expected {wanted}, actual {}", at + 1, shown(actual)))
            })
            .collect()
    }

    /// Whether the next step may come, too.
    pub fn can_be_passed(&self) -> bool {
        self.need != Need::Required || self.taken == self.times
    }
}

impl Text {
    pub fn exact(text: &str) -> Self {
        Self::Exact(normal(text))
    }

    fn fits(&self, text: &str) -> bool {
        match self {
            Self::Exact(expected) => expected == text,
            Self::Like(pattern) => pattern.is_match(text),
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(text) => f.write_str(text),
            Self::Like(pattern) => write!(f, "/{pattern}/"),
        }
    }
}

/// On one line, with single blanks.
pub(super) fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
