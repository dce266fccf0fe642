//! Building the styles, and running them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::style::Style;
use crate::tree::house;

/// Far beyond what all trials take together.
const DEADLINE: Duration = Duration::from_mins(2);

/// How many messages of a style are kept, and how many lines of each. The rest says the same.
const MESSAGES: usize = 3;
const LINES: usize = 14;

/// A trial that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Red {
    /// The scenario, or the case.
    pub scenario: String,
    /// What it said; nothing, where others of its style have said enough.
    pub message: String,
}

/// What failed, style by style. A style that ran and is not red has an empty list.
pub type Outcomes = BTreeMap<String, Vec<Red>>;

/// The programs that hold the trials.
pub struct Programs(Vec<PathBuf>);

impl Programs {
    /// Builds those that hold these styles, in this tree. The libraries from elsewhere are those that
    /// are built already.
    pub fn build(tree: &Path, styles: &[&Style]) -> Result<Self> {
        let wanted: BTreeSet<_> = styles.iter().map(|style| style.program()).collect();
        let built = Command::new(env!("CARGO"))
            .args(["test", "--package", "lab"])
            .args(wanted.iter().flat_map(|program| ["--test", program]))
            .args(["--no-run", "--locked", "--message-format", "json-render-diagnostics"])
            .env("CARGO_TARGET_DIR", house().join("target"))
            .current_dir(tree)
            .output()
            .context("running cargo")?;
        let said = String::from_utf8_lossy(&built.stderr);
        ensure!(built.status.success(), "it does not build:\n{said}");
        let messages = serde_json::Deserializer::from_slice(&built.stdout);
        let mut programs = Vec::new();
        for message in messages.into_iter::<Message>() {
            let Message { target, executable } = message?;
            programs.extend(executable.filter(|_| target.is_some_and(|target| target.is_test())));
        }
        ensure!(programs.len() == wanted.len(), "cargo built {programs:?}, and not {wanted:?}");
        Ok(Self(programs))
    }

    /// Runs all trials, or those of one style.
    pub fn run(&self, style: Option<&str>) -> Result<Outcomes> {
        let mut outcomes = Outcomes::new();
        for program in &self.0 {
            let said = run(program, style)?;
            for line in said.lines() {
                match serde_json::from_str(line).with_context(|| line.to_owned())? {
                    Event { name: Some(name), outcome: Some(outcome), stdout }
                        if outcome != "started" =>
                    {
                        note(&mut outcomes, &name, &outcome, stdout)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(outcomes)
    }

    /// How many trials a style has.
    pub fn count(&self, style: &str) -> Result<usize> {
        let mut count = 0;
        for program in &self.0 {
            let listed = Command::new(program).arg("--list").output()?;
            let is_its = |line: &&str| line.starts_with(&format!("{style}::"));
            count += String::from_utf8(listed.stdout)?.lines().filter(is_its).count();
        }
        Ok(count)
    }

    /// Runs one style, and says how long it took. Of three times, the shortest.
    pub fn time(&self, style: &str) -> Result<Duration> {
        let time = |_| {
            let begun = Instant::now();
            self.run(Some(style)).map(|_| begun.elapsed())
        };
        (0..3).map(time).try_fold(Duration::MAX, |least, time| Ok(least.min(time?)))
    }
}

/// What cargo says of what it built.
#[derive(Deserialize)]
struct Message {
    target: Option<Target>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

impl Target {
    fn is_test(&self) -> bool {
        self.kind == ["test"]
    }
}

/// What a test program says of a trial.
#[derive(Deserialize)]
struct Event {
    name: Option<String>,
    #[serde(rename = "event")]
    outcome: Option<String>,
    stdout: Option<String>,
}

fn run(program: &Path, style: Option<&str>) -> Result<String> {
    let mut child = Command::new(program)
        .args(["--format", "json"])
        .args(style.map(|style| format!("{style}::")))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| program.display().to_string())?;
    let mut output = child.stdout.take().context("it has an output")?;
    let reader = thread::spawn(move || {
        let mut said = String::new();
        output.read_to_string(&mut said).map(|_| said)
    });
    let begun = Instant::now();
    while !reader.is_finished() {
        if begun.elapsed() > DEADLINE {
            child.kill()?;
            child.wait()?;
            bail!("its tests did not end within {DEADLINE:?}");
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait()?;
    Ok(reader.join().expect("reading does not panic")?)
}

fn note(outcomes: &mut Outcomes, name: &str, outcome: &str, said: Option<String>) -> Result<()> {
    let (style, scenario) = name.split_once("::").context("a trial is named style::scenario")?;
    let red = outcomes.entry(style.to_owned()).or_default();
    match outcome {
        "ok" => {}
        "failed" => {
            let said = said.unwrap_or_default();
            let said = said.trim().trim_start_matches("Error: \"").trim_end_matches('"');
            let message = if red.len() < MESSAGES { plain(said) } else { String::new() };
            red.push(Red { scenario: scenario.to_owned(), message });
        }
        "ignored" => bail!("{name} was ignored: the lab needs a Postgres to test on"),
        other => bail!("{name} ended in a way that nobody knows: {other}"),
    }
    Ok(())
}

/// Without colours, and not too long. Of a comparison, what differs.
fn plain(message: &str) -> String {
    let mut parts = message.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    let is_comparison = plain.contains("Diff < left / right >");
    let is_equal = |line: &&str| is_comparison && line.starts_with(' ');
    let lines: Vec<_> = plain.lines().filter(|line| !is_equal(line)).take(LINES).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_trial_said_is_kept_without_colours() {
        let mut outcomes = Outcomes::new();

        note(&mut outcomes, "fake::told", "ok", None).unwrap();
        let said = "Error: \"\u{1b}[1mleft\u{1b}[0m: 2\"\n".to_owned();
        note(&mut outcomes, "fake::kept", "failed", Some(said)).unwrap();

        let kept = Red { scenario: "kept".to_owned(), message: "left: 2".to_owned() };
        assert_eq!(outcomes["fake"], [kept]);
    }

    #[test]
    fn of_a_comparison_what_differs_is_kept() {
        let said = "left == right\n\nDiff < left / right > :\n [\n<    1,\n>    2,\n ]";

        assert_eq!(plain(said), "left == right\n\nDiff < left / right > :\n<    1,\n>    2,");
    }

    #[test]
    fn what_did_not_run_is_an_error() {
        let outcome = note(&mut Outcomes::new(), "postgres::told", "ignored", None);

        assert_eq!(
            outcome.unwrap_err().to_string(),
            "postgres::told was ignored: the lab needs a Postgres to test on"
        );
    }
}
