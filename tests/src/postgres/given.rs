//! A server that somebody else keeps, reached by `TEST_DATABASE_URL`: a service of the pipeline, or
//! one's own.
//!
//! Other runs may be at work there, from other machines, too. The names of a run begin with a number
//! of its own, which it holds as an advisory lock: whose number can be locked, is dead.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;
use std::time::Duration;

use futures::future::try_join_all;
use sqlx::postgres::{PgConnectOptions, PgExecutor, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};

use super::guard::{Guard, Remains};
use super::keeper::{Server, url_for_all};
use super::ours::reason;

/// The first half of the keys of these locks.
const CLASS: i32 = 0x5ba5;

/// How the names of databases begin that a run has made and will drop.
const PREFIX: &str = "truefake_";

const WHO_MAY_NOT_CREATE: &str = "SELECT rolname::text FROM pg_roles
    WHERE rolname = current_user AND NOT (rolcreatedb OR rolsuper)";

const VERSION: &str = "SELECT current_setting('server_version')";

/// Another role's are not ours to drop.
const NAMES: &str = "SELECT datname::text FROM pg_database
    WHERE starts_with(datname::text, $1) AND pg_has_role(datdba, 'member')";

const END_SESSIONS: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE application_name = $1";

/// How many databases to drop at once. Each drop waits for a checkpoint, and they can share one.
const AT_ONCE: u32 = 4;

/// For the server to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often to look whether a session has ended.
const LOOK: Duration = Duration::from_millis(5);

/// Connects, and drops what dead runs have left.
pub(super) async fn connect(url: &str, guard: &Mutex<Guard>, keep: bool) -> Result<Server, String> {
    let told = |error| format!("TEST_DATABASE_URL: {}", reason(&error));
    let options = PgConnectOptions::from_str(url).map_err(told)?;
    let at = format!("{}:{}", options.get_host(), options.get_port());
    let late = |_| format!("TEST_DATABASE_URL: {at} did not answer within {PATIENCE:?}");
    let connected = timeout(PATIENCE, PgConnection::connect_with(&options)).await.map_err(late)?;
    let mut session = connected.map_err(told)?;
    let version = ask(&mut session, VERSION).await.map_err(told)?.unwrap_or_default();
    if let Some(role) = ask(&mut session, WHO_MAY_NOT_CREATE).await.map_err(told)? {
        let remedy = format!("let a superuser say ALTER ROLE \"{role}\" CREATEDB");
        return Err(format!(
            "TEST_DATABASE_URL: {role} may not create databases at {at}: {remedy}"
        ));
    }
    let run = take_number(&mut session).await.map_err(told)?;
    sweep(&mut session, &options).await.map_err(told)?;
    // What is kept is not to be taken for what was left.
    let prefix = if keep { format!("kept_{run:08x}_") } else { prefix_of(run) };
    if !keep {
        let remains = Remains::Databases { url: url.to_owned(), prefix: prefix.clone() };
        guard.lock().await.must_remove(remains).map_err(|error| error.to_string())?;
    }
    let options = options.application_name(&prefix);
    Ok(Server {
        end: end(&url_for_all(&options), &prefix),
        options,
        copies_files: false,
        taken: format!("PostgreSQL {version} at {at}, which TEST_DATABASE_URL names"),
        prefix,
        _session: Some(session),
    })
}

async fn ask(session: &mut PgConnection, question: &'static str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(question).fetch_optional(session).await
}

/// The line of shell that drops all that this run keeps there.
fn end(url: &str, prefix: &str) -> String {
    format!(
        "echo 'SELECT $$DROP DATABASE \"$$ || datname || $$\" WITH (FORCE)$$ FROM pg_database \
         WHERE starts_with(datname::text, $${prefix}$$) \\gexec' | psql --quiet '{url}'"
    )
}

/// A number that no other run has.
async fn take_number(session: &mut PgConnection) -> sqlx::Result<i32> {
    loop {
        // Two runs must not think of the same; that nobody guesses it is not asked.
        let number = (RandomState::new().hash_one(()) & 0x7fff_ffff) as i32;
        if try_lock(session, number).await? {
            return Ok(number);
        }
    }
}

async fn try_lock(session: &mut PgConnection, number: i32) -> sqlx::Result<bool> {
    let lock = sqlx::query_scalar("SELECT pg_try_advisory_lock($1, $2)");
    lock.bind(CLASS).bind(number).fetch_one(session).await
}

/// Drops the databases of all runs that are no more.
async fn sweep(session: &mut PgConnection, options: &PgConnectOptions) -> sqlx::Result<()> {
    let names = names(&mut *session, PREFIX).await?;
    let runs: BTreeSet<i32> = names.iter().filter_map(|name| run_of(name)).collect();
    for run in runs {
        if try_lock(session, run).await? {
            drop_databases(options.clone(), &prefix_of(run)).await?;
            let unlock = sqlx::query("SELECT pg_advisory_unlock($1, $2)").bind(CLASS).bind(run);
            unlock.execute(&mut *session).await?;
        }
    }
    Ok(())
}

fn prefix_of(run: i32) -> String {
    format!("{PREFIX}{run:08x}_")
}

/// Which run a database of this name belongs to.
fn run_of(name: &str) -> Option<i32> {
    let (run, _) = name.strip_prefix(PREFIX)?.split_once('_')?;
    i32::from_str_radix(run, 16).ok().filter(|_| run.len() == 8)
}

/// Drops all databases whose names begin so.
pub(super) async fn drop_databases(options: PgConnectOptions, prefix: &str) -> sqlx::Result<()> {
    let pool = PgPoolOptions::new().max_connections(AT_ONCE).connect_with(options).await?;
    // The server goes on making a database for a keeper that is gone, and nobody would know it.
    while sqlx::query_scalar::<_, i64>(END_SESSIONS).bind(prefix).fetch_one(&pool).await? > 0 {
        sleep(LOOK).await;
    }
    let drops = names(&pool, prefix).await?.into_iter().map(async |name| {
        let drop = format!("DROP DATABASE IF EXISTS \"{name}\" WITH (FORCE)");
        pool.execute(AssertSqlSafe(drop)).await
    });
    try_join_all(drops).await?;
    pool.close().await;
    Ok(())
}

async fn names(server: impl PgExecutor<'_>, prefix: &str) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar(NAMES).bind(prefix).fetch_all(server).await
}
