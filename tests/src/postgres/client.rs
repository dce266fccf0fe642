//! The side of the tests: finds the keeper of the run, or starts it.

use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use serde::de::DeserializeOwned;

use super::keeper;
use super::rendezvous::Rendezvous;
use super::run;
use super::settings::Settings;
use super::wire::{self, Request};

/// How long a server may take to start, with an image that must be pulled first.
const PATIENCE: Duration = Duration::from_mins(5);

/// How often to look whether a keeper that was just started listens.
const LOOK: Duration = Duration::from_millis(2);

/// What the keeper answered; what was asked for is held until this is dropped.
pub(super) struct Held<T> {
    pub answer: T,
    /// Whether this process started the keeper.
    pub is_first: bool,
    _connection: UnixStream,
}

/// Asks the keeper of this run.
pub(super) fn ask<T: DeserializeOwned>(
    settings: &Settings,
    request: &Request,
) -> io::Result<Held<T>> {
    let (mut connection, is_first) = connect(settings)?;
    connection.write_all(wire::line(request).as_bytes())?;
    let mut line = String::new();
    BufReader::new(&connection).read_line(&mut line)?;
    Ok(Held { answer: wire::parse(&line)?, is_first, _connection: connection })
}

fn connect(settings: &Settings) -> io::Result<(UnixStream, bool)> {
    let runner = run::runner();
    let rendezvous = Rendezvous::of(runner, settings);
    if let Ok(connection) = rendezvous.connect(PATIENCE) {
        return Ok((connection, false));
    }
    let _lock = rendezvous.lock()?;
    if let Ok(connection) = rendezvous.connect(PATIENCE) {
        return Ok((connection, false));
    }
    Ok((start(settings, &rendezvous, runner)?, true))
}

/// Starts a keeper, which is this program in another part.
fn start(settings: &Settings, rendezvous: &Rendezvous, runner: u32) -> io::Result<UnixStream> {
    let log = fs::File::create(rendezvous.log())?;
    let mut command = Command::new(env::current_exe()?);
    if settings.url.is_none() {
        // What somebody has set for another server, such as PGSSLMODE, is not for this one.
        let of_another = env::vars_os().map(|(name, _)| name);
        of_another.filter(|name| name.as_encoded_bytes().starts_with(b"PG")).for_each(|name| {
            command.env_remove(name);
        });
    }
    let mut keeper = command
        .arg(keeper::PART)
        .arg(rendezvous.folder())
        .arg(runner.to_string())
        // Whoever reads what the tests say would wait for the keeper, too.
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        // A signal to all tests, such as Ctrl-C, is not for the keeper: it ends after them.
        .process_group(0)
        .spawn()?;
    loop {
        if let Ok(connection) = rendezvous.connect(PATIENCE) {
            return Ok(connection);
        }
        if let Some(status) = keeper.try_wait()? {
            let said = fs::read_to_string(rendezvous.log()).unwrap_or_default();
            return Err(io::Error::other(format!(
                "the keeper of the test database ended with {status}: does the main of this test \
                 binary begin with tests::postgres::play_a_part()?\n{said}"
            )));
        }
        thread::sleep(LOOK);
    }
}
