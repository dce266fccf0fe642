//! The page of the lab, in a real browser: `cargo test -p lab --test page`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;

use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;

/// What a browser is called.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// What `checks.js` checks, by name.
const CHECKS: [&str; 8] = [
    "nothing goes wrong",
    "a cell opens to the change and to what was red",
    "arrows move, Enter opens, and the cell has the focus again",
    "a filter hides rows",
    "the switch shows the style whose expectations were copied",
    "light becomes dark",
    "nothing is wider than a telephone",
    "every cell has a name",
];

#[derive(Debug, Clone, Deserialize)]
struct Outcome {
    name: String,
    /// What was wrong.
    error: Option<String>,
}

fn main() -> ExitCode {
    let none = format!("no browser is here, such as {}", BROWSERS.join(", "));
    let trials = CHECKS.map(|name| {
        let trial = Trial::test(format!("page::{name}"), move || hold(name));
        trial.with_ignored_flag(browser().is_none())
    });
    if browser().is_none() {
        eprintln!("The page is not tested: {none}");
    }
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

fn browser() -> Option<PathBuf> {
    let path = option_env!("PATH").unwrap_or_default();
    let folders = || std::env::split_paths(path);
    BROWSERS.iter().find_map(|name| folders().map(|folder| folder.join(name)).find(|p| p.is_file()))
}

fn hold(name: &str) -> Result<(), Failed> {
    static OUTCOMES: LazyLock<Result<Vec<Outcome>, String>> =
        LazyLock::new(|| look().map_err(|error| format!("{error:#}")));
    let outcomes = OUTCOMES.as_ref().map_err(Clone::clone)?;
    let outcome = outcomes.iter().find(|outcome| outcome.name == name);
    let outcome = outcome.ok_or_else(|| format!("it was not checked: {outcomes:?}"))?;
    outcome.error.clone().map_or(Ok(()), |error| Err(error.into()))
}

/// Opens the page in a browser, as wide as a telephone, and does what a reader does.
fn look() -> anyhow::Result<Vec<Outcome>> {
    let lab = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(lab.join("../../docs/lab/index.html"))?;
    let checks = fs::read_to_string(lab.join("page/checks.js"))?;
    let page = serde_json::to_string(&page)?.replace("</", "<\\/");
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("checks.html");
    fs::write(&file, format!("<body><script>const page = {page};\n{checks}</script></body>"))?;
    let seen = Command::new(browser().unwrap_or_default())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()?;
    let seen = String::from_utf8(seen.stdout)?;
    let outcomes = seen.split_once("<!--outcomes ").and_then(|(_, rest)| rest.split_once("-->"));
    let (outcomes, _) = outcomes.ok_or_else(|| anyhow::anyhow!("the browser says: {seen}"))?;
    Ok(serde_json::from_str(outcomes)?)
}
