//! The styles, and what each of them runs.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::tree::house;

/// A way to test, and the column it has in the matrix.
#[derive(Debug)]
pub struct Style {
    /// How trials call it, and who runs it.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Two letters, where there is no room.
    pub short: &'static str,
    /// The layers whose code it runs. It replaces all others.
    pub layers: &'static [&'static str],
    /// Where its tests are.
    pub tests: &'static [&'static str],
    /// Where its double is, if somebody wrote one.
    pub double: &'static [&'static str],
}

const CLASSICAL: &[&str] = &["tests/lab/styles/classical"];
const FAKE: &[&str] = &[
    "domain/src/fakes/outbox.rs",
    "domain/src/fakes/audit.rs",
    "domain/src/fakes/storage.rs",
    "domain/src/fakes/table.rs",
    "domain/src/fakes/tables.rs",
    "tests/lab/styles/mailbox.rs",
];
const SCRIPTED: &[&str] = &["tests/src/scripted"];
const SQL: &[&str] = &["tests/lab/styles/sql"];
const CONTRACT: &[&str] = &["tests/src/contracts/outbox.rs", "tests/src/contracts/audit.rs"];
const WALK: &[&str] = &["tests/src/stateful"];

const fn style(
    name: &'static str,
    short: &'static str,
    label: &'static str,
    layers: &'static [&'static str],
    tests: &'static [&'static str],
    double: &'static [&'static str],
) -> Style {
    Style { name, label, short, layers, tests, double }
}

/// All of them, in the order of the columns.
pub const STYLES: [Style; 19] = [
    style("fake", "fk", "fake", &["service", "shipped", "fake"], CLASSICAL, FAKE),
    style("fake_fields", "ff", "fake, by function fields", &["service", "fake"], CLASSICAL, FAKE),
    style("fake_closure", "fc", "fake, by a closure", &["service", "fake"], CLASSICAL, FAKE),
    style("fake_generics", "fg", "fake, by generics", &["service", "fake"], CLASSICAL, FAKE),
    style(
        "recording",
        "re",
        "recording fake",
        &["service", "shipped", "fake"],
        &["tests/lab/styles/classical", "tests/lab/styles/recording.rs"],
        FAKE,
    ),
    style(
        "faulty",
        "fy",
        "faulty fake",
        &["service", "shipped", "fake"],
        &["tests/lab/styles/classical", "tests/lab/styles/faulty.rs"],
        FAKE,
    ),
    style(
        "mockall_loose",
        "ml",
        "mockall, loose",
        &["service", "shipped", "mock"],
        &["tests/lab/styles/mockall/loose", "tests/lab/styles/mockall/given.rs"],
        &[],
    ),
    style(
        "mockall_strict",
        "ms",
        "mockall, strict",
        &["service", "shipped", "mock"],
        &["tests/lab/styles/mockall/strict", "tests/lab/styles/mockall/given.rs"],
        &[],
    ),
    style(
        "sql_exact",
        "se",
        "SQL text, exact",
        &["service", "shipped", "postgres", "script"],
        SQL,
        SCRIPTED,
    ),
    style(
        "sql_regex",
        "sr",
        "SQL text, regex",
        &["service", "shipped", "postgres", "script"],
        SQL,
        SCRIPTED,
    ),
    style(
        "sql_copied",
        "sc",
        "SQL text, copied",
        &["service", "shipped", "postgres", "script"],
        SQL,
        SCRIPTED,
    ),
    style(
        "sql_checked",
        "sk",
        "SQL text, copied and checked",
        &["service", "shipped", "postgres", "script"],
        SQL,
        SCRIPTED,
    ),
    style("sqlite", "sq", "SQLite, end to end", &["service", "shipped", "sqlite"], CLASSICAL, &[]),
    style(
        "postgres",
        "pg",
        "Postgres, end to end",
        &["service", "shipped", "postgres"],
        CLASSICAL,
        &[],
    ),
    style("contract_fake", "cf", "contract on the fake", &["fake"], CONTRACT, &[]),
    style("contract_sqlite", "cs", "contract on SQLite", &["sqlite"], CONTRACT, &[]),
    style("contract_postgres", "cp", "contract on Postgres", &["postgres"], CONTRACT, &[]),
    style("stateful_sqlite", "ws", "random walk, SQLite", &["fake", "sqlite"], WALK, &[]),
    style("stateful_postgres", "wp", "random walk, Postgres", &["fake", "postgres"], WALK, &[]),
];

/// Styles together: what one does not see, another may.
pub const PORTFOLIOS: [(&str, &[&str]); 8] = [
    ("fake + contract", &["fake", "contract_fake", "contract_sqlite", "contract_postgres"]),
    (
        "recording fake + contract",
        &["recording", "contract_fake", "contract_sqlite", "contract_postgres"],
    ),
    (
        "fake + contract + random walk",
        &[
            "fake",
            "contract_fake",
            "contract_sqlite",
            "contract_postgres",
            "stateful_sqlite",
            "stateful_postgres",
        ],
    ),
    ("loose mocks + contract", &["mockall_loose", "contract_sqlite", "contract_postgres"]),
    ("strict mocks + contract", &["mockall_strict", "contract_sqlite", "contract_postgres"]),
    ("strict mocks + exact SQL", &["mockall_strict", "sql_exact"]),
    ("SQLite end to end + contract", &["sqlite", "contract_sqlite"]),
    ("both databases end to end", &["sqlite", "postgres"]),
];

/// The style whose expectations were copied from the code under test, instead of this one.
pub const BORN_WRONG: (&str, &str) = ("sql_exact", "sql_copied");

impl Style {
    /// The program that holds its trials.
    pub fn program(&self) -> &'static str {
        let is_of_a_provider = !self.layers.contains(&"service");
        if is_of_a_provider { "providers" } else { "styles" }
    }

    /// Whether it runs any of these layers.
    pub fn reaches(&self, layers: &[String]) -> bool {
        layers.iter().any(|layer| self.layers.contains(&layer.as_str()))
    }
}

/// Lines of code in these files and folders: neither blank nor a comment.
pub fn lines(paths: &[&str]) -> Result<usize> {
    let lines = paths.iter().map(|path| lines_in(&house().join(path)));
    lines.sum()
}

fn lines_in(path: &Path) -> Result<usize> {
    let told = || path.display().to_string();
    if path.is_dir() {
        let entries = fs::read_dir(path).with_context(told)?;
        return entries.map(|entry| lines_in(&entry?.path())).sum();
    }
    let text = fs::read_to_string(path).with_context(told)?;
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    Ok(text.lines().filter(is_code).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::LAYERS;

    #[test]
    fn every_style_has_tests_and_known_layers() {
        for style in &STYLES {
            assert!(lines(style.tests).unwrap() > 0, "{}", style.name);
            assert!(lines(style.double).is_ok(), "{}", style.name);
            assert!(style.layers.iter().all(|layer| LAYERS.contains(layer)), "{}", style.name);
        }
    }

    #[test]
    fn whoever_asks_its_program_for_one_style_gets_no_other() {
        for (style, other) in STYLES.iter().flat_map(|style| STYLES.iter().map(move |s| (style, s)))
        {
            let is_another = style.name != other.name && style.program() == other.program();

            // A program takes a name from its middle, too.
            assert!(!is_another || !other.name.ends_with(style.name), "{}", other.name);
        }
    }

    #[test]
    fn portfolios_are_made_of_styles() {
        for name in PORTFOLIOS.iter().flat_map(|(_, styles)| *styles) {
            assert!(STYLES.iter().any(|style| style.name == *name), "{name}");
        }
    }
}
