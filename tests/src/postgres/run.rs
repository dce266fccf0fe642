//! Which test run a process belongs to.
//!
//! `cargo test` starts one binary after the other, `cargo nextest run` a process for each test: a
//! run is all that the same cargo started. A binary that was started by hand is a run of its own.

use std::os::unix::process::parent_id;
use std::process::{self, Command};
use std::{fs, path::Path};

use rustix::process::{Pid, test_kill_process};

/// The processes that start tests for a run. A shell outlives what it starts and is none of them.
const RUNNERS: [&str; 2] = ["cargo", "cargo-nextest"];

/// The process with which the run of this process ends.
pub(super) fn runner() -> u32 {
    let parent = parent_id();
    match command_name(parent) {
        Some(name) if RUNNERS.contains(&name.as_str()) => parent,
        _ => process::id(),
    }
}

/// Whether the process runs still. One that has ended and was not buried yet does not.
pub(super) fn is_alive(pid: u32) -> bool {
    if Path::new("/proc/self/stat").exists() {
        return matches!(state(pid), Some(state) if state != 'Z' && state != 'X');
    }
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return false };
    test_kill_process(pid) != Err(rustix::io::Errno::SRCH)
}

fn state(pid: u32) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The command stands before it in brackets, and may itself hold some.
    stat.rsplit_once(") ")?.1.chars().next()
}

fn command_name(pid: u32) -> Option<String> {
    if let Ok(name) = fs::read_to_string(format!("/proc/{pid}/comm")) {
        return Some(name.trim_end().to_owned());
    }
    let output = Command::new("ps").args(["-o", "comm=", "-p", &pid.to_string()]).output().ok()?;
    let command = String::from_utf8(output.stdout).ok()?;
    Path::new(command.trim()).file_name()?.to_str().map(str::to_owned)
}
