//! The report to be read in the repository.

use std::fmt::Write as _;

use crate::results::{Column, Results, Row};
use crate::style::{BORN_WRONG, PORTFOLIOS};
use crate::totals::{Totals, share};
use crate::variant::KINDS;
use crate::verdict::Verdict;

const HEAD: &str = include_str!("head.md");

/// The whole report.
pub fn report(results: &Results) -> String {
    let mut report = HEAD.to_owned();
    styles(&mut report, results);
    portfolios(&mut report, results);
    kinds(&mut report, results);
    matrix(&mut report, "Every cell", results, &results.variants);
    promises(&mut report, results);
    control(&mut report, results);
    report
}

/// A line of a table.
fn line<T: AsRef<str>>(report: &mut String, cells: impl IntoIterator<Item = T>) {
    for cell in cells {
        let _ = write!(report, "| {} ", cell.as_ref().replace('|', "\\|"));
    }
    report.push_str("|\n");
}

/// The head of a table: the first column to the left, the others to the right.
fn head<T: AsRef<str>>(report: &mut String, title: &str, columns: &[T]) {
    let _ = write!(report, "\n## {title}\n\n");
    line(report, columns);
    let sides = (0..columns.len()).map(|at| if at == 0 { "---" } else { "---:" });
    line(report, sides);
}

fn styles(report: &mut String, results: &Results) {
    head(
        report,
        "The styles",
        &[
            "style",
            "bugs caught",
            "calls too many",
            "false alarms",
            "lines of tests",
            "of the double",
            "trials",
            "ms",
        ],
    );
    for column in &results.styles {
        let Totals { caught, budget, alarms } = Totals::of(results, &[&column.name]);
        let Column { test_lines, double_lines, trials, .. } = column;
        let shares = [caught, budget, alarms].map(|share| share.to_string());
        let counts = [*test_lines, *double_lines, *trials].map(|count| count.to_string());
        let cells = [column.label.clone()].into_iter().chain(shares).chain(counts);
        line(report, cells.chain([column.milliseconds.to_string()]));
    }
}

fn portfolios(report: &mut String, results: &Results) {
    head(report, "Together", &["portfolio", "bugs caught", "calls too many", "false alarms"]);
    for (name, styles) in PORTFOLIOS {
        let Totals { caught, budget, alarms } = Totals::of(results, styles);
        line(report, [name.to_owned(), caught.to_string(), budget.to_string(), alarms.to_string()]);
    }
}

fn kinds(report: &mut String, results: &Results) {
    let names: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
    head(report, "By kind", &[&["red in"], &names[..]].concat());
    for column in &results.styles {
        let shares = KINDS.iter().map(|(_, kind)| {
            let rows: Vec<_> =
                results.variants.iter().filter(|row| row.variant.kind == *kind).collect();
            let caught = share(&rows, &[&column.name], Verdict::Caught, Verdict::Missed);
            let alarms = share(&rows, &[&column.name], Verdict::FalseAlarm, Verdict::Quiet);
            let share = if caught.all > 0 { caught } else { alarms };
            if share.all > 0 { share.to_string() } else { String::new() }
        });
        line(report, std::iter::once(column.label.clone()).chain(shares));
    }
}

fn matrix(report: &mut String, title: &str, results: &Results, rows: &[Row]) {
    let shorts: Vec<_> = results.styles.iter().map(|column| column.short.as_str()).collect();
    head(report, title, &[&["variant", "kind"], &shorts[..]].concat());
    for row in rows {
        let kind =
            KINDS.iter().find(|(_, kind)| *kind == row.variant.kind).map_or("", |(name, _)| name);
        let signs = results.styles.iter().map(|column| {
            row.verdict(&column.name).map_or(String::new(), |verdict| verdict.sign().to_string())
        });
        let name =
            format!("[{}](../../tests/lab/variants/{}.diff)", row.variant.name, row.variant.name);
        let name = if title == "Every cell" { name } else { row.variant.name.clone() };
        line(report, [name, kind.to_owned()].into_iter().chain(signs));
    }
    let legend = results.styles.iter().map(|column| format!("{} {}", column.short, column.label));
    let legend: Vec<_> = legend.collect();
    let _ = write!(report, "\n{}.\n", legend.join(", "));
    report.push_str("\n■ caught, · missed, ! false alarm, ○ quiet; blank: the style replaces what was changed.\n");
}

fn promises(report: &mut String, results: &Results) {
    head(report, "What each variant is", &["variant", "what is different", "the promise"]);
    for row in &results.variants {
        line(report, [&row.variant.name, &row.variant.title, &row.variant.contract]);
    }
}

fn control(report: &mut String, results: &Results) {
    head(report, "The control", &["style", "mutants caught"]);
    for column in &results.styles {
        let rows: Vec<_> = results.control.iter().collect();
        let caught = share(&rows, &[&column.name], Verdict::Caught, Verdict::Missed);
        if caught.all > 0 {
            line(report, [column.label.clone(), caught.to_string()]);
        }
    }
    let survivors = results.control.iter().filter(|row| {
        !results.styles.iter().any(|style| row.verdict(&style.name) == Some(Verdict::Caught))
    });
    let survivors: Vec<_> = survivors.map(|row| row.variant.title.as_str()).collect();
    let _ = write!(
        report,
        "\nThese are the changes that cargo-mutants makes to the same files, {} of them. Nobody caught: {}.\n\
         It has no operator for a call that is made twice or forgotten, for another order, or for SQL, so it \
         cannot tell the styles apart: it shows that they were written with equal care.\n",
        results.control.len(),
        if survivors.is_empty() { "none".to_owned() } else { survivors.join("; ") }
    );
    let (style, copy) = BORN_WRONG;
    let _ = write!(
        report,
        "\n*Born wrong*: `{copy}` is `{style}` with its expectations copied from the code under test, as \
         they are where code and test are written in one sitting.\n"
    );
}
