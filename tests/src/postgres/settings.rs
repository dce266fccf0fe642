//! What the environment asks for.

use std::{env, fmt};

/// The image of the container, where `TEST_POSTGRES_IMAGE` names no other.
const IMAGE: &str = "postgres:17-alpine";

/// The variables, as given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    /// `TEST_POSTGRES`: whether tests that need a database may, must or shall not have one.
    pub need: Need,
    /// `TEST_POSTGRES`, too: the one source to try.
    pub only: Option<Source>,
    /// `TEST_DATABASE_URL`: a server that is somebody else's.
    pub url: Option<String>,
    /// `TEST_POSTGRES_IMAGE`.
    pub image: String,
    /// `TEST_POSTGRES_KEEP`: whether server and databases outlive the run.
    pub keep: bool,
}

/// How much a database is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Where there is none, the tests are ignored.
    Welcome,
    /// Where there is none, the tests fail.
    Required,
    /// The tests are ignored, whatever there is.
    Off,
}

/// Where a server comes from that nobody gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// A container.
    Docker,
    /// The binaries on this machine.
    Local,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Docker => "Docker",
            Self::Local => "local binaries",
        })
    }
}

impl Settings {
    /// Reads the environment. A value that means nothing is an error that names its variable.
    pub fn from_env() -> Result<Self, String> {
        #[allow(clippy::disallowed_methods)] // Here the environment of the tests comes in.
        let value_of = |name| env::var(name).ok().filter(|value| !value.is_empty());
        let (need, only) = match value_of("TEST_POSTGRES").as_deref() {
            None => (Need::Welcome, None),
            Some("required") => (Need::Required, None),
            Some("docker") => (Need::Required, Some(Source::Docker)),
            Some("local") => (Need::Required, Some(Source::Local)),
            Some("off") => (Need::Off, None),
            Some(other) => {
                let expected = "expected `required`, `docker`, `local` or `off`";
                return Err(format!("TEST_POSTGRES is `{other}`: {expected}"));
            }
        };
        let keep = match value_of("TEST_POSTGRES_KEEP").as_deref() {
            None | Some("0") => false,
            Some("1") => true,
            Some(other) => {
                return Err(format!("TEST_POSTGRES_KEEP is `{other}`: expected `1`"));
            }
        };
        Ok(Self {
            need,
            only,
            url: value_of("TEST_DATABASE_URL"),
            image: value_of("TEST_POSTGRES_IMAGE").unwrap_or_else(|| IMAGE.to_owned()),
            keep,
        })
    }
}
