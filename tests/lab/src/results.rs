//! What came out: one document, from which all reports are made.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::style::{Style, lines};
use crate::tree::house;
use crate::trials::Red;
use crate::variant::Variant;
use crate::verdict::{Cell, Verdict};

/// The whole matrix.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Results {
    /// The columns.
    pub styles: Vec<Column>,
    /// The rows.
    pub variants: Vec<Row>,
    /// Rows that a tool made, which changes code at random: they show whether the styles are equally
    /// strong.
    pub control: Vec<Row>,
}

/// A style.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    pub label: String,
    pub short: String,
    pub layers: Vec<String>,
    /// Lines of code of its tests.
    pub test_lines: usize,
    /// Lines of code of its double, where somebody wrote it.
    pub double_lines: usize,
    /// How many trials it has.
    pub trials: usize,
    /// How long they take, the start of the program and of its server included.
    pub milliseconds: u64,
    /// What was red on the unchanged code: such a style is refused.
    pub refused: Vec<Red>,
}

/// A variant, and what each style says of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    #[serde(flatten)]
    pub variant: Variant,
    /// By the name of the style.
    pub cells: BTreeMap<String, Cell>,
}

impl Column {
    /// The column of a style.
    pub fn of(style: &Style) -> Result<Self> {
        let owned = str::to_owned;
        Ok(Self {
            name: owned(style.name),
            label: owned(style.label),
            short: owned(style.short),
            layers: style.layers.iter().copied().map(owned).collect(),
            test_lines: lines(style.tests)?,
            double_lines: lines(style.double)?,
            trials: 0,
            milliseconds: 0,
            refused: vec![],
        })
    }
}

impl Row {
    /// What this style says; nothing, where it was not asked.
    pub fn verdict(&self, style: &str) -> Option<Verdict> {
        self.cells.get(style).map(|cell| cell.verdict)
    }
}

/// Where the reports are kept.
pub fn reports() -> PathBuf {
    house().join("docs/lab")
}

impl Results {
    /// Whether every style was accepted, and every cell is known.
    pub fn is_sound(&self) -> bool {
        let cells = self.variants.iter().chain(&self.control).flat_map(|row| row.cells.values());
        self.styles.iter().all(|column| column.refused.is_empty())
            && cells.into_iter().all(|cell| cell.verdict != Verdict::Error)
    }

    /// What is committed.
    pub fn committed() -> Result<Self> {
        let file = reports().join("results.json");
        let text = fs::read(&file).with_context(|| file.display().to_string())?;
        serde_json::from_slice(&text).with_context(|| file.display().to_string())
    }

    /// Verdicts that are not those of `committed`, a line each. What was not asked is not compared.
    pub fn differences(&self, committed: &Self) -> Vec<String> {
        let rows = |results: &Self| [results.variants.clone(), results.control.clone()].concat();
        let known: BTreeMap<_, _> =
            rows(committed).into_iter().map(|row| (row.variant.name.clone(), row)).collect();
        let mut differences = Vec::new();
        for row in rows(self) {
            for (style, Cell { verdict, .. }) in &row.cells {
                let before = known.get(&row.variant.name).and_then(|row| row.verdict(style));
                if before != Some(*verdict) {
                    let before = before.map_or("not there", Verdict::name);
                    let now = verdict.name();
                    differences
                        .push(format!("{}, {style}: was {before}, is {now}", row.variant.name));
                }
            }
        }
        differences
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::style::STYLES;
    use crate::variant::all_in;

    #[test]
    fn the_committed_results_are_of_the_variants_and_styles_that_are_there() {
        let committed = Results::committed().unwrap();
        let lab = house().join("tests/lab");
        let names =
            |rows: &[Row]| rows.iter().map(|row| row.variant.name.clone()).collect::<BTreeSet<_>>();
        let there =
            |folder| all_in(&lab.join(folder)).unwrap().into_iter().map(|v| v.name).collect();

        assert_eq!(names(&committed.variants), there("variants"));
        assert_eq!(names(&committed.control), there("control"));
        let styles: Vec<_> = committed.styles.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(styles, STYLES.map(|style| style.name));
    }

    #[test]
    fn a_verdict_that_changed_is_told() {
        let committed = Results::committed().unwrap();
        let mut now = committed.clone();
        let cell = now.variants[0].cells.get_mut("fake").unwrap();
        let before = cell.verdict.name();
        cell.verdict = Verdict::Error;

        let name = &committed.variants[0].variant.name;
        assert_eq!(committed.differences(&committed), [""; 0]);
        assert_eq!(now.differences(&committed), [format!("{name}, fake: was {before}, is error")]);
    }
}
