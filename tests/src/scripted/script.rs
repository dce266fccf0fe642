//! What a test writes down.

use std::panic::Location;

use regex::Regex;

use super::refusal::Refusal;
use super::rows::Rows;
use super::step::{Need, Outcome, Step, Text};
use super::value::Arguments;

/// Statements in the order in which they must come, and what each is answered. The verbs after a
/// statement, such as [`affects`](Script::affects), speak of that one; without any it succeeds and
/// affects no row.
#[derive(Debug, Default)]
#[must_use]
pub struct Script {
    pub(super) steps: Vec<Step>,
}

impl Script {
    /// Nothing is expected yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Next comes this statement. Runs of white space count as one blank, within quotes, too; all
    /// else must be the same.
    #[track_caller]
    pub fn expect(self, text: &str) -> Self {
        self.step(Text::exact(text), Need::Required)
    }

    /// Next comes a statement that this regular expression finds something in. White space is single
    /// blanks there.
    ///
    /// # Panics
    /// Where it is none.
    #[track_caller]
    pub fn expect_like(self, pattern: &str) -> Self {
        self.step(like(pattern), Need::Required)
    }

    /// A statement like this may come at any time, and any number of times. What the order expects
    /// has precedence.
    ///
    /// # Panics
    /// As [`Script::expect_like`].
    #[track_caller]
    pub fn allow(self, pattern: &str) -> Self {
        self.step(like(pattern), Need::Anytime)
    }

    /// Next a transaction begins, as sqlx does it: by `BEGIN`. Another level of isolation is another
    /// statement, for [`Script::expect`].
    #[track_caller]
    pub fn begin(self) -> Self {
        self.step(Text::exact("BEGIN"), Need::Required)
    }

    /// Next the transaction is committed. One that failed answers that it was rolled back, and sqlx
    /// does not mind, as with a real server.
    #[track_caller]
    pub fn commit(self) -> Self {
        self.step(Text::exact("COMMIT"), Need::Required)
    }

    /// Next the transaction is rolled back: by a word, or because it was dropped.
    #[track_caller]
    pub fn rollback(self) -> Self {
        self.step(Text::exact("ROLLBACK"), Need::Required)
    }

    /// Its arguments are these, value and type. Without this, none is looked at.
    #[track_caller]
    pub fn args(self, args: impl Arguments) -> Self {
        self.last(|step| step.args = Some(args.expected()))
    }

    /// It answers these rows.
    #[track_caller]
    pub fn returns<R>(self, rows: Rows<R>) -> Self {
        self.last(|step| step.outcome = Outcome::Returns(rows.table))
    }

    /// It answers that it affected so many rows.
    #[track_caller]
    pub fn affects(self, rows: u64) -> Self {
        self.last(|step| step.outcome = Outcome::Affects(rows))
    }

    /// It answers this error. A transaction around it is aborted: until it ends, the server refuses
    /// all else with 25P02.
    #[track_caller]
    pub fn fails(self, refusal: Refusal) -> Self {
        self.last(|step| step.outcome = Outcome::Fails(refusal))
    }

    /// Instead of an answer, the connection ends.
    #[track_caller]
    pub fn disconnects(self) -> Self {
        self.last(|step| step.outcome = Outcome::Disconnects)
    }

    /// It need not come.
    #[track_caller]
    pub fn optional(self) -> Self {
        self.last(|step| step.need = Need::Optional)
    }

    /// It comes so many times, one after the other.
    #[track_caller]
    pub fn times(self, times: usize) -> Self {
        self.last(|step| step.times = times)
    }

    #[track_caller]
    fn step(mut self, text: Text, need: Need) -> Self {
        self.steps.push(Step::new(text, need, Location::caller()));
        self
    }

    #[track_caller]
    fn last(mut self, change: impl FnOnce(&mut Step)) -> Self {
        change(self.steps.last_mut().expect("a statement is expected first"));
        self
    }
}

#[track_caller]
fn like(pattern: &str) -> Text {
    Text::Like(Regex::new(pattern).unwrap_or_else(|error| panic!("{error}")))
}
