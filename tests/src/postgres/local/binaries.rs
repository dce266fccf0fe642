//! Where the binaries of a server are.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The oldest whose clones, drops and settings are those used here; the oldest maintained one, too.
const OLDEST: u32 = 14;

/// Where systems and their package managers put them. A star is any version.
const PLACES: [&str; 7] = [
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
    "/opt/local/lib/postgresql*/bin",
];

/// `postgres`, `initdb` and what goes with them.
pub struct Binaries {
    pub folder: PathBuf,
    /// As it says of itself: `PostgreSQL 15.18`.
    pub version: String,
}

impl Binaries {
    /// The newest on this machine.
    pub fn find() -> Result<Self, String> {
        let path = env::var_os("PATH").unwrap_or_default();
        // Of equals the last is taken: the real place before one with links to it.
        let places = PLACES.iter().flat_map(|place| matching(place));
        let folders = env::split_paths(&path).chain(places);
        let servers = folders.filter(|folder| folder.join("initdb").is_file());
        let newest = servers.filter_map(Self::in_folder).max_by_key(|(version, _)| *version);
        match newest {
            Some((version, binaries)) if version.0 >= OLDEST => Ok(binaries),
            Some((_, Self { version, .. })) => {
                Err(format!("the newest is {version}, and {OLDEST} is the oldest that will do"))
            }
            None => Err("there is no postgres in PATH or where packages put it".to_owned()),
        }
    }

    fn in_folder(folder: PathBuf) -> Option<((u32, u32), Self)> {
        let output = Command::new(folder.join("postgres")).arg("--version").output().ok()?;
        // postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)
        let text = String::from_utf8(output.stdout).ok()?;
        let number = text.split_whitespace().nth(2)?;
        let mut parts = number.split('.').map_while(|part| part.parse().ok());
        let version = (parts.next()?, parts.next().unwrap_or(0));
        Some((version, Self { folder, version: format!("PostgreSQL {number}") }))
    }
}

/// The folders that a place with at most one star names.
fn matching(place: &str) -> Vec<PathBuf> {
    let Some((before, after)) = place.split_once('*') else { return vec![place.into()] };
    let (parent, begin) = before.rsplit_once('/').unwrap_or(("", before));
    let Ok(entries) = fs::read_dir(parent) else { return vec![] };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names = names.filter(|name| name.starts_with(begin));
    names.map(|name| Path::new(parent).join(name).join(after.trim_start_matches('/'))).collect()
}
