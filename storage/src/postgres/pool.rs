//! The connections, and what is done when one of them turns out to be broken.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, iter};

use sqlx::pool::{PoolConnection, PoolConnectionMetadata};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::{Connection, Error, PgConnection, PgPool, Postgres, Result, Transaction};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::error::is_broken;
use super::statement::Statement;

/// How many statements are read at once, each on a connection that does nothing else.
const READERS: usize = 8;

/// How many connections there are at the most; those that do not read are for units of work.
const CONNECTIONS: u32 = 16;

/// How long to wait for a connection. A server that is restarted may be back by then.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// How long to wait for an answer: longer than the server lets anybody wait for a lock.
pub(super) const ANSWER: Duration = Duration::from_secs(15);

/// A connection that was idle for so long may have been forgotten by what lies on the way.
const STALE: Duration = Duration::from_secs(30);

/// How long a connection that is asked for a sign of life has for it.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

/// All connections to one database. Clones share them.
#[derive(Clone)]
pub(super) struct Pool {
    /// Makes them, and lends them to units of work.
    connections: PgPool,
    readers: Arc<Readers>,
}

/// Connections that are kept for reading. The pool behind asks each that it gets back for a sign of
/// life, which would double what it costs to read a row.
struct Readers {
    turns: Semaphore,
    /// The one used last is used next.
    idle: Mutex<Vec<Idle>>,
}

struct Idle {
    connection: PoolConnection<Postgres>,
    since: Instant,
}

impl Pool {
    /// Connects when somebody asks.
    pub fn new(options: PgConnectOptions) -> Self {
        let connections = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .test_before_acquire(false)
            .before_acquire(|connection, idle| {
                Box::pin(async move { Ok(is_usable(connection, idle.idle_for).await) })
            })
            .after_release(|connection, _: PoolConnectionMetadata| {
                // Otherwise one that does not answer is waited for until the network gives it up.
                Box::pin(async move { Ok(lives(connection).await) })
            })
            .connect_lazy_with(options);
        let readers = Readers { turns: Semaphore::new(READERS), idle: Mutex::default() };
        Self { connections, readers: Arc::new(readers) }
    }

    /// The rows that `statement` makes on any connection; on another one, where that turns out to
    /// be broken.
    pub async fn rows(&self, statement: &Statement) -> Result<Vec<PgRow>> {
        let _turn = self.turn().await?;
        let mut attempts = 0..CONNECTIONS;
        loop {
            match self.rows_of_one(statement).await {
                Err(error) if is_broken(&error) && attempts.next().is_some() => {}
                outcome => return outcome,
            }
        }
    }

    async fn rows_of_one(&self, statement: &Statement) -> Result<Vec<PgRow>> {
        let mut connection = self.reader().await?;
        let rows = statement.query().fetch_all(&mut *connection);
        let outcome = self.in_time(ANSWER, rows).await;
        match &outcome {
            Err(error) if is_broken(error) || !matches!(error, Error::Database(_)) => {}
            _ => self.readers.put_back(connection),
        }
        outcome
    }

    /// Whether there is an answer, for somebody who asks again soon.
    pub async fn ping(&self, statement: &Statement) -> Result<()> {
        self.in_time(PATIENCE, self.rows(statement)).await.map(|_| ())
    }

    /// Begins a transaction; on another connection, where one turns out to be broken.
    pub async fn begin(&self) -> Result<Transaction<'static, Postgres>> {
        let mut attempts = 0..CONNECTIONS;
        loop {
            match self.in_time(ANSWER, self.connections.begin()).await {
                Err(error) if is_broken(&error) && attempts.next().is_some() => {}
                outcome => return outcome,
            }
        }
    }

    /// What `answer` brings. Where it takes too long, other connections may have fallen silent, too.
    async fn in_time<T>(
        &self,
        patience: Duration,
        answer: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let outcome = in_time(patience, answer).await;
        if let Err(Error::Io(failure)) = &outcome
            && failure.kind() == io::ErrorKind::TimedOut
        {
            self.give_back();
        }
        outcome
    }

    /// Gives back all connections that are idle: each is asked for a sign of life on the way.
    fn give_back(&self) {
        let idle = std::mem::take(&mut *self.readers.idle());
        let others: Vec<_> = iter::from_fn(|| self.connections.try_acquire()).collect();
        drop((idle, others));
    }

    async fn turn(&self) -> Result<SemaphorePermit<'_>> {
        let turns = &self.readers.turns;
        if let Ok(turn) = turns.try_acquire() {
            return Ok(turn);
        }
        let turn = timeout(PATIENCE, turns.acquire()).await;
        turn.map_err(|_| Error::PoolTimedOut)?.map_err(|_| Error::PoolClosed)
    }

    async fn reader(&self) -> Result<PoolConnection<Postgres>> {
        while let Some(mut idle) = self.readers.take() {
            if is_usable(&mut idle.connection, idle.since.elapsed()).await {
                return Ok(idle.connection);
            }
        }
        self.connections.acquire().await
    }
}

impl Readers {
    fn take(&self) -> Option<Idle> {
        self.idle().pop()
    }

    fn put_back(&self, connection: PoolConnection<Postgres>) {
        let idle = Idle { connection, since: Instant::now() };
        self.idle().push(idle);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn is_usable(connection: &mut PgConnection, idle_for: Duration) -> bool {
    idle_for < STALE || lives(connection).await
}

async fn lives(connection: &mut PgConnection) -> bool {
    in_time(SIGN_OF_LIFE, connection.ping()).await.is_ok()
}

/// What `answer` brings, unless it takes too long.
pub(super) async fn in_time<T>(
    patience: Duration,
    answer: impl Future<Output = Result<T>>,
) -> Result<T> {
    let late = |_| Err(Error::Io(io::Error::new(io::ErrorKind::TimedOut, "no answer in time")));
    timeout(patience, answer).await.unwrap_or_else(late)
}
