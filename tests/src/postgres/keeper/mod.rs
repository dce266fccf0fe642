//! The process that keeps the server of a run, and lends its databases.
//!
//! It lives for as long as the run does, or somebody holds something. A lease is an open connection:
//! when it ends, however it ends, the database is dropped.

mod databases;
mod seats;
mod server;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{Mutex, OnceCell};
use tokio::time::{MissedTickBehavior, interval};

use super::guard::{Guard, Remains};
use super::rendezvous::Rendezvous;
use super::run::is_alive;
use super::settings::Settings;
use super::wire::{self, Availability, Kind, Request};
use databases::{Databases, Leased};
pub(super) use server::{Server, url_for_all};

/// What makes this program the keeper.
pub(super) const PART: &str = "--as-the-keeper-of-the-test-database";

/// How often to look whether the run has ended.
const LOOK: Duration = Duration::from_millis(100);

/// The keeper itself.
pub(super) fn play(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let folder = arguments.next().map(PathBuf::from);
    let runner = arguments.next().and_then(|pid| pid.to_str()?.parse().ok());
    let (Some(folder), Some(runner)) = (folder, runner) else { return ExitCode::from(2) };
    match keep(&Rendezvous::at(folder), runner) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn keep(rendezvous: &Rendezvous, runner: u32) -> io::Result<()> {
    let settings = Settings::from_env().map_err(io::Error::other)?;
    let mut guard = Guard::start()?;
    guard.must_remove(Remains::Rendezvous { folder: rendezvous.folder().to_owned() })?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let _ = fs::remove_file(rendezvous.socket());
        let listener = UnixListener::bind(rendezvous.socket())?;
        Rendezvous::sweep();
        serve(listener, Keeper::new(settings, guard), runner).await
    });
    // What is still being dropped is dropped with the server.
    runtime.shutdown_background();
    outcome
}

async fn serve(listener: UnixListener, keeper: Arc<Keeper>, runner: u32) -> io::Result<()> {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let (connection, _) = accepted?;
                tokio::spawn(converse(keeper.clone(), connection));
            }
            _ = looks.tick() => {
                keeper.guard.lock().await.look_after()?;
                // This function and each conversation hold the keeper.
                let is_idle = Arc::strong_count(&keeper) == 1;
                if is_idle && !is_alive(runner) {
                    return Ok(());
                }
            }
        }
    }
}

/// What the conversations share.
struct Keeper {
    settings: Settings,
    guard: Mutex<Guard>,
    databases: OnceCell<Result<&'static Databases, Availability>>,
}

impl Keeper {
    fn new(settings: Settings, guard: Guard) -> Arc<Self> {
        let guard = Mutex::new(guard);
        Arc::new(Self { settings, guard, databases: OnceCell::new() })
    }

    /// The databases on the server, which the first who asks starts.
    async fn databases(&self) -> Result<&'static Databases, Availability> {
        let start = || async {
            let server = server::take(&self.settings, &self.guard).await?;
            Databases::on(server, self.settings.keep).await
        };
        self.databases.get_or_init(start).await.clone()
    }

    async fn availability(&self) -> Availability {
        match self.databases().await {
            Ok(databases) => Availability::Ready { taken: databases.server().taken.clone() },
            Err(outcome) => outcome,
        }
    }

    async fn lease(&self, kind: Kind) -> Result<Leased, String> {
        match self.databases().await {
            Ok(databases) => databases.lease(kind).await,
            Err(_) => Err("there is no server".to_owned()),
        }
    }
}

async fn converse(keeper: Arc<Keeper>, connection: UnixStream) {
    let mut connection = BufReader::new(connection);
    let mut line = String::new();
    let read = connection.read_line(&mut line).await;
    let request = match read.and_then(|_| wire::parse(&line)) {
        Ok(request) => request,
        Err(error) => return eprintln!("a test asked nonsense: {error}"),
    };
    match request {
        Request::Server => {
            hold(&mut connection, &wire::line(&keeper.availability().await)).await;
        }
        Request::Database(kind) => {
            let leased = keeper.lease(kind).await;
            let lease = leased.as_ref().map(Leased::lease);
            hold(&mut connection, &wire::line(&lease)).await;
        }
    }
}

/// Answers, and waits until the other side is gone.
async fn hold(connection: &mut BufReader<UnixStream>, answer: &str) {
    if connection.write_all(answer.as_bytes()).await.is_ok() {
        // Nothing more is said; an error is as good an end as any.
        let _ = connection.read(&mut [0]).await;
    }
}
