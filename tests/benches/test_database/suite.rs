//! A suite of trivial tests, and how it is run.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{array, env};

/// Where the server of a suite comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Local,
    Docker,
}

/// One of the test binaries of the peers.
#[derive(Clone)]
pub struct Suite {
    name: &'static str,
    tests: u32,
    source: Source,
    variable: Option<(&'static str, String)>,
    nextest: bool,
    nobody: bool,
}

impl Suite {
    pub fn new(name: &'static str) -> Self {
        let (tests, source) = (super::TESTS, Source::Local);
        Self { name, tests, source, variable: None, nextest: false, nobody: false }
    }

    pub fn of(self, tests: u32) -> Self {
        Self { tests, ..self }
    }

    pub fn on(self, source: Source) -> Self {
        Self { source, ..self }
    }

    pub fn with(self, name: &'static str, value: &str) -> Self {
        Self { variable: Some((name, value.to_owned())), ..self }
    }

    pub fn under_nextest(self) -> Self {
        Self { nextest: true, ..self }
    }

    /// As an ordinary user, where this process is root: some peers start a server that refuses it.
    pub fn run_by_nobody(self) -> Self {
        Self { nobody: true, ..self }
    }

    /// How long it takes.
    ///
    /// # Panics
    /// Where a test fails.
    pub fn run(&self) -> Duration {
        self.try_run().unwrap_or_else(|| panic!("a test of {} has failed", self.name))
    }

    /// How long it takes; nothing, where a test fails.
    pub fn try_run(&self) -> Option<Duration> {
        let begin = Instant::now();
        let status = self.start().wait().expect("a child can be waited for");
        status.success().then(|| begin.elapsed())
    }

    /// Starts it.
    pub fn start(&self) -> Child {
        let mut command = self.command();
        command.env("BENCH_TESTS", self.tests.to_string());
        command.env("TEST_POSTGRES", if self.source == Source::Local { "local" } else { "docker" });
        command.env_remove("TEST_DATABASE_URL").env_remove("TEST_POSTGRES_KEEP");
        command.envs(self.variable.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("cargo can be started")
    }

    fn command(&self) -> Command {
        if self.nobody && rustix::process::geteuid().is_root() {
            let mut command = Command::new(binary(self.name));
            command.uid(NOBODY).gid(NOBODY).current_dir("/tmp");
            return command;
        }
        let words: &[&str] = if self.nextest { &["nextest", "run"] } else { &["test"] };
        let mut command = cargo(words);
        command.args(["--test", self.name]);
        command
    }
}

const NOBODY: u32 = 65_534;

/// The median of several runs of each suite, by turns, so that a busy minute touches all.
pub fn medians<const N: usize>(rounds: usize, suites: [&Suite; N]) -> [Duration; N] {
    let runs: Vec<[Duration; N]> = (0..rounds).map(|_| suites.map(Suite::run)).collect();
    array::from_fn(|suite| {
        let mut walls: Vec<_> = runs.iter().map(|run| run[suite]).collect();
        walls.sort();
        walls[walls.len() / 2]
    })
}

/// This program once more, with a server from local binaries: the peers are to be measured on the
/// same one that the suites of ours start.
pub fn again_on_local_binaries() -> ExitCode {
    let itself = env::current_exe().expect("this program has a file");
    let outcome = Command::new(itself).env("TEST_POSTGRES", "local").status();
    if outcome.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Builds all suites.
///
/// # Panics
/// Where they do not compile.
pub fn build() {
    eprintln!("building the peers; the first time, this takes minutes");
    let status = cargo(&["test", "--no-run", "--quiet"]).status().expect("cargo can be started");
    assert!(status.success(), "the peers do not build");
}

pub fn has_nextest() -> bool {
    let asked =
        cargo(&["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

pub fn has_docker() -> bool {
    let asked =
        Command::new("docker").arg("info").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

fn peers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers")
}

fn target() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or(own, PathBuf::from).join("peers")
}

/// Cargo in the package of the peers, as a person would call it there.
fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO")) {
            command.env_remove(name);
        }
    }
    command.current_dir(peers()).args(words).env("CARGO_TARGET_DIR", target());
    command
}

/// The newest binary of this suite.
fn binary(name: &str) -> PathBuf {
    let folder = target().join("debug/deps");
    let entries = folder.read_dir().expect("the peers are built").filter_map(Result::ok);
    let ours = entries.map(|entry| entry.path()).filter(|path| {
        let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
        file.starts_with(&format!("{name}-")) && !file.contains('.')
    });
    ours.max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok())
        .expect("the peers are built")
}
