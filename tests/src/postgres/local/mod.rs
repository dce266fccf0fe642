//! A server from the binaries on this machine: its data in memory, nothing made durable, reached by
//! a Unix socket alone.

mod binaries;
mod data;
mod user;

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{iter, thread};

use sqlx::postgres::PgConnectOptions;
use tempfile::TempDir;
use tokio::sync::Mutex;

use super::guard::{Guard, Remains};
use super::keeper::Server;
use super::ours;
use super::settings::Settings;
use binaries::Binaries;
use user::User;

/// Says why none can be had.
pub(super) fn find() -> Result<(), String> {
    Binaries::find().and(user::ordinary()).map(|_| ())
}

/// Starts one, or says why not.
pub(super) async fn start(settings: &Settings, guard: &Mutex<Guard>) -> Result<Server, String> {
    let binaries = Binaries::find()?;
    let user = user::ordinary()?;
    let (folder, place) = folder(user.as_ref())?;
    let data = folder.join("data");
    if !settings.keep {
        let mut guard = guard.lock().await;
        for path in iter::once(folder.clone()).chain(data::unfinished(&binaries.version)) {
            guard.must_remove(Remains::Folder { path }).map_err(|error| error.to_string())?;
        }
    }
    data::prepare(&binaries, &data, user.as_ref()).map_err(|error| error.to_string())?;
    let mut server = launch(&binaries, &folder, user.as_ref()).map_err(|e| e.to_string())?;
    let options =
        PgConnectOptions::new_without_pgpass().socket(&folder).username(ROLE).database("postgres");
    let version = ours::until_it_answers(&options, || ended(&mut server, &folder)).await?;
    let end = end(server.id(), &folder);
    // One that nobody waits for would seem to be there after its end.
    thread::spawn(move || server.wait());
    if !settings.keep {
        ours::switch_off_with_keeper(&options, &end).await?;
    }
    Ok(Server {
        options,
        copies_files: true,
        prefix: String::new(),
        taken: format!("PostgreSQL {version} from {}, in {place}", binaries.folder.display()),
        end,
        _session: None,
    })
}

/// The role that initdb makes, whatever the user of the system is called.
const ROLE: &str = "postgres";

/// A folder for everything, in memory where there is such a place, and what that place is.
fn folder(user: Option<&User>) -> Result<(PathBuf, String), String> {
    let named = |place: &Path| {
        let folder = tempfile::Builder::new().prefix("truefake-").tempdir_in(place)?;
        if let Some(user) = user {
            std::os::unix::fs::chown(folder.path(), Some(user.uid), Some(user.gid))?;
        }
        Ok::<_, std::io::Error>(TempDir::keep(folder))
    };
    let memory = Path::new("/dev/shm");
    if let Ok(folder) = named(memory) {
        return Ok((folder, "memory".to_owned()));
    }
    let disk = std::env::temp_dir();
    let folder = named(&disk).map_err(|error| format!("{}: {error}", disk.display()))?;
    Ok((folder, format!("{}, as there is no /dev/shm to write to", disk.display())))
}

fn launch(binaries: &Binaries, folder: &Path, user: Option<&User>) -> std::io::Result<Child> {
    let mut command = Command::new(binaries.folder.join("postgres"));
    command.arg("-D").arg(folder.join("data")).arg("-k").arg(folder).args(["-h", ""]);
    // Shared memory that a read-only or small /dev/shm cannot refuse.
    command.args(["-c", "dynamic_shared_memory_type=mmap"]);
    for setting in ours::QUICK {
        command.args(["-c", setting]);
    }
    run_as(&mut command, user);
    command.stdin(Stdio::null()).stdout(Stdio::null()).current_dir("/");
    command.stderr(File::create(folder.join("log"))?).spawn()
}

/// The line of shell that leaves nothing of the server. One that was killed has left the shared
/// memory that `postmaster.pid` names last in its seventh line.
fn end(pid: u32, folder: &Path) -> String {
    let (path, file) = (folder.display(), folder.join("data/postmaster.pid"));
    let file = file.display();
    format!(
        "(kill -QUIT {pid}; while [ -e {file} ] && kill -0 {pid}; do sleep 0.01; done; \
         ipcrm -m $(sed -n '7s/.* //p' {file}); rm -rf {path}) 2>/dev/null"
    )
}

/// The server refuses to run as root.
fn run_as(command: &mut Command, user: Option<&User>) {
    if let Some(user) = user {
        command.uid(user.uid).gid(user.gid);
    }
}

/// The last word of a server that has ended.
fn ended(server: &mut Child, folder: &Path) -> Option<String> {
    let status = server.try_wait().ok()??;
    let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
    let last = log.lines().last().unwrap_or_default();
    Some(format!("the server ended with {status}: {last}"))
}
