//! Building the programs that hold the styles, and running them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::style::Style;
use crate::tree::house;
use crate::trials::{Outcomes, heard};

/// Far beyond what all trials take together.
const DEADLINE: Duration = Duration::from_mins(2);

/// The programs that hold the trials, by name.
pub struct Programs(BTreeMap<String, PathBuf>);

impl Programs {
    /// Builds those that hold these styles, in this tree. The libraries from elsewhere are those that
    /// are built already.
    pub fn build(tree: &Path, styles: &[&Style]) -> Result<Self> {
        let wanted: BTreeSet<_> = styles.iter().map(|style| style.program()).collect();
        let built = Command::new(env!("CARGO"))
            .args(["test", "--package", "lab"])
            .args(wanted.iter().flat_map(|program| ["--test", program]))
            .args(["--no-run", "--locked", "--message-format", "json-render-diagnostics"])
            .env("CARGO_TARGET_DIR", house().join("target"))
            .current_dir(tree)
            .output()
            .context("running cargo")?;
        let said = String::from_utf8_lossy(&built.stderr);
        ensure!(built.status.success(), "it does not build:\n{said}");
        let messages = serde_json::Deserializer::from_slice(&built.stdout);
        let mut programs = BTreeMap::new();
        for message in messages.into_iter::<Message>() {
            let Message { target, executable } = message?;
            let test = target.filter(Target::is_test);
            programs.extend(test.map(|test| test.name).zip(executable));
        }
        ensure!(programs.len() == wanted.len(), "cargo built {programs:?}, and not {wanted:?}");
        Ok(Self(programs))
    }

    /// Runs all trials.
    pub fn run(&self) -> Result<Outcomes> {
        let mut outcomes = Outcomes::new();
        for program in self.0.values() {
            outcomes.extend(heard(&run(program, None)?)?);
        }
        Ok(outcomes)
    }

    /// Runs the trials of one style.
    pub fn run_one(&self, style: &Style) -> Result<Outcomes> {
        heard(&run(self.of(style)?, Some(style.name))?)
    }

    /// How many trials a style has.
    pub fn count(&self, style: &Style) -> Result<usize> {
        let listed = Command::new(self.of(style)?).arg("--list").output()?;
        let begin = format!("{}::", style.name);
        Ok(String::from_utf8(listed.stdout)?
            .lines()
            .filter(|line| line.starts_with(&begin))
            .count())
    }

    fn of(&self, style: &Style) -> Result<&Path> {
        let program = self.0.get(style.program());
        program.map(PathBuf::as_path).with_context(|| format!("{} was not built", style.program()))
    }

    /// Runs one style, and says how long it took. Of three times, the shortest.
    pub fn time(&self, style: &Style) -> Result<Duration> {
        let time = |_| {
            let begun = Instant::now();
            self.run_one(style).map(|_| begun.elapsed())
        };
        (0..3).map(time).try_fold(Duration::MAX, |least, time| Ok(least.min(time?)))
    }
}

/// What cargo says of what it built.
#[derive(Deserialize)]
struct Message {
    target: Option<Target>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

impl Target {
    fn is_test(&self) -> bool {
        self.kind == ["test"]
    }
}

fn run(program: &Path, style: Option<&str>) -> Result<String> {
    let mut child = Command::new(program)
        .args(["--format", "json"])
        .args(style.map(|style| format!("{style}::")))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| program.display().to_string())?;
    let mut output = child.stdout.take().context("it has an output")?;
    let reader = thread::spawn(move || {
        let mut said = String::new();
        output.read_to_string(&mut said).map(|_| said)
    });
    let begun = Instant::now();
    while !reader.is_finished() {
        if begun.elapsed() > DEADLINE {
            child.kill()?;
            child.wait()?;
            bail!("its tests did not end within {DEADLINE:?}");
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait()?;
    Ok(reader.join().expect("reading does not panic")?)
}
