//! A copy of the house, in which a variant is built.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::variant::Variant;

/// Where the workspace is.
pub fn house() -> PathBuf {
    let lab = Path::new(env!("CARGO_MANIFEST_DIR"));
    lab.ancestors().nth(2).expect("the lab is in tests").into()
}

/// A copy of what is there, changes that are not committed included.
pub struct Tree {
    root: PathBuf,
}

impl Tree {
    /// Brings the copy up to date. What is the same already is not touched, so that it need not be
    /// built again.
    pub fn copied() -> Result<Self> {
        let (house, root) = (house(), house().join("target/lab/tree"));
        let files = files(&house)?;
        for file in &files {
            let text = fs::read(house.join(file)).with_context(|| file.clone())?;
            write_if_other(&root.join(file), &text)?;
        }
        remove_others(&root, &root, &files)?;
        Ok(Self { root })
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Applies the variant.
    pub fn apply(&self, variant: &Variant) -> Result<()> {
        let applied = Command::new("git")
            .args(["apply", "-"])
            .current_dir(&self.root)
            // The copy lies within a repository, and is none.
            .env("GIT_CEILING_DIRECTORIES", self.root.parent().unwrap_or(&self.root))
            .stdin(held(&variant.diff)?)
            .output()
            .context("running git")?;
        let reason = String::from_utf8_lossy(&applied.stderr);
        ensure!(applied.status.success(), "it does not apply: {}", reason.trim());
        Ok(())
    }

    /// Undoes the variant.
    pub fn undo(&self, variant: &Variant) -> Result<()> {
        for file in variant.files() {
            write_if_other(&self.root.join(file), &fs::read(house().join(file))?)?;
        }
        Ok(())
    }
}

/// Something to read from, for a process.
pub fn held(text: &str) -> Result<Stdio> {
    let mut file = tempfile::tempfile()?;
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    Ok(File::into(file))
}

/// What git tracks, and what it would.
fn files(house: &Path) -> Result<BTreeSet<String>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(house)
        .output()
        .context("running git")?;
    ensure!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr).trim());
    let listed = String::from_utf8(listed.stdout)?;
    let files = listed.split_terminator('\0').filter(|file| house.join(file).is_file());
    Ok(files.map(str::to_owned).collect())
}

fn write_if_other(path: &Path, text: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|known| known == text) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
    fs::write(path, text).with_context(|| path.display().to_string())
}

fn remove_others(root: &Path, folder: &Path, files: &BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.strip_prefix(root)?.to_string_lossy().into_owned();
        if path.is_dir() {
            remove_others(root, &path, files)?;
        } else if !files.contains(&name) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}
