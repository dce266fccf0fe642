//! The three forms of the report, made from one document.

mod html;
mod markdown;
pub mod terminal;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::results::Results;

/// Writes the document, the report and the page.
pub fn write(results: &Results, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let json = serde_json::to_string_pretty(results)? + "\n";
    let files = [
        ("results.json", json),
        ("README.md", markdown::report(results)),
        ("index.html", html::page(results)?),
    ];
    for (name, text) in files {
        let file = folder.join(name);
        fs::write(&file, text).with_context(|| file.display().to_string())?;
    }
    Ok(())
}
