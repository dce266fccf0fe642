//! How far the script has been played, for all connections together.

use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;

use super::refusal::{Refusal, refusal};
use super::report::{Numbered, missing, name, unexpected};
use super::rows::Column;
use super::script::Script;
use super::step::{Need, Outcome, Step};
use super::value::Value;

/// How long one connection waits for the transaction of another. What is rolled back because it was
/// dropped, is so a little later.
pub(super) const GRACE: Duration = Duration::from_millis(100);

/// It is waited for in so many pieces: a machine that stands still for a while takes one away.
const PIECES: u32 = 10;

/// Shared by all connections.
pub(super) struct Stage {
    play: Mutex<Play>,
    changed: Notify,
}

pub(super) struct Play {
    steps: Vec<Step>,
    /// The first step that may come.
    at: usize,
    /// The connection that is in a transaction, and who begins it.
    owner: Option<(usize, String)>,
    failure: Option<String>,
    /// What came after an error, in the same transaction.
    refused: Vec<String>,
    pub executed: Vec<Executed>,
}

/// A statement that was answered.
#[derive(Debug, Clone)]
pub(super) struct Executed {
    pub text: String,
    pub parameters: Vec<u32>,
    /// None where no rows were scripted.
    pub columns: Option<Vec<Column>>,
    /// The step that answered it.
    pub step: String,
}

impl Stage {
    pub fn new(script: Script) -> Self {
        let play = Play {
            steps: script.steps,
            at: 0,
            owner: None,
            failure: None,
            refused: vec![],
            executed: vec![],
        };
        Self { play: Mutex::new(play), changed: Notify::new() }
    }

    /// Plays on; whoever waits looks again.
    pub fn play<T>(&self, act: impl FnOnce(&mut Play) -> T) -> T {
        let outcome = act(&mut self.lock());
        self.changed.notify_waiters();
        outcome
    }

    fn lock(&self) -> MutexGuard<'_, Play> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no other connection is in a transaction.
    pub async fn turn(&self, connection: usize, text: &str) -> Result<(), Refusal> {
        let is_free = |play: &Play| play.owner.as_ref().is_none_or(|(own, _)| *own == connection);
        if self.comes_to_be(is_free).await {
            return Ok(());
        }
        Err(self.play(|play| {
            let begun = play.owner.as_ref().map(|(_, step)| step.clone()).unwrap_or_default();
            play.fail(format!(
                "a second connection, amid the transaction of {begun}\n  actual    {text}"
            ))
        }))
    }

    /// Waits until nothing more has to come.
    pub async fn settle(&self) {
        self.comes_to_be(|play| play.failure.is_some() || play.open_ends().is_empty()).await;
    }

    async fn comes_to_be(&self, is_so: impl Fn(&Play) -> bool) -> bool {
        let becomes_so = async {
            loop {
                let changed = self.changed.notified();
                let mut changed = pin!(changed);
                // From here on no change is missed.
                changed.as_mut().enable();
                if is_so(&self.lock()) {
                    return;
                }
                changed.await;
            }
        };
        let mut becomes_so = pin!(becomes_so);
        for _ in 0..PIECES {
            if timeout(GRACE / PIECES, &mut becomes_so).await.is_ok() {
                return true;
            }
        }
        false
    }
}

impl Play {
    /// The columns that a statement announces when it is prepared: those of the first step that
    /// answers rows to it, which may come after one that fails.
    pub fn prepare(&mut self, text: &str) -> Result<Vec<Column>, Refusal> {
        self.find(text, None)?;
        let columns = self.steps.iter().enumerate().find_map(|(at, step)| match &step.outcome {
            Outcome::Returns(table)
                if (at >= self.at || step.need == Need::Anytime) && step.takes(text, None) =>
            {
                Some(table.columns.clone())
            }
            _ => None,
        });
        Ok(columns.unwrap_or_default())
    }

    /// What is answered to a statement, which is played by that; and the step that says so.
    pub fn take(&mut self, text: &str, args: &[Value]) -> Result<(Outcome, String), Refusal> {
        let at = self.find(text, Some(args))?;
        let step = &mut self.steps[at];
        if step.need != Need::Anytime {
            step.taken += 1;
            self.at = if step.taken == step.times { at + 1 } else { at };
        }
        Ok((self.steps[at].outcome.clone(), name((at + 1, &self.steps[at]))))
    }

    fn find(&mut self, text: &str, args: Option<&[Value]>) -> Result<usize, Refusal> {
        if let Some(failure) = &self.failure {
            return Err(told(failure));
        }
        let candidates = self.candidates();
        let ordered = candidates.iter().find(|(_, step)| step.takes(text, args));
        let allowed = || {
            let is_allowed = |step: &Step| step.need == Need::Anytime && step.takes(text, args);
            self.steps.iter().position(is_allowed)
        };
        match ordered.map(|(number, _)| number - 1).or_else(allowed) {
            Some(at) => Ok(at),
            None => Err(self.fail(unexpected(&candidates, text, args))),
        }
    }

    /// The steps that may come next, in order.
    fn candidates(&self) -> Vec<Numbered<'_>> {
        let mut candidates = vec![];
        for (at, step) in self.steps.iter().enumerate().skip(self.at) {
            if step.need != Need::Anytime && step.taken < step.times {
                candidates.push((at + 1, step));
            }
            if !step.can_be_passed() {
                break;
            }
        }
        candidates
    }

    /// Keeps the first failure, however well its client bears it; all that follows is refused.
    pub fn fail(&mut self, report: String) -> Refusal {
        told(self.failure.get_or_insert(report))
    }

    /// What came after an error in a transaction is refused, as a real server does.
    pub fn refuse(&mut self, text: &str) -> Refusal {
        self.refused.push(format!("refused, because the transaction is aborted: {text}"));
        let message = "current transaction is aborted, commands ignored until end of transaction \
                       block";
        refusal("25P02", message)
    }

    /// A connection is in a transaction that this step begins.
    pub fn begins(&mut self, connection: usize, step: String) {
        self.owner = Some((connection, step));
    }

    /// A connection is in no transaction any more.
    pub fn ends(&mut self, connection: usize) {
        self.owner.take_if(|(owner, _)| *owner == connection);
    }

    /// All that is wrong by now.
    pub fn verdict(&self) -> Result<(), String> {
        let wrong = match &self.failure {
            Some(failure) => vec![failure.clone()],
            None => self.open_ends(),
        };
        if wrong.is_empty() {
            Ok(())
        } else {
            Err([wrong, self.refused.clone()].concat().join("\n"))
        }
    }

    /// What must still come.
    fn open_ends(&self) -> Vec<String> {
        let ahead = self.steps.iter().enumerate().skip(self.at);
        let steps = ahead.filter(|(_, step)| !step.can_be_passed());
        let never_came = steps.map(|(at, step)| missing((at + 1, step)));
        let open =
            self.owner.iter().map(|(_, step)| format!("the transaction of {step} never ended"));
        never_came.chain(open).collect()
    }
}

/// No SQLSTATE that anybody handles, or tries again after.
fn told(failure: &str) -> Refusal {
    refusal("XX000", format!("the script was not kept to\n{failure}"))
}
