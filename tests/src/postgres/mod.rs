//! Disposable Postgres: a test gets a database of its own, migrated and empty, and nothing of it
//! stays. `docs/test-database.md` shows how.
//!
//! The first process of a test run starts a *keeper*, which starts a server and lends databases on
//! it to all processes of the run. A *guard* outlives the keeper and clears up. Both are this
//! program in another part.

mod client;
mod docker;
mod given;
mod guard;
mod keeper;
mod local;
mod ours;
mod rendezvous;
mod run;
mod settings;
mod wire;

use std::env;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::thread;

use client::Held;
pub use settings::Source;
use settings::{Need, Settings};
use wire::{Availability, Kind, Lease, Request};

/// Plays the keeper or its guard, if that is what this process was started for. The main of a test
/// binary begins with this.
pub fn play_a_part() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    let part = arguments.next()?;
    match part.to_str()? {
        keeper::PART => Some(keeper::play(arguments)),
        guard::PART => Some(guard::play(arguments)),
        _ => None,
    }
}

/// Whether tests that need Postgres can run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Presence {
    /// There is a server for them.
    Here,
    /// There is none, and nobody said that there must be: they are ignored.
    Ignored(String),
    /// There is none, although there must be: they fail.
    Failing(String),
}

/// Looks whether there is a server, and starts one where there is none. What is found is told on
/// standard error, once a run.
pub fn presence() -> &'static Presence {
    static PRESENCE: OnceLock<Presence> = OnceLock::new();
    PRESENCE.get_or_init(|| look().unwrap_or_else(Presence::Failing))
}

fn look() -> Result<Presence, String> {
    let settings = Settings::from_env()?;
    if settings.need == Need::Off {
        return Ok(Presence::Ignored("TEST_POSTGRES is off".to_owned()));
    }
    let held: Held<Availability> =
        client::ask(&settings, &Request::Server).map_err(|error| error.to_string())?;
    let presence = match &held.answer {
        Availability::Ready { taken } => {
            if held.is_first {
                eprintln!("Postgres tests: {taken}");
            }
            Presence::Here
        }
        Availability::Refused { reason } => Presence::Failing(reason.clone()),
        Availability::Missing { reasons } if settings.need == Need::Required => {
            Presence::Failing(format!("no Postgres, which TEST_POSTGRES requires: {reasons}"))
        }
        Availability::Missing { reasons } => {
            if held.is_first {
                eprintln!("Postgres tests are ignored: {reasons}.\n{REMEDIES}");
            }
            Presence::Ignored(reasons.clone())
        }
    };
    // The keeper stays for as long as this process does.
    std::mem::forget(held);
    Ok(presence)
}

/// Whether a run could have a server from this source, for trials that start runs of their own. Why
/// not is told on standard error, once a process.
pub fn presence_of(source: Source) -> &'static Presence {
    static DOCKER: OnceLock<Presence> = OnceLock::new();
    static LOCAL: OnceLock<Presence> = OnceLock::new();
    let presence = match source {
        Source::Docker => &DOCKER,
        Source::Local => &LOCAL,
    };
    presence.get_or_init(|| look_for(source).unwrap_or_else(Presence::Failing))
}

fn look_for(source: Source) -> Result<Presence, String> {
    let settings = Settings::from_env()?;
    if settings.need == Need::Off {
        return Ok(Presence::Ignored("TEST_POSTGRES is off".to_owned()));
    }
    let found = match source {
        _ if settings.only.is_some_and(|only| only != source) => {
            Err("TEST_POSTGRES names another source".to_owned())
        }
        Source::Docker => {
            guard::block_on(docker::find(&settings.image)).map_err(|error| error.to_string())?
        }
        Source::Local => local::find(),
    };
    Ok(match found {
        Ok(()) => Presence::Here,
        Err(reason) if settings.only == Some(source) => Presence::Failing(reason),
        Err(reason) => {
            eprintln!("Trials of {source} are ignored: {reason}.");
            Presence::Ignored(reason)
        }
    })
}

const REMEDIES: &str = "To run them, do one of these:
  - start Docker;
  - install PostgreSQL 14 or newer (Debian: apt-get install postgresql, macOS: brew install postgresql);
  - set TEST_DATABASE_URL to a server whose role may create databases.
TEST_POSTGRES=required makes this a failure, TEST_POSTGRES=off is content with it.";

/// A database that nobody else has. Dropped, it is gone. When the test fails, it says how to look
/// into it.
pub struct Database {
    lease: Lease,
    /// What holds it.
    _held: Held<Result<Lease, String>>,
}

impl Database {
    /// One with the whole schema and no rows.
    ///
    /// # Panics
    /// Where [`presence`] is not [`Presence::Here`], or the server is gone.
    pub async fn migrated() -> Self {
        Self::lease(Kind::Migrated).await
    }

    /// One with nothing in it.
    ///
    /// # Panics
    /// As [`Database::migrated`].
    pub async fn bare() -> Self {
        Self::lease(Kind::Bare).await
    }

    async fn lease(kind: Kind) -> Self {
        let held = tokio::task::spawn_blocking(move || {
            let settings = Settings::from_env()?;
            client::ask(&settings, &Request::Database(kind)).map_err(|error| error.to_string())
        });
        let held: Held<Result<Lease, String>> = held
            .await
            .expect("asking does not panic")
            .unwrap_or_else(|error| panic!("no test database: {error}"));
        let lease = held.answer.clone().unwrap_or_else(|error| panic!("no test database: {error}"));
        Self { lease, _held: held }
    }

    /// Where it is.
    pub fn url(&self) -> &str {
        &self.lease.url
    }

    /// How to look into it, for who reads that a test has failed.
    pub fn traces(&self) -> String {
        let Lease { name, url, kept } = &self.lease;
        match kept {
            Some(end) => format!("its database is kept.\n  look: psql '{url}'\n  end:  {end}"),
            None => format!("its database was {name}: TEST_POSTGRES_KEEP=1 keeps it to look into"),
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}", self.traces());
        }
    }
}
