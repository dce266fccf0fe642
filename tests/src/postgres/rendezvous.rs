//! Where the processes of a run and its keeper find each other.

use std::fs::{self, DirBuilder, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::{env, time::Duration};

use rustix::process::geteuid;

use super::run::is_alive;
use super::settings::Settings;

/// How the names of these folders begin; a runner's number comes next.
const PREFIX: &str = "truefake-";

/// A folder with a socket and a lock in it.
#[derive(Debug, Clone)]
pub(super) struct Rendezvous {
    folder: PathBuf,
}

/// The right to start a keeper, or to clear up after one.
pub(super) struct Lock {
    _file: File,
}

impl Rendezvous {
    /// The one of the run that ends with `runner`. Processes of one run that ask for different
    /// servers do not meet.
    pub fn of(runner: u32, settings: &Settings) -> Self {
        let mut hasher = DefaultHasher::new();
        (&settings.url, settings.only, &settings.image, settings.keep).hash(&mut hasher);
        let name = format!("{PREFIX}{runner}-{:08x}", hasher.finish() & 0xffff_ffff);
        Self { folder: env::temp_dir().join(name) }
    }

    /// The one in this folder.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.join("socket")
    }

    /// Where the keeper writes what goes wrong.
    pub fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// A connection to the keeper, where there is one.
    pub fn connect(&self, patience: Duration) -> io::Result<UnixStream> {
        let stream = UnixStream::connect(self.socket())?;
        stream.set_read_timeout(Some(patience))?;
        Ok(stream)
    }

    /// Waits until nobody else starts a keeper or clears up, and makes the folder.
    pub fn lock(&self) -> io::Result<Lock> {
        loop {
            DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
            if fs::metadata(&self.folder)?.uid() != geteuid().as_raw() {
                let whose = format!("{} belongs to somebody else", self.folder.display());
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, whose));
            }
            let path = self.folder.join("lock");
            let file = match File::create(&path) {
                // Somebody cleared up in between.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                file => file?,
            };
            file.lock()?;
            if is_same(&file, &path) {
                return Ok(Lock { _file: file });
            }
        }
    }

    /// Removes the folders of runs that are no more: of those whose keeper and guard were both
    /// killed.
    pub fn sweep() {
        let Ok(entries) = fs::read_dir(env::temp_dir()) else { return };
        for folder in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let runner = folder.file_name().and_then(|name| name.to_str()).and_then(runner_in);
            if runner.is_some_and(|runner| !is_alive(runner)) {
                // One of another user is not ours to remove.
                let _ = Self { folder }.clear();
            }
        }
    }

    /// Removes the folder, unless another keeper has moved in.
    pub fn clear(&self) -> io::Result<()> {
        let _lock = self.lock()?;
        if UnixStream::connect(self.socket()).is_ok() {
            return Ok(());
        }
        fs::remove_dir_all(&self.folder)
    }
}

/// `truefake-4711-0f1e2d3c` is a folder of the run that ends with 4711.
fn runner_in(name: &str) -> Option<u32> {
    let (runner, _) = name.strip_prefix(PREFIX)?.split_once('-')?;
    runner.parse().ok()
}

/// Whether the file that was locked is still the one that others find.
fn is_same(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        (Ok(held), Ok(found)) => (held.dev(), held.ino()) == (found.dev(), found.ino()),
        _ => false,
    }
}
