//! The docs of the providers say what a storage MUST do, and which case of the contract holds it to
//! that.

use std::fs;

use libtest_mimic::{Failed, Trial};
use tests::contracts;

use crate::architecture::{house, rust_files};

/// One trial: it reads all docs.
pub fn trials() -> Vec<Trial> {
    let name = "contract::every_must_of_a_provider_names_its_case";
    vec![Trial::test(name, every_must_of_a_provider_names_its_case)]
}

fn every_must_of_a_provider_names_its_case() -> Result<(), Failed> {
    let cases = contracts::cases();
    for file in rust_files(&house().join("domain/src/providers"))? {
        let text = fs::read_to_string(&file)?;
        for docs in doc_comments(&text) {
            let named: Vec<&str> =
                docs.split('`').filter(|code| code.starts_with("contract::")).collect();
            let unknown = named.iter().find(|name| {
                !cases.iter().any(|case| name.strip_prefix("contract::") == Some(case.name))
            });
            if let Some(name) = unknown {
                return Err(format!("{}: there is no case {name}", file.display()).into());
            }
            if docs.contains("MUST") && named.is_empty() {
                return Err(format!("{}: no case is named for\n{docs}", file.display()).into());
            }
        }
    }
    Ok(())
}

/// The docs of each item, in one line.
fn doc_comments(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for line in text.lines().map(str::trim) {
        match line.strip_prefix("///").or(line.strip_prefix("//!")) {
            Some(words) => all.last_mut().expect("never empty").push_str(words),
            None => all.push(String::new()),
        }
    }
    all
}
