//! The databases of a run: a template that is migrated once, clones of it made ahead of need, and
//! none of them left.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, Executor};
use tokio::sync::{Mutex, mpsc};
use tokio::time::sleep;

use super::seats::{Seat, Seats};
use super::server::Server;
use crate::postgres::ours::reason;
use crate::postgres::wire::{Availability, Kind, Lease};

/// Sorts as people do, where the server can: what relies on the order of bytes must say so in SQL,
/// or it fails here and not in production.
const AS_PEOPLE_SORT: &str = "LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";

/// How long a server may take to let go of those who left.
const LOOK: Duration = Duration::from_millis(2);

/// A database that somebody has. Dropped, it is dropped at the server, too.
pub struct Leased {
    databases: &'static Databases,
    seat: Seat,
    name: Option<String>,
}

impl Leased {
    /// What the test is told.
    pub fn lease(&self) -> Lease {
        let (server, keep) = (self.databases.server, self.databases.keep);
        let name = self.name.clone().unwrap_or_default();
        Lease { url: server.url(&name), kept: keep.then(|| server.end.clone()), name }
    }
}

impl Drop for Leased {
    fn drop(&mut self) {
        let (databases, seat) = (self.databases, self.seat);
        tokio::spawn(async move {
            if let Err(error) = databases.seats.leave(seat).await {
                eprintln!("cannot leave seat {seat}: {error}");
            }
        });
        if let Some(name) = self.name.take()
            && !databases.keep
        {
            // The other end lives as long as the keeper.
            let _ = databases.doomed.send(name);
        }
    }
}

/// The databases on a server.
pub struct Databases {
    server: &'static Server,
    pool: PgPool,
    seats: Seats,
    numbers: AtomicUsize,
    /// Empty databases that nobody has yet.
    clones: Mutex<mpsc::Receiver<Result<String, String>>>,
    /// To those that nobody needs any more.
    doomed: mpsc::UnboundedSender<String>,
    dooms: Mutex<mpsc::UnboundedReceiver<String>>,
    /// Whether databases are left for somebody to look into.
    keep: bool,
}

impl Databases {
    /// Makes the template, and begins to clone it.
    pub async fn on(server: Server, keep: bool) -> Result<&'static Self, Availability> {
        let refused = |reason: String| Availability::Refused { reason };
        // The keeper has one server, and keeps it to its end.
        let server: &'static Server = Box::leak(Box::new(server));
        let workers = thread::available_parallelism().map_or(2, |n| n.get().clamp(2, 8));
        let pool = PgPoolOptions::new()
            .max_connections(8 + 1)
            .test_before_acquire(false)
            .connect_with(server.options.clone())
            .await
            .map_err(|error| refused(reason(&error)))?;
        let seats = Seats::at(&server.options).await.map_err(|error| refused(reason(&error)))?;
        let (made, clones) = mpsc::channel(workers);
        let (doomed, dooms) = mpsc::unbounded_channel();
        let databases: &'static Self = Box::leak(Box::new(Self {
            server,
            pool,
            seats,
            numbers: AtomicUsize::new(0),
            clones: Mutex::new(clones),
            doomed,
            dooms: Mutex::new(dooms),
            keep,
        }));
        databases.make_template().await.map_err(refused)?;
        for _ in 0..workers {
            tokio::spawn(databases.work(made.clone()));
        }
        Ok(databases)
    }

    pub fn server(&self) -> &Server {
        self.server
    }

    /// A database for a test, as soon as there is a seat for it.
    pub async fn lease(&'static self, kind: Kind) -> Result<Leased, String> {
        let seat = self.seats.take().await.map_err(|error| reason(&error))?;
        // Made first, so that the seat is left where no database can be made.
        let mut leased = Leased { databases: self, seat, name: None };
        let name = match kind {
            Kind::Migrated => self.next_clone().await?,
            Kind::Bare => self.make_bare().await.map_err(|error| reason(&error))?,
        };
        leased.name = Some(name);
        Ok(leased)
    }

    fn template(&self) -> String {
        format!("{}template", self.server.prefix)
    }

    fn new_name(&self) -> String {
        format!("{}{}", self.server.prefix, self.numbers.fetch_add(1, Ordering::Relaxed) + 1)
    }

    async fn make_template(&self) -> Result<(), String> {
        let template = self.template();
        self.create_empty(&template).await.map_err(|error| reason(&error))?;
        let storage = storage::open(&self.server.url(&template)).await;
        drop(storage.map_err(|error| format!("the schema cannot be made: {error}"))?);
        self.close(&template).await.map_err(|error| reason(&error))
    }

    /// Nobody connects to the template from now on: one who did would stop every clone.
    async fn close(&self, template: &str) -> sqlx::Result<()> {
        let close = format!("ALTER DATABASE \"{template}\" ALLOW_CONNECTIONS false");
        self.execute(close).await?;
        let leave =
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = $1";
        while sqlx::query_scalar::<_, i64>(leave).bind(template).fetch_one(&self.pool).await? > 0 {
            sleep(LOOK).await;
        }
        Ok(())
    }

    async fn make_bare(&self) -> sqlx::Result<String> {
        let name = self.new_name();
        self.create_empty(&name).await?;
        Ok(name)
    }

    async fn create_empty(&self, name: &str) -> sqlx::Result<()> {
        let create = format!("CREATE DATABASE \"{name}\" TEMPLATE template0");
        match self.execute(format!("{create} {AS_PEOPLE_SORT}")).await {
            Err(sqlx::Error::Database(_)) => self.execute(create).await,
            outcome => outcome,
        }
    }

    async fn next_clone(&self) -> Result<String, String> {
        let next = self.clones.lock().await.recv().await;
        next.unwrap_or_else(|| Err("nobody makes databases any more".to_owned()))
    }

    /// Drops what nobody needs any more; where there is nothing, makes what somebody will. In this
    /// order, however quick the tests are, no more databases are there at once than are in use.
    async fn work(&'static self, made: mpsc::Sender<Result<String, String>>) {
        loop {
            tokio::select! {
                biased;
                doomed = async { self.dooms.lock().await.recv().await } => match doomed {
                    Some(name) => self.drop_database(&name).await,
                    None => return,
                },
                place = made.reserve() => match place {
                    Ok(place) => place.send(self.make_clone().await),
                    Err(_) => return,
                },
            }
        }
    }

    async fn make_clone(&self) -> Result<String, String> {
        let (name, template) = (self.new_name(), self.template());
        // Copying files is quicker than writing what is in them to a log that is thrown away.
        let how = if self.server.copies_files { " STRATEGY file_copy" } else { "" };
        let clone = format!("CREATE DATABASE \"{name}\" TEMPLATE \"{template}\"{how}");
        self.execute(clone).await.map(|()| name).map_err(|error| reason(&error))
    }

    async fn drop_database(&self, name: &str) {
        let drop = format!("DROP DATABASE IF EXISTS \"{name}\" WITH (FORCE)");
        if let Err(error) = self.execute(drop).await {
            eprintln!("cannot drop {name}: {}", reason(&error));
        }
    }

    async fn execute(&self, sql: String) -> sqlx::Result<()> {
        self.pool.execute(AssertSqlSafe(sql)).await.map(|_| ())
    }
}
