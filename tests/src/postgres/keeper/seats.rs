//! How many tests may have a database at once, so that the server has a connection for each of them.
//!
//! A seat is an advisory lock at the server: runs that share one share its seats, whatever machine
//! they are on, and those of a run that died are free again.

use std::collections::BTreeSet;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use tokio::sync::Mutex;
use tokio::time::sleep;

/// What a test may open: the sixteen connections of a storage, and two to look behind it.
const CONNECTIONS: i32 = 18;

/// For the keepers, and for people.
const RESERVED: i32 = 12;

/// The first half of the keys of these locks.
const CLASS: i32 = 0x5ea7;

/// How often to look whether another run has left a seat.
const LOOK: Duration = Duration::from_millis(20);

const FREE_CONNECTIONS: &str = "SELECT current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int";

const TAKE: &str = "SELECT seat FROM generate_series(1, $1) AS seat
    WHERE seat <> ALL ($2) AND pg_try_advisory_lock($3, seat) LIMIT 1";

/// The seats at a server.
pub struct Seats {
    all: i32,
    taken: Mutex<Taken>,
}

/// A session holds each of its locks as often as it asked for it, so it must know which it has.
struct Taken {
    session: PgConnection,
    seats: BTreeSet<Seat>,
}

/// Its number.
pub type Seat = i32;

impl Seats {
    pub async fn at(options: &PgConnectOptions) -> sqlx::Result<Self> {
        let mut session = PgConnection::connect_with(options).await?;
        let connections: i32 = sqlx::query_scalar(FREE_CONNECTIONS).fetch_one(&mut session).await?;
        let all = ((connections - RESERVED) / CONNECTIONS).max(1);
        Ok(Self { all, taken: Mutex::new(Taken { session, seats: BTreeSet::new() }) })
    }

    /// Waits until one is free.
    pub async fn take(&self) -> sqlx::Result<Seat> {
        loop {
            let Taken { session, seats } = &mut *self.taken.lock().await;
            let ours: Vec<Seat> = seats.iter().copied().collect();
            let free = sqlx::query_scalar(TAKE).bind(self.all).bind(ours).bind(CLASS);
            if let Some(seat) = free.fetch_optional(session).await? {
                seats.insert(seat);
                return Ok(seat);
            }
            sleep(LOOK).await;
        }
    }

    /// Gives it to whoever waits.
    pub async fn leave(&self, seat: Seat) -> sqlx::Result<()> {
        let Taken { session, seats } = &mut *self.taken.lock().await;
        let leave = sqlx::query("SELECT pg_advisory_unlock($1, $2)").bind(CLASS).bind(seat);
        leave.execute(session).await?;
        seats.remove(&seat);
        Ok(())
    }
}
