//! A server for each test, by pgtemp. Ten tests: a hundred take minutes.

use pgtemp::PgTempDB;
use sqlx::PgPool;
use sqlx::migrate::Migrator;

static MIGRATOR: Migrator = sqlx::migrate!("../../../storage/migrations/postgres");

macro_rules! test {
    ($name:ident) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            super::run().await;
        }
    };
}

async fn run() {
    let server = PgTempDB::async_new().await;
    let pool = PgPool::connect(&server.connection_uri()).await.unwrap();
    MIGRATOR.run(&pool).await.unwrap();
    pool.close().await;
    peers::run(&server.connection_uri()).await;
}

peers::ten!(test all);
