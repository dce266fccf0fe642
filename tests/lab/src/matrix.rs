//! Running the matrix: every variant once, and all styles on it.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use crate::programs::Programs;
use crate::results::{Column, Row};
use crate::style::Style;
use crate::tree::Tree;
use crate::trials::Outcomes;
use crate::variant::Variant;
use crate::verdict::{Cell, Verdict, judge};

/// The styles on the unchanged code.
pub fn baseline(tree: &Tree, styles: &[&Style]) -> Result<Vec<Column>> {
    let programs = Programs::build(tree.root(), styles).context("the unchanged code")?;
    let mut outcomes = run(&programs, styles)?;
    let column = |style: &&Style| {
        let refused = outcomes.remove(style.name);
        let refused = refused.with_context(|| format!("nobody runs the style {}", style.name))?;
        let milliseconds = u64::try_from(programs.time(style)?.as_millis())?;
        let trials = programs.count(style)?;
        Ok(Column { trials, milliseconds, refused, ..Column::of(style)? })
    };
    styles.iter().map(column).collect()
}

/// What each of these styles says of each variant.
pub fn rows(tree: &Tree, styles: &[&Style], variants: &[Variant]) -> Result<Vec<Row>> {
    let mut known: BTreeMap<&str, Result<Outcomes, String>> = BTreeMap::new();
    let progress = progress(variants.len());
    let mut rows = Vec::new();
    for variant in variants {
        progress.set_message(variant.name.clone());
        if progress.is_hidden() {
            // Nobody watches, but there may be a log.
            eprintln!("{} of {}: {}", rows.len() + 1, variants.len(), variant.name);
        }
        if !known.contains_key(variant.diff.as_str()) {
            let outcomes = outcomes(tree, styles, variant)?;
            known.insert(&variant.diff, outcomes);
        }
        let cells = cells(styles, variant, &known[variant.diff.as_str()]);
        rows.push(Row { variant: variant.clone(), cells });
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(rows)
}

/// All trials, or those of the style that is alone.
fn run(programs: &Programs, styles: &[&Style]) -> Result<Outcomes> {
    match styles {
        [style] => programs.run_one(style),
        _ => programs.run(),
    }
}

/// How the trials end on a variant, or why nobody can say.
fn outcomes(tree: &Tree, styles: &[&Style], variant: &Variant) -> Result<Result<Outcomes, String>> {
    let reaching: Vec<_> =
        styles.iter().copied().filter(|style| style.reaches(&variant.layers)).collect();
    if reaching.is_empty() {
        return Ok(Ok(Outcomes::new()));
    }
    let outcomes = tree
        .apply(variant)
        .and_then(|()| Programs::build(tree.root(), &reaching))
        .and_then(|programs| run(&programs, styles));
    tree.undo(variant)?;
    Ok(outcomes.map_err(|error| format!("{error:#}")))
}

fn cells(
    styles: &[&Style],
    variant: &Variant,
    outcomes: &Result<Outcomes, String>,
) -> BTreeMap<String, Cell> {
    let cell = |style: &&Style| {
        let cell = match outcomes {
            Ok(outcomes) => {
                let red = outcomes.get(style.name).cloned().unwrap_or_default();
                judge(style, variant, red)
            }
            Err(_) => Cell { verdict: Verdict::Error, red: vec![] },
        };
        (style.name.to_owned(), cell)
    };
    if let Err(reason) = outcomes {
        eprintln!("{}: {reason}", variant.name);
    }
    styles.iter().map(cell).collect()
}

fn progress(len: usize) -> ProgressBar {
    let style = "{bar:30} {pos} of {len}, about {eta} left: {msg}";
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    let progress = ProgressBar::new(len as u64).with_style(style);
    progress.enable_steady_tick(Duration::from_millis(500));
    progress
}
