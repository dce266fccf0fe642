//! What is the same for every server that is there for this run alone.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection, Executor};
use tokio::time::sleep;

/// What makes a server quick whose data nobody needs tomorrow. The defaults of memory are for one
/// that serves, and an autovacuum finds nothing in databases that live for a second.
pub(super) const QUICK: [&str; 12] = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "min_wal_size=2MB",
    "max_wal_size=64MB",
    "checkpoint_timeout=1h",
    "autovacuum=off",
    "shared_buffers=32MB",
    "max_connections=500",
    "jit=off",
];

/// How often to look whether it answers.
const LOOK: Duration = Duration::from_millis(5);

/// How long it may take, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until the server answers, and says its version; or until `gone` says why it never will.
pub(super) async fn until_it_answers(
    options: &PgConnectOptions,
    mut gone: impl FnMut() -> Option<String>,
) -> Result<String, String> {
    let answer = async {
        loop {
            match version(options).await {
                Err(error) if is_not_up(&error) => {}
                answer => return answer.map_err(|error| reason(&error)),
            }
            if let Some(reason) = gone() {
                return Err(reason);
            }
            sleep(LOOK).await;
        }
    };
    let answer = tokio::time::timeout(PATIENCE, answer).await;
    answer.unwrap_or_else(|_| Err(format!("the server did not answer within {PATIENCE:?}")))
}

async fn version(options: &PgConnectOptions) -> sqlx::Result<String> {
    let mut connection = PgConnection::connect_with(options).await?;
    let version = sqlx::query_scalar("SELECT current_setting('server_version')");
    version.fetch_one(&mut connection).await
}

/// Whether it may be otherwise in a moment. What a server that is up refuses, it will refuse again.
fn is_not_up(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(refusal) => {
            matches!(refusal.code().as_deref(), Some(CANNOT_CONNECT_NOW | ADMIN_SHUTDOWN))
        }
        _ => true,
    }
}

const CANNOT_CONNECT_NOW: &str = "57P03";
const ADMIN_SHUTDOWN: &str = "57P01";

/// What the server says, without where in its source.
pub(super) fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        _ => error.to_string(),
    }
}

/// Makes the server itself run `command`, a line of shell, when this process is gone. Nobody can
/// then end all who would clear up and leave the server: it holds the switch.
///
/// The shell waits for the end of a pipe from a statement that never ends; the server looks whether
/// who asked for it is there still.
pub(super) async fn switch_off_with_keeper(
    options: &PgConnectOptions,
    command: &str,
) -> Result<(), String> {
    let connected = PgConnection::connect_with(options).await;
    let mut connection = connected.map_err(|error| reason(&error))?;
    let look = connection.execute("SET client_connection_check_interval = '250ms'").await;
    look.map_err(|error| reason(&error))?;
    let script = format!("trap '' INT TERM QUIT HUP; cat >/dev/null; {command}");
    let quoted = script.replace('\'', "''");
    let wait = format!("COPY (SELECT pg_sleep(1e9)) TO PROGRAM '{quoted}'");
    tokio::spawn(async move {
        if let Err(error) = connection.execute(AssertSqlSafe(wait)).await {
            eprintln!("the server gave up its switch: {error}");
        }
    });
    Ok(())
}
