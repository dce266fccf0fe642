//! Bringing the schema up to date, by sqlx's own migrator and its table.

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgRow};
use sqlx::{ConnectOptions, Connection, Error, PgConnection, Row, SqlSafeStr};

use super::error::reason;
use super::pool::{PATIENCE, in_time};
use crate::OpenError;

/// In the order they are run. One that was released is never changed again.
const MIGRATIONS: &[(&str, &str)] = &[
    ("conduit", include_str!("../../migrations/postgres/0001_conduit.sql")),
    ("outbox", include_str!("../../migrations/postgres/0002_outbox.sql")),
];

fn migrator() -> Migrator {
    let numbered = (1..).zip(MIGRATIONS).map(|(version, &(name, sql))| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(numbered.collect())
}

/// Runs the migrations that are missing. Of two processes at once, the second waits and finds
/// nothing to do.
pub(super) async fn run(options: &PgConnectOptions, database: &str) -> Result<(), OpenError> {
    bring_up_to_date(options).await.map_err(|error| match error {
        MigrateError::VersionMissing(version) => OpenError::Newer {
            database: database.to_owned(),
            found: usize::try_from(version).unwrap_or(usize::MAX),
            known: MIGRATIONS.len(),
        },
        other => OpenError::Unusable {
            database: database.to_owned(),
            reason: match other {
                MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                    reason(&error)
                }
                MigrateError::VersionMismatch(version) => format!(
                    "its schema version {version} was made by another migration than this \
                     program has"
                ),
                other => other.to_string(),
            },
        },
    })
}

async fn bring_up_to_date(options: &PgConnectOptions) -> Result<(), MigrateError> {
    let mut connection = in_time(PATIENCE, options.connect()).await?;
    let outcome = migrate(&mut connection).await;
    // With it goes the migrator's lock, which it holds where a migration has failed.
    let _ = connection.close().await;
    outcome
}

async fn migrate(connection: &mut PgConnection) -> Result<(), MigrateError> {
    let migrator = migrator();
    let applied = applied(connection).await?;
    let known = migrator.iter().map(|migration| (migration.version, &*migration.checksum));
    if applied.iter().map(|(version, checksum)| (*version, &**checksum)).eq(known) {
        return Ok(());
    }
    if let Some((newest, _)) = applied.last()
        && !migrator.version_exists(*newest)
    {
        return Err(MigrateError::VersionMissing(*newest));
    }
    migrator.run_direct(None, connection, false).await
}

/// What the migrator has noted, in one round trip, where the migrator itself takes a dozen.
async fn applied(connection: &mut PgConnection) -> Result<Vec<(i64, Vec<u8>)>, Error> {
    let noted = "SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version";
    let read = |row: &PgRow| Ok((row.try_get(0)?, row.try_get(1)?));
    match sqlx::raw_sql(noted).fetch_all(connection).await {
        Ok(rows) => rows.iter().map(read).collect(),
        Err(Error::Database(refusal)) if refusal.code().as_deref() == Some(UNDEFINED_TABLE) => {
            Ok(vec![])
        }
        Err(error) => Err(error),
    }
}

const UNDEFINED_TABLE: &str = "42P01";
