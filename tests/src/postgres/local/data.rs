//! The data directory of a server.
//!
//! `initdb` takes two seconds, and a copy of what it made a tenth of one. So it is kept, where cargo
//! keeps what it builds, for each version of the server.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, process};

use super::binaries::Binaries;
use super::user::User;
use super::{ROLE, run_as};

/// Makes a fresh one at `data`.
pub fn prepare(binaries: &Binaries, data: &Path, user: Option<&User>) -> io::Result<()> {
    let kept = kept(&binaries.version);
    if let Some(kept) = &kept
        && kept.exists()
    {
        return copy(kept, data, user);
    }
    initdb(binaries, data, user)?;
    if let (Some(kept), Some(unfinished)) = (kept, unfinished(&binaries.version)) {
        // Where it cannot be kept, the next run takes as long as this one.
        let _ = keep(data, &kept, &unfinished);
    }
    Ok(())
}

/// Where the one of this version is kept, in the target folder that this program lies in.
fn kept(version: &str) -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let target = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists())?;
    Some(target.join("test-postgres").join(version.replace(' ', "-")))
}

fn initdb(binaries: &Binaries, data: &Path, user: Option<&User>) -> io::Result<()> {
    let mut command = Command::new(binaries.folder.join("initdb"));
    command.arg("-D").arg(data).args(["-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C"]);
    command.args(["--no-sync", "--no-instructions", "--wal-segsize=1"]).current_dir("/");
    run_as(&mut command, user);
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("initdb: {}", said.trim().replace('\n', " "))))
}

/// Where the copy to keep lies until it is whole.
pub fn unfinished(version: &str) -> Option<PathBuf> {
    kept(version).map(|kept| kept.with_added_extension(process::id().to_string()))
}

/// Other runs may do the same at this moment: the first one to finish is found by all later ones.
fn keep(data: &Path, kept: &Path, unfinished: &Path) -> io::Result<()> {
    let outcome = copy(data, unfinished, None).and_then(|()| fs::rename(unfinished, kept));
    if outcome.is_err() {
        let _ = fs::remove_dir_all(unfinished);
    }
    outcome
}

fn copy(from: &Path, to: &Path, owner: Option<&User>) -> io::Result<()> {
    fs::create_dir_all(to)?;
    // A server does not start where others may look.
    fs::set_permissions(to, Permissions::from_mode(0o700))?;
    own(to, owner)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&from, &to, owner)?;
        } else {
            fs::copy(&from, &to)?;
            own(&to, owner)?;
        }
    }
    Ok(())
}

fn own(path: &Path, owner: Option<&User>) -> io::Result<()> {
    owner.map_or(Ok(()), |owner| chown(path, Some(owner.uid), Some(owner.gid)))
}
