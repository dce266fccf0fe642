//! The report for a terminal.

use std::process::ExitCode;

use crate::results::{Results, Row};
use crate::style::{PORTFOLIOS, Style};
use crate::totals::Totals;
use crate::variant::Variant;
use crate::verdict::Verdict;

/// What can be run.
pub fn list(styles: &[&Style], variants: &[Variant]) {
    println!("styles");
    for style in styles {
        println!("  {:18} {} ({})", style.name, style.label, style.layers.join(", "));
    }
    println!("variants");
    for variant in variants {
        println!("  {:28} {:?}: {}", variant.name, variant.kind, variant.title);
    }
}

/// The matrix; of few cells, what the tests say as well.
pub fn print(results: &Results) {
    println!("\n  ■ caught  · missed  ! false alarm  ○ quiet  ? error  (blank: out of reach)\n");
    print_rows(results, &results.variants);
    if !results.control.is_empty() {
        println!("\ncontrol: changes that a tool made");
        print_rows(results, &results.control);
    }
    print_totals(results);
    for column in &results.styles {
        for red in &column.refused {
            println!("\n{} is refused: {} is red on the unchanged code", column.name, red.scenario);
            println!("{}", red.message);
        }
    }
    if let ([_], [row]) = (&results.styles[..], &results.variants[..]) {
        print_red(row);
    }
}

fn print_rows(results: &Results, rows: &[Row]) {
    let heads: Vec<_> = results.styles.iter().map(|column| column.short.as_str()).collect();
    println!("{:28} {:11} {}", "", "", heads.join(" "));
    for row in rows {
        let sign = |column: &crate::results::Column| {
            let verdict = row.verdict(&column.name);
            format!(" {}", verdict.map_or('-', Verdict::sign))
        };
        let signs: Vec<_> = results.styles.iter().map(sign).collect();
        println!(
            "{:28} {:11} {}",
            row.variant.name,
            format!("{:?}", row.variant.kind).to_lowercase(),
            signs.join(" ")
        );
    }
}

fn print_totals(results: &Results) {
    println!(
        "\n{:34} {:>10} {:>8} {:>12} {:>6} {:>7} {:>8}",
        "", "bugs", "budget", "false alarms", "tests", "double", "time"
    );
    for column in &results.styles {
        let Totals { caught, budget, alarms } = Totals::of(results, &[&column.name]);
        println!(
            "{} {:31} {:>10} {:>8} {:>12} {:>6} {:>7} {:>5} ms",
            column.short,
            column.label,
            caught.to_string(),
            budget.to_string(),
            alarms.to_string(),
            column.test_lines,
            column.double_lines,
            column.milliseconds
        );
    }
    println!();
    for (name, styles) in PORTFOLIOS {
        if styles.iter().all(|style| results.styles.iter().any(|column| column.name == **style)) {
            let Totals { caught, budget, alarms } = Totals::of(results, styles);
            println!(
                "{name:34} {:>10} {:>8} {:>12}",
                caught.to_string(),
                budget.to_string(),
                alarms.to_string()
            );
        }
    }
}

fn print_red(row: &Row) {
    println!("\n{}\n  {}\n  {}", row.variant.name, row.variant.title, row.variant.contract);
    for red in row.cells.values().flat_map(|cell| &cell.red) {
        println!("\n{}\n{}", red.scenario, red.message);
    }
}

/// Says what is not as it was committed.
pub fn compare(differences: &[String]) -> ExitCode {
    if differences.is_empty() {
        println!("\nevery verdict is the committed one");
        return ExitCode::SUCCESS;
    }
    eprintln!("\nverdicts that are not the committed ones:");
    for difference in differences {
        eprintln!("  {difference}");
    }
    ExitCode::FAILURE
}
