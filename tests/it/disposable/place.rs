//! Where a child run takes place: a folder for its temporary files, and a lock that each of its
//! processes holds.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{env, io, process};

use tempfile::TempDir;
use tokio::process::Command;

/// Names and values of environment variables.
pub type Settings<'a> = &'a [(&'a str, &'a str)];

/// A folder that child runs have to themselves.
pub struct Place {
    folder: TempDir,
    /// Where binaries are that do not work.
    broken: String,
}

/// A process that runs.
pub struct Process {
    pub id: i32,
    /// What it was started with.
    pub command: String,
}

impl Place {
    pub fn new() -> Self {
        // The user of a server looks into it.
        let everybody = Permissions::from_mode(0o755);
        let folder = tempfile::Builder::new().permissions(everybody).tempdir().unwrap();
        let broken = folder.path().join("bin").display().to_string();
        let place = Self { folder, broken };
        fs::create_dir(place.temp()).unwrap();
        fs::set_permissions(place.temp(), Permissions::from_mode(0o1777)).unwrap();
        File::create(place.alive()).unwrap();
        // A runner is recognised by its name.
        symlink(env::current_exe().unwrap(), place.runner()).unwrap();
        place
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The file that each process of a run here has locked.
    pub fn alive(&self) -> PathBuf {
        self.path().join("alive")
    }

    /// This binary, called `cargo`.
    pub fn runner(&self) -> PathBuf {
        self.path().join("cargo")
    }

    /// What runs here say of what goes wrong.
    pub fn errors(&self) -> String {
        fs::read_to_string(self.path().join("errors")).unwrap()
    }

    fn temp(&self) -> PathBuf {
        self.path().join("t")
    }

    /// What makes a run here find no server: an engine that is none, and the newest of binaries,
    /// which do not work.
    pub fn without_servers(&self) -> [(&str, &str); 2] {
        // Not written by this process: another trial might start a program at this moment, which
        // would hold the file open, and it could not be run.
        let script = "mkdir \"$0\" && cd \"$0\" &&
            printf '#!/bin/sh\necho \"postgres (PostgreSQL) 99.1\"\n' >postgres &&
            printf '#!/bin/sh\necho the ink has dried >&2; exit 1\n' >initdb &&
            chmod 755 postgres initdb";
        let mut shell = process::Command::new("sh");
        assert!(shell.args(["-c", script, &self.broken]).status().unwrap().success());
        [("DOCKER_HOST", "unix:///dev/null/engine"), ("PATH", &self.broken)]
    }

    /// A program that knows of no database but by these settings.
    pub fn command(&self, program: impl AsRef<Path>, settings: Settings) -> Command {
        let mut command = Command::new(program.as_ref());
        for variable in ["TEST_POSTGRES", "TEST_POSTGRES_KEEP", "TEST_DATABASE_URL"] {
            command.env_remove(variable);
        }
        let errors = File::options().create(true).append(true).open(self.path().join("errors"));
        command.env("TMPDIR", self.temp()).envs(settings.iter().copied());
        command.stdin(Stdio::null()).stderr(errors.unwrap()).kill_on_drop(true);
        command
    }

    /// What there is of the runs here: processes, and temporary files.
    pub fn left(&self) -> Vec<String> {
        let files = fs::read_dir(self.temp()).unwrap().map(|file| {
            let file = file.unwrap().path();
            let log = fs::read_to_string(file.join("log")).unwrap_or_default();
            format!("{} {log}", file.display())
        });
        let is_free = File::open(self.alive()).unwrap().try_lock().is_ok();
        let processes = if is_free { vec![] } else { self.processes() };
        let told = processes.iter().map(|Process { id, command }| format!("{id} {command}"));
        let unknown = (!is_free && processes.is_empty()).then(|| "a process".to_owned());
        files.chain(told).chain(unknown).collect()
    }

    /// The processes of the runs here.
    pub fn processes(&self) -> Vec<Process> {
        let told = |id: i32| Some(Process { id, command: command(id)? });
        holders(&self.alive()).into_iter().filter_map(told).collect()
    }
}

/// The processes that have the file open.
fn holders(file: &Path) -> Vec<i32> {
    let file = file.canonicalize().unwrap();
    let Ok(processes) = fs::read_dir("/proc/self/fd").and(fs::read_dir("/proc")) else {
        let output = process::Command::new("lsof").arg("-t").arg(&file).output().unwrap();
        let ids = String::from_utf8(output.stdout).unwrap();
        return ids.lines().map(|id| id.parse().unwrap()).collect();
    };
    let has_it_open = |id: &i32| {
        let files = fs::read_dir(format!("/proc/{id}/fd")).into_iter().flatten().flatten();
        files.into_iter().any(|open| fs::read_link(open.path()).is_ok_and(|open| open == file))
    };
    let ids = processes.filter_map(|process| process.ok()?.file_name().to_str()?.parse().ok());
    ids.filter(has_it_open).collect()
}

/// What a process was started with, unless it has ended.
fn command(id: i32) -> Option<String> {
    let words = fs::read_to_string(format!("/proc/{id}/cmdline")).or_else(|_| {
        let id = id.to_string();
        let output = process::Command::new("ps").args(["-o", "args=", "-p", &id]).output()?;
        String::from_utf8(output.stdout).map_err(io::Error::other)
    });
    let command = words.ok()?.replace('\0', " ").trim().to_owned();
    (!command.is_empty()).then_some(command)
}
