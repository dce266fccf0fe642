//! The process that outlives the keeper and clears up after it.
//!
//! The keeper never clears up: it tells the guard what must not stay, through a pipe, and ends. The
//! guard reads the end of the pipe however the keeper ended, by itself or by `kill -9`, so there is
//! one way to clear up, and every run takes it.

use std::ffi::OsString;
use std::io::{self, BufRead, Write, stdin};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::{env, fs, process, thread, time::Duration};

use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};

use super::docker;
use super::given;
use super::rendezvous::Rendezvous;
use super::run::is_alive;
use super::wire;

/// What makes this program the guard.
pub(super) const PART: &str = "--as-the-guard-of-the-test-database";

/// How often to look whether a process has ended.
const LOOK: Duration = Duration::from_millis(5);

/// What must not stay, in the order in which it is removed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Remains {
    /// The databases on a server of somebody else whose names begin so.
    Databases { url: String, prefix: String },
    /// A folder and all that is in it, and the server whose data are in its `data`.
    Folder { path: PathBuf },
    /// The container of this name, and its volumes.
    Container { name: String },
    /// Where the processes of the run met.
    Rendezvous { folder: PathBuf },
}

/// The keeper's side of the pipe.
pub(super) struct Guard {
    process: Child,
    remains: Vec<Remains>,
}

impl Guard {
    pub fn start() -> io::Result<Self> {
        Ok(Self { process: spawn()?, remains: Vec::new() })
    }

    /// From now on this is removed, however this process ends.
    pub fn must_remove(&mut self, remains: Remains) -> io::Result<()> {
        self.tell(&remains)?;
        self.remains.push(remains);
        Ok(())
    }

    /// Puts another guard in its place, where somebody has ended it.
    pub fn look_after(&mut self) -> io::Result<()> {
        if self.process.try_wait()?.is_none() {
            return Ok(());
        }
        self.process = spawn()?;
        self.remains.clone().iter().try_for_each(|remains| self.tell(remains))
    }

    fn tell(&mut self, remains: &Remains) -> io::Result<()> {
        let pipe = self.process.stdin.as_mut().expect("it was given a pipe");
        pipe.write_all(wire::line(remains).as_bytes())
    }
}

fn spawn() -> io::Result<Child> {
    let mut guard = Command::new(env::current_exe()?);
    // Whatever it has to say goes where the keeper's errors go. A signal to the keeper and its group
    // is not for the guard.
    guard.arg(PART).arg(process::id().to_string()).stdin(Stdio::piped()).process_group(0).spawn()
}

/// The guard itself.
pub(super) fn play(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let keeper = arguments.next().and_then(|pid| pid.to_str()?.parse().ok());
    let Some(keeper) = keeper else { return ExitCode::from(2) };
    let mut remains: Vec<Remains> = Vec::new();
    for line in stdin().lock().lines() {
        match line.and_then(|line| wire::parse(&line)) {
            Ok(another) => remains.push(another),
            Err(error) => eprintln!("the guard was told nonsense: {error}"),
        }
    }
    // Its socket may be open for a moment longer than the pipe.
    while is_alive(keeper) {
        thread::sleep(LOOK);
    }
    let mut outcome = ExitCode::SUCCESS;
    remains.sort_by_key(order);
    for what in &remains {
        if let Err(error) = remove(what) {
            eprintln!("cannot remove {}: {error}", name(what));
            outcome = ExitCode::FAILURE;
        }
    }
    outcome
}

fn order(remains: &Remains) -> u8 {
    match remains {
        Remains::Databases { .. } => 0,
        Remains::Folder { .. } => 1,
        Remains::Container { .. } => 2,
        Remains::Rendezvous { .. } => 3,
    }
}

/// Not with the URL of a server, which may hold a password.
fn name(remains: &Remains) -> String {
    match remains {
        Remains::Databases { prefix, .. } => format!("the databases {prefix}*"),
        Remains::Container { name } => name.clone(),
        Remains::Folder { path } | Remains::Rendezvous { folder: path } => {
            path.display().to_string()
        }
    }
}

fn remove(remains: &Remains) -> Result<(), Box<dyn std::error::Error>> {
    match remains {
        Remains::Databases { url, prefix } => {
            block_on(given::drop_databases(url.parse()?, prefix))??;
        }
        Remains::Folder { path } => remove_folder(path)?,
        Remains::Container { name } => block_on(docker::remove(name))??,
        Remains::Rendezvous { folder } => Rendezvous::at(folder.clone()).clear()?,
    }
    Ok(())
}

pub(super) fn block_on<T>(future: impl Future<Output = T>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(future))
}

fn remove_folder(path: &Path) -> io::Result<()> {
    loop {
        stop(&path.join("data"))?;
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            // A server that was just starting has written to it.
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
            outcome => return outcome,
        }
    }
}

/// Stops the server at once: nobody will read these data again.
fn stop(data: &Path) -> io::Result<()> {
    let file = data.join("postmaster.pid");
    let Ok(text) = fs::read_to_string(&file) else { return Ok(()) };
    let pid = text.lines().next().and_then(|line| line.trim().parse::<u32>().ok());
    let Some(pid) = pid else { return Ok(()) };
    if is_alive(pid) {
        let process = i32::try_from(pid).ok().and_then(Pid::from_raw);
        kill_process(process.ok_or(io::ErrorKind::NotFound)?, Signal::QUIT)?;
        while is_alive(pid) {
            thread::sleep(LOOK);
        }
    }
    // One that was killed has left its file, and a bit of shared memory whose number ends the
    // seventh line. Where that cannot be removed, the rest can.
    if let Some(id) = text.lines().nth(6).and_then(|line| line.split_whitespace().last())
        && file.exists()
    {
        let _ = Command::new("ipcrm").args(["-m", id]).status();
    }
    Ok(())
}
