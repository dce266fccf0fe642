//! The house has one direction: `domain` <- `storage` <- `app` <- `tests`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};
use libtest_mimic::{Failed, Trial};

/// Each room, and the rooms it may build on. The lab only runs the others.
const ROOMS: [(&str, &[&str]); 5] = [
    ("domain", &[]),
    ("storage", &["domain"]),
    ("app", &["domain", "storage"]),
    ("tests", &["domain", "storage", "app"]),
    ("lab", &[]),
];

/// What the business must not even build with.
const NEVER_UNDER_DOMAIN: [&str; 6] =
    ["sqlx", "rusqlite", "tokio", "axum", "hyper", "libsqlite3-sys"];

/// `architecture::storage_knows_no_http`, and so on.
pub fn trials() -> Vec<Trial> {
    let trial = |name: &str, check: fn() -> Result<(), Failed>| {
        Trial::test(format!("architecture::{name}"), check)
    };
    vec![
        trial("rooms_build_on_those_before_them_only", rooms_build_on_those_before_them_only),
        trial(
            "domain_knows_no_database_no_runtime_no_http",
            domain_knows_no_database_no_runtime_no_http,
        ),
        trial("storage_knows_no_http", storage_knows_no_http),
        trial(
            "only_the_composition_root_names_a_storage",
            only_the_composition_root_names_a_storage,
        ),
    ]
}

/// Where the workspace is.
pub fn house() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests is a room of the house").into()
}

/// What cargo knows, without asking the network.
fn metadata() -> Result<Metadata, Failed> {
    let options = ["--offline", "--locked", "--filter-platform", "host-tuple"];
    let mut command = MetadataCommand::new();
    command.manifest_path(house().join("Cargo.toml")).other_options(options.map(String::from));
    Ok(command.exec()?)
}

/// The packages that `room` itself asks for, its tests aside.
fn declared<'a>(metadata: &'a Metadata, room: &str) -> BTreeSet<&'a str> {
    let packages = metadata.workspace_packages();
    let package = packages.into_iter().find(|package| *package.name == room).expect("a room");
    let normal = package.dependencies.iter().filter(|d| d.kind == DependencyKind::Normal);
    normal.map(|dependency| dependency.name.as_str()).collect()
}

/// All packages that `room` is built with, its tests aside.
fn built_with(metadata: &Metadata, room: &str) -> BTreeSet<String> {
    let graph = &metadata.resolve.as_ref().expect("asked for with its dependencies").nodes;
    let id_of = |name: &str| metadata.packages.iter().find(|p| *p.name == name).map(|p| &p.id);
    let mut met: BTreeSet<&PackageId> = BTreeSet::new();
    let mut ahead: Vec<&PackageId> = id_of(room).into_iter().collect();
    while let Some(id) = ahead.pop() {
        if !met.insert(id) {
            continue;
        }
        let node = graph.iter().find(|node| node.id == *id).expect("a node for each package");
        let normal = node.deps.iter().filter(|dependency| {
            dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal)
        });
        ahead.extend(normal.map(|dependency| &dependency.pkg));
    }
    met.into_iter().map(|id| metadata[id].name.to_string()).collect()
}

fn rooms_build_on_those_before_them_only() -> Result<(), Failed> {
    let metadata = metadata()?;
    let rooms: BTreeSet<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    for (room, allowed) in ROOMS {
        for dependency in declared(&metadata, room).intersection(&rooms) {
            if !allowed.contains(dependency) {
                return Err(format!("{room} must not depend on {dependency}").into());
            }
        }
    }
    Ok(())
}

fn domain_knows_no_database_no_runtime_no_http() -> Result<(), Failed> {
    let metadata = metadata()?;
    let all = built_with(&metadata, "domain");
    let forbidden = NEVER_UNDER_DOMAIN.iter().find(|name| all.contains(**name));
    // Serde alone may come in below, with an id type say; the domain itself derives nothing of it.
    let derived = declared(&metadata, "domain").contains("serde").then_some(&"serde");
    match forbidden.or(derived) {
        Some(name) => {
            Err(format!("domain must not depend on {name}: what needs it is a provider").into())
        }
        None => Ok(()),
    }
}

fn storage_knows_no_http() -> Result<(), Failed> {
    let all = built_with(&metadata()?, "storage");
    match ["axum", "hyper", "tower-http"].iter().find(|name| all.contains(**name)) {
        Some(name) => Err(format!("storage must not depend on {name}: HTTP is in app").into()),
        None => Ok(()),
    }
}

fn only_the_composition_root_names_a_storage() -> Result<(), Failed> {
    let source = house().join("app/src");
    let root = source.join("compose.rs");
    for file in rust_files(&source)? {
        for (number, line) in (1..).zip(fs::read_to_string(&file)?.lines()) {
            if file != root && names_crate(line, "storage") {
                let file = file.display();
                return Err(format!(
                    "{file}:{number} names the crate `storage`: only compose.rs may. Everybody \
                     else takes `Arc<dyn domain::providers::Storage>`.\n{line}"
                )
                .into());
            }
        }
    }
    Ok(())
}

/// Whether this line has a path that begins at the crate, or imports it.
fn names_crate(line: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices(name).any(|(at, _)| {
        let absolute = code[..at].strip_suffix("::").filter(|before| !before.ends_with(is_word));
        let before = absolute.unwrap_or(&code[..at]);
        let after = &code[at + name.len()..];
        let begins = !before.ends_with(|c| is_word(c) || c == '.' || c == ':');
        let imported = before.trim_end().ends_with("use") && !after.starts_with(is_word);
        begins && (after.starts_with("::") || imported)
    })
}

/// All source files in and under the folder.
pub fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}
