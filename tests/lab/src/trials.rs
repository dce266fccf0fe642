//! What trials said, and what of it is kept.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

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

/// What a test program says of a trial.
#[derive(Deserialize)]
struct Event {
    name: Option<String>,
    #[serde(rename = "event")]
    outcome: Option<String>,
    stdout: Option<String>,
}

/// How the trials of a program ended, from what it printed.
pub fn heard(said: &str) -> Result<Outcomes> {
    let mut outcomes = Outcomes::new();
    for line in said.lines() {
        match serde_json::from_str(line).with_context(|| line.to_owned())? {
            Event { name: Some(name), outcome: Some(outcome), stdout } if outcome != "started" => {
                note(&mut outcomes, &name, &outcome, stdout)?;
            }
            _ => {}
        }
    }
    for red in outcomes.values_mut() {
        tidy(red);
    }
    Ok(outcomes)
}

fn note(outcomes: &mut Outcomes, name: &str, outcome: &str, said: Option<String>) -> Result<()> {
    let (style, scenario) = name.split_once("::").context("a trial is named style::scenario")?;
    let red = outcomes.entry(style.to_owned()).or_default();
    match outcome {
        "ok" => {}
        "failed" => {
            let said = said.unwrap_or_default();
            let said = said.trim().trim_start_matches("Error: \"").trim_end_matches('"');
            red.push(Red { scenario: scenario.to_owned(), message: plain(said) });
        }
        "ignored" => bail!("{name} was ignored: the lab needs a Postgres to test on"),
        other => bail!("{name} ended in a way that nobody knows: {other}"),
    }
    Ok(())
}

/// By name, because trials end in any order, and two reports should differ in what matters alone.
fn tidy(red: &mut [Red]) {
    red.sort_by(|one, other| one.scenario.cmp(&other.scenario));
    red.iter_mut().skip(MESSAGES).for_each(|red| red.message.clear());
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
    fn what_failed_stands_by_name_and_not_all_of_it_speaks() {
        let red =
            |scenario: &str| Red { scenario: scenario.to_owned(), message: "late".to_owned() };
        let mut reds = ["told", "kept", "sent", "due"].map(red);

        tidy(&mut reds);

        assert_eq!(reds.each_ref().map(|red| &*red.scenario), ["due", "kept", "sent", "told"]);
        assert_eq!(reds.map(|red| red.message.is_empty()), [false, false, false, true]);
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
