//! What the processes of a suite use while it runs, and what it leaves.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::suite::Suite;

/// How often to look.
const LOOK: Duration = Duration::from_millis(20);

/// A kernel counts CPU in hundredths of a second, on every machine that this runs on.
const TICK: Duration = Duration::from_millis(10);

/// A suite that was run, and watched.
pub struct Watch {
    pub wall: Duration,
    pub last: LastSeen,
}

/// What was seen of it. A server is watched for as long as it lives: its children count when they
/// have ended.
#[derive(Default)]
pub struct LastSeen {
    pub server_cpu: Duration,
    /// The most memory of the keeper, in KiB.
    pub keeper: u64,
    /// The most that lay in memory, in KiB.
    pub memory: u64,
}

impl Watch {
    pub fn over(suite: &Suite) -> Self {
        let others: BTreeSet<u32> = servers().collect();
        let begin = Instant::now();
        let mut child = suite.start();
        let mut last = LastSeen::default();
        loop {
            for server in servers().filter(|server| !others.contains(server)) {
                last.server_cpu = last.server_cpu.max(cpu(server).unwrap_or_default());
                if let Some((keeper, folder)) = keeper_of(server) {
                    last.keeper = last.keeper.max(memory(keeper).unwrap_or_default());
                    last.memory = last.memory.max(size(Path::new(&folder)));
                }
            }
            if let Some(status) = child.try_wait().expect("a child can be waited for") {
                assert!(status.success(), "a test has failed");
                return Self { wall: begin.elapsed(), last };
            }
            thread::sleep(LOOK);
        }
    }
}

fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn arguments(process: u32) -> Vec<String> {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect()
}

/// The servers that were started from local binaries by a test run.
fn servers() -> impl Iterator<Item = u32> {
    processes().filter(|process| {
        let arguments = arguments(*process);
        arguments.get(1).is_some_and(|word| word == "-D")
            && arguments.get(2).is_some_and(|data| data.contains("truefake-"))
    })
}

/// Who started this server, and the folder that holds its data.
fn keeper_of(server: u32) -> Option<(u32, String)> {
    let data = arguments(server).into_iter().nth(2)?;
    Some((stat(server)?.parent, data))
}

struct Stat {
    parent: u32,
    cpu: Duration,
}

/// See `proc_pid_stat(5)`: after the name come the state, the parent, and from the 12th on the CPU of
/// the process and of its children that have ended.
fn stat(process: u32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks: u32 = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u32>().ok()).sum();
    Some(Stat { parent: fields.get(1)?.parse().ok()?, cpu: TICK * ticks })
}

fn cpu(process: u32) -> Option<Duration> {
    Some(stat(process)?.cpu)
}

fn memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// In KiB. Of what goes away while it is looked at, nothing is counted.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len() / 1024,
            Err(_) => 0,
        })
        .sum()
}

/// The containers that there are.
pub fn containers() -> BTreeSet<String> {
    let output = Command::new("docker").args(["ps", "--all", "--quiet"]).output();
    let text = output.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
}

/// What is there now and was not before; it is removed.
pub fn told(now: &BTreeSet<String>, before: &BTreeSet<String>) -> String {
    let left: Vec<&String> = now.difference(before).collect();
    for container in &left {
        let remove = ["rm", "--force", "--volumes", container.as_str()];
        let removed = Command::new("docker").args(remove).output();
        removed.expect("docker answered a moment ago");
    }
    match left.len() {
        0 => "nothing".to_owned(),
        1 => "a container, with its volume".to_owned(),
        many => format!("{many} containers, with their volumes"),
    }
}
