//! One container in a static, as testcontainers is mostly used: a database a test, migrated anew.

use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, PgPool};
use testcontainers::core::{IntoContainerPort, WaitFor};
use testcontainers::runners::AsyncRunner;
use testcontainers::{ContainerAsync, GenericImage, ImageExt};
use tokio::sync::OnceCell;

static MIGRATOR: Migrator = sqlx::migrate!("../../../storage/migrations/postgres");
static CONTAINER: OnceCell<(ContainerAsync<GenericImage>, String)> = OnceCell::const_new();
static NUMBER: AtomicUsize = AtomicUsize::new(0);

async fn start() -> (ContainerAsync<GenericImage>, String) {
    let ready = "database system is ready to accept connections";
    let container = GenericImage::new("postgres", "17-alpine")
        .with_exposed_port(5432.tcp())
        .with_wait_for(WaitFor::message_on_stderr(ready))
        .with_wait_for(WaitFor::message_on_stderr(ready))
        .with_env_var("POSTGRES_HOST_AUTH_METHOD", "trust")
        .start()
        .await
        .unwrap();
    let port = container.get_host_port_ipv4(5432).await.unwrap();
    let host = container.get_host().await.unwrap();
    (container, format!("postgres://postgres@{host}:{port}"))
}

async fn run() {
    let (_, server) = CONTAINER.get_or_init(start).await;
    let name = format!("t{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let mut admin = PgConnection::connect(&format!("{server}/postgres")).await.unwrap();
    admin.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
    let pool = PgPool::connect(&format!("{server}/{name}")).await.unwrap();
    MIGRATOR.run(&pool).await.unwrap();
    peers::run(&format!("{server}/{name}")).await;
    pool.close().await;
    admin.execute(AssertSqlSafe(format!("DROP DATABASE {name}"))).await.unwrap();
}

macro_rules! test {
    ($name:ident) => {
        #[test]
        fn $name() {
            super::block_on(super::run());
        }
    };
}

fn block_on(test: impl Future<Output = ()>) {
    // One runtime for all: the container is started on it.
    static RUNTIME: std::sync::OnceLock<tokio::runtime::Runtime> = std::sync::OnceLock::new();
    RUNTIME.get_or_init(|| tokio::runtime::Runtime::new().unwrap()).block_on(test);
}

peers::hundred!(test);
