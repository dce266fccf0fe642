//! The lab: every style of test on every variant of one use case, and who finds what.

mod cli;
mod matrix;
mod programs;
mod report;
mod results;
mod style;
mod totals;
mod tree;
mod trials;
mod variant;
mod verdict;

use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Parser;

use cli::Arguments;
use results::{Results, reports};
use tree::{Tree, house};

fn main() -> ExitCode {
    run(&Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("cargo lab: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lab = house().join("tests/lab");
    let styles = arguments.styles()?;
    let variants = arguments.variants(variant::all_in(&lab.join("variants"))?)?;
    if arguments.list {
        report::terminal::list(&styles, &variants);
        return Ok(ExitCode::SUCCESS);
    }

    let tree = Tree::copied()?;
    let columns = matrix::baseline(&tree, &styles)?;
    let accepted = styles.iter().zip(&columns).filter(|(_, column)| column.refused.is_empty());
    let accepted: Vec<_> = accepted.map(|(style, _)| *style).collect();
    let variants = matrix::rows(&tree, &accepted, &variants)?;
    let control = if arguments.is_whole() {
        matrix::rows(&tree, &accepted, &variant::all_in(&lab.join("control"))?)?
    } else {
        vec![]
    };
    let results = Results { styles: columns, variants, control };

    report::terminal::print(&results);
    if arguments.write {
        ensure!(results.is_sound(), "nothing was written: there are errors, or styles refused");
        report::write(&results, &reports())?;
    }
    if arguments.check {
        return Ok(report::terminal::compare(&results.differences(&Results::committed()?)));
    }
    Ok(if results.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
