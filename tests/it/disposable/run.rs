//! A test run inside a trial: a runner called `cargo`, and the test processes that it starts.

use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::time::sleep;

use super::child::AS_A_RUNNER;
use super::place::{Place, Settings};

/// What stays, stays for ever: who waits long takes no busy machine for a leak. That two seconds are
/// enough, `.ci/run` looks after a run.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often to look.
const LOOK: Duration = Duration::from_millis(50);

/// What makes a process of a run its keeper, and what its guard.
pub const KEEPER: &str = "--as-the-keeper";
pub const GUARD: &str = "--as-the-guard";

/// A run that goes on. Dropped, it is over.
pub struct Run<'a> {
    place: &'a Place,
    settings: Settings<'a>,
    runner: Child,
    orders: Option<ChildStdin>,
    said: Lines<BufReader<ChildStdout>>,
}

impl<'a> Run<'a> {
    pub fn begin(place: &'a Place, settings: Settings<'a>) -> Self {
        let mut runner = place.command(place.runner(), settings);
        runner.arg(AS_A_RUNNER).arg(place.alive()).process_group(0);
        runner.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut runner = runner.spawn().unwrap();
        let orders = runner.stdin.take();
        let said = BufReader::new(runner.stdout.take().unwrap()).lines();
        Self { place, settings, runner, orders, said }
    }

    /// Another run at the same place, after this one.
    pub fn next(&self) -> Self {
        Self::begin(self.place, self.settings)
    }

    /// Starts a process for this test.
    pub async fn starts(&mut self, test: &str) {
        let orders = self.orders.as_mut().expect("it goes on");
        orders.write_all(format!("{test}\n").as_bytes()).await.unwrap();
    }

    /// The rest of the next line that begins so.
    pub async fn says(&mut self, begin: &str) -> String {
        while let Some(line) = self.said.next_line().await.unwrap() {
            if let Some((_, rest)) = line.split_once(begin) {
                return rest.to_owned();
            }
        }
        panic!("it ended before `{begin}`: {}", self.place.errors());
    }

    /// What there is of it outside of its server.
    pub fn left(&self) -> Vec<String> {
        self.place.left()
    }

    /// Waits until its tests have ended.
    pub async fn ends(&mut self) -> ExitStatus {
        drop(self.orders.take());
        self.runner.wait().await.unwrap()
    }

    /// Sends a signal to the runner and its tests, as a terminal does, and waits for the runner.
    pub async fn receives(&mut self, signal: Signal) {
        let group = i32::try_from(self.runner.id().expect("it runs")).unwrap();
        kill_process_group(Pid::from_raw(group).unwrap(), signal).unwrap();
        self.ends().await;
    }

    /// The number of the process that plays this part in it, as soon as there is one but `former`.
    pub async fn process(&self, part: &str, former: Option<i32>) -> i32 {
        let found = async || {
            let processes = self.place.processes().into_iter();
            let mut found = processes.filter(|process| process.command.contains(part));
            found.find(|process| Some(process.id) != former).map(|process| process.id)
        };
        soon(async || found().await.ok_or_else(|| format!("its beginning: no {part}"))).await
    }
}

/// Kills a process.
pub fn kill(process: i32) {
    kill_process(Pid::from_raw(process).unwrap(), Signal::KILL).unwrap();
}

/// Waits until nothing is left of what ended so.
pub async fn nothing_stays(end: &str, left: impl AsyncFn() -> Vec<String>) {
    soon(async || {
        let left = left().await;
        if left.is_empty() { Ok(()) } else { Err(format!("{end}:\n{}", left.join("\n"))) }
    })
    .await;
}

async fn soon<T>(look: impl AsyncFn() -> Result<T, String>) -> T {
    let begin = Instant::now();
    loop {
        // To look takes a while, too.
        let is_last = begin.elapsed() >= PATIENCE;
        match look().await {
            Ok(found) => return found,
            Err(otherwise) => assert!(!is_last, "{PATIENCE:?} after {otherwise}"),
        }
        sleep(LOOK).await;
    }
}
