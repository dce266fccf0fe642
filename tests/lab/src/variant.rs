//! A variant: the code that ships, with one thing changed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

/// What kind of change it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Nothing that anybody was promised is different.
    Refactor,
    /// A wrong decision.
    Logic,
    /// A wrong call, or a right one at the wrong moment.
    Interaction,
    /// A call too many, of which nothing comes but time.
    Budget,
    /// Wrong SQL.
    Sql,
    /// Wrong only where several are at work.
    Concurrency,
    /// A double that is not as the real thing.
    Lie,
}

/// All kinds, by the names that files give them, in the order of the report.
pub const KINDS: [(&str, Kind); 7] = [
    ("refactor", Kind::Refactor),
    ("logic", Kind::Logic),
    ("interaction", Kind::Interaction),
    ("concurrency", Kind::Concurrency),
    ("sql", Kind::Sql),
    ("lie", Kind::Lie),
    ("budget", Kind::Budget),
];

/// Where code can be changed that some styles run, and others replace. `shipped` is the use case as it
/// ships and no other way to inject what it needs.
pub const LAYERS: [&str; 7] =
    ["service", "shipped", "sqlite", "postgres", "fake", "mock", "script"];

/// One thing that is different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    pub name: String,
    pub kind: Kind,
    pub layers: Vec<String>,
    /// What is different.
    pub title: String,
    /// The promise that is broken; of a refactor, why none is.
    pub contract: String,
    /// For `git apply`.
    pub diff: String,
}

impl Variant {
    /// Reads what `name.diff` holds: a header of `field: value` lines, a blank one, and the diff.
    fn parse(name: &str, text: &str) -> Result<Self> {
        let (header, diff) = text.split_once("\n\n").context("no blank line before the diff")?;
        let mut fields = std::collections::BTreeMap::new();
        for line in header.lines() {
            let (field, value) =
                line.split_once(": ").with_context(|| format!("`{line}` is no `field: value`"))?;
            fields.insert(field, value.trim());
        }
        let mut field = |name| fields.remove(name).with_context(|| format!("no field `{name}`"));
        let (kind, layers, title, contract) =
            (field("kind")?, field("layers")?, field("title")?, field("contract")?);
        if let Some(unknown) = fields.keys().next() {
            bail!("unknown field `{unknown}`");
        }
        let kind = KINDS.iter().find(|(name, _)| *name == kind);
        let kind = kind.with_context(|| format!("`kind` is none of {}", names(&KINDS)))?.1;
        let layers: Vec<_> = layers.split_whitespace().map(str::to_owned).collect();
        for layer in &layers {
            ensure!(LAYERS.contains(&layer.as_str()), "`layers`: {layer} is none of {LAYERS:?}");
        }
        ensure!(diff.starts_with("--- a/"), "the diff begins with no `--- a/`");
        let owned = str::to_owned;
        let (name, title, contract, diff) =
            (owned(name), owned(title), owned(contract), owned(diff));
        Ok(Self { name, kind, layers, title, contract, diff })
    }

    /// The files that it changes.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.diff.lines().filter_map(|line| line.strip_prefix("+++ b/"))
    }
}

fn names(kinds: &[(&str, Kind)]) -> String {
    kinds.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// The variants in a folder: by kind, and within a kind by name.
pub fn all_in(folder: &Path) -> Result<Vec<Variant>> {
    let read = || -> Result<Vec<Variant>> {
        let mut variants = Vec::new();
        for entry in fs::read_dir(folder)? {
            let file = entry?.path();
            if file.extension().is_none_or(|extension| extension != "diff") {
                continue;
            }
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let variant = Variant::parse(&name, &fs::read_to_string(&file)?);
            variants.push(variant.with_context(|| file.display().to_string())?);
        }
        Ok(variants)
    };
    let mut variants = read().with_context(|| format!("reading {}", folder.display()))?;
    let rank = |kind| KINDS.iter().position(|(_, known)| *known == kind);
    variants.sort_by(|a, b| (rank(a.kind), &a.name).cmp(&(rank(b.kind), &b.name)));
    Ok(variants)
}

#[cfg(test)]
impl Variant {
    /// One of this kind in this layer, of which nothing else is known.
    pub fn of(kind: Kind, layer: &str) -> Self {
        let (name, title, contract, diff) = Default::default();
        Self { name, kind, layers: vec![layer.to_owned()], title, contract, diff }
    }
}

#[cfg(test)]
#[path = "variant_tests.rs"]
mod tests;
