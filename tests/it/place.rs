//! Where the real program keeps its data. What means the same on SQLite and on Postgres is tried on
//! both.

use std::path::PathBuf;
use std::sync::Arc;

use libtest_mimic::Trial;
use rusqlite::Connection;
use rusqlite::types::Value;
use sqlx::{AssertSqlSafe, Connection as _, Executor, PgConnection};
use tempfile::TempDir;
use tests::audit::{audit_postgres, audit_sqlite};
use tests::postgres::{Database, Presence, presence};

use crate::trial::{name_on, trial, where_possible};

/// What can keep the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    /// How trials call it, and the folders of its migrations.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }

    fn presence(self) -> &'static Presence {
        match self {
            Self::Sqlite => &Presence::Here,
            Self::Postgres => presence(),
        }
    }

    /// A place where nothing is yet.
    pub async fn place(self) -> Place {
        match self {
            Self::Sqlite => Place::Folder(tempfile::tempdir().unwrap()),
            Self::Postgres => Place::Database(Database::bare().await),
        }
    }
}

/// `crash::sqlite::a_killed_server_loses_nothing_that_it_acknowledged`, and so on.
pub fn on_both<F>(run: F) -> [Trial; 2]
where
    F: AsyncFnOnce(Kind) + Copy + Send + 'static,
{
    [on(Kind::Sqlite, run), on(Kind::Postgres, run)]
}

/// The same on one of them alone.
pub fn on<F>(kind: Kind, run: F) -> Trial
where
    F: AsyncFnOnce(Kind) + Send + 'static,
{
    let trial = trial(name_on::<F>(kind.name()), async move || {
        run(kind).await;
        Ok(())
    });
    where_possible(trial, || kind.presence())
}

/// A database that nobody else knows. Dropped, it is gone.
pub enum Place {
    Folder(TempDir),
    Database(Database),
}

impl Place {
    /// What the program is told.
    pub fn url(&self) -> String {
        match self {
            Self::Folder(folder) => format!("sqlite://{}", file(folder).display()),
            Self::Database(database) => database.url().to_owned(),
        }
    }

    /// What the program calls it before people.
    pub fn shown(&self) -> String {
        match self {
            Self::Folder(folder) => file(folder).display().to_string(),
            Self::Database(database) => storage::without_secrets(database.url()),
        }
    }

    /// Opens it as the program does, which migrates it.
    pub async fn open(&self) -> Arc<dyn storage::Database> {
        storage::open(&self.url()).await.unwrap()
    }

    /// Runs statements behind the back of the program.
    pub async fn execute(&self, sql: &str) {
        match self {
            Self::Folder(folder) => connect(folder).execute_batch(sql).unwrap(),
            Self::Database(database) => {
                let mut session = PgConnection::connect(database.url()).await.unwrap();
                session.execute(AssertSqlSafe(sql.to_owned())).await.unwrap();
                session.close().await.unwrap();
            }
        }
    }

    /// The number that a query finds.
    pub async fn number(&self, sql: &'static str) -> i64 {
        match self {
            Self::Folder(folder) => connect(folder).query_row(sql, [], |row| row.get(0)).unwrap(),
            Self::Database(database) => {
                let mut session = PgConnection::connect(database.url()).await.unwrap();
                sqlx::query_scalar(sql).fetch_one(&mut session).await.unwrap()
            }
        }
    }

    /// Ends the sessions of the program, as a restart does, and waits until they are gone.
    pub async fn end_sessions(&self) {
        self.execute(END_SESSIONS).await;
    }

    /// Insists that what is derived agrees with what it derives from.
    pub async fn audit(&self) {
        match self {
            Self::Folder(folder) => audit_sqlite(&file(folder)).unwrap(),
            Self::Database(database) => audit_postgres(database.url()).await.unwrap(),
        }
    }

    /// Everything that is in it: the schema, the rows, and the version.
    pub async fn contents(&self) -> Vec<String> {
        match self {
            Self::Folder(folder) => contents_of_file(&connect(folder)).unwrap(),
            Self::Database(database) => contents_at_server(database.url()).await.unwrap(),
        }
    }
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("conduit.db")
}

fn connect(folder: &TempDir) -> Connection {
    Connection::open(file(folder)).unwrap()
}

fn contents_of_file(database: &Connection) -> rusqlite::Result<Vec<String>> {
    let strings = |sql: &str| -> rusqlite::Result<Vec<String>> {
        database.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
    };
    let mut contents = strings("SELECT user_version || '' FROM pragma_user_version")?;
    contents.extend(strings("SELECT sql FROM sqlite_schema WHERE sql <> '' ORDER BY name")?);
    for table in strings("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")? {
        let mut rows = database.prepare(&format!("SELECT * FROM {table}"))?;
        let columns = rows.column_count();
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let values: Vec<Value> =
                (0..columns).map(|column| row.get(column)).collect::<rusqlite::Result<_>>()?;
            contents.push(format!("{table}: {values:?}"));
        }
    }
    Ok(contents)
}

const END_SESSIONS: &str = "DO $$ BEGIN
    WHILE (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()) > 0
    LOOP
        PERFORM pg_sleep(0.001), pg_stat_clear_snapshot();
    END LOOP;
END $$";

const SCHEMA: &str =
    "SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable)
        FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
    ORDER BY 1";

/// One query for the rows of all tables; when they were migrated, and how long it took, aside.
const ROWS: &str = "SELECT string_agg(format(
        'SELECT %L || (to_jsonb(t) - ''{installed_on,execution_time}''::text[])::text FROM %I AS t',
        tablename || ': ', tablename), ' UNION ALL ' ORDER BY tablename)
    FROM pg_tables WHERE schemaname = 'public'";

async fn contents_at_server(url: &str) -> sqlx::Result<Vec<String>> {
    let mut session = PgConnection::connect(url).await?;
    let mut contents: Vec<String> = sqlx::query_scalar(SCHEMA).fetch_all(&mut session).await?;
    let rows: Option<String> = sqlx::query_scalar(ROWS).fetch_one(&mut session).await?;
    if let Some(rows) = rows {
        contents.extend(
            sqlx::query_scalar::<_, String>(AssertSqlSafe(rows)).fetch_all(&mut session).await?,
        );
    }
    session.close().await?;
    Ok(contents)
}
