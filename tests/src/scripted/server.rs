//! The server that plays a script.

use std::sync::Arc;
use std::thread;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::check::check;
use super::report::Report;
use super::script::Script;
use super::session::Session;
use super::stage::{GRACE, Stage};

/// A second connection is for what must not be: asking beside one's own transaction.
const CONNECTIONS: u32 = 2;

/// A server that listens on this machine and answers one script, in the runtime of the test.
///
/// What is not as it was written down is answered with an error of SQLSTATE XX000, and so is all
/// that follows. A client may hide that; [`verify`](Self::verify) tells it all the same, and whoever
/// drops the server without it panics.
#[must_use]
pub struct ScriptedPostgres {
    stage: Arc<Stage>,
    url: String,
    pool: PgPool,
    server: JoinHandle<()>,
    is_verified: bool,
}

impl ScriptedPostgres {
    /// Listens.
    ///
    /// # Panics
    /// Outside a runtime of tokio, or where no port can be had.
    pub async fn start(script: Script) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port to listen on");
        let port = listener.local_addr().expect("it listens").port();
        let url = format!("postgres://rosalind@127.0.0.1:{port}/conduit?sslmode=disable");
        let options: PgConnectOptions = url.parse().expect("a URL");
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).connect_lazy_with(options);
        let stage = Arc::new(Stage::new(script));
        let server = tokio::spawn(serve(listener, Arc::clone(&stage)));
        Self { stage, url, pool, server, is_verified: false }
    }

    /// A pool of two connections to it, the same at every call. It need not be closed.
    pub fn pool(&self) -> PgPool {
        self.pool.clone()
    }

    /// Where it is, for who makes a pool of their own.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Compares each statement that was executed with what `real` makes of it: the types of its
    /// parameters, and the names and types of its columns where the script has rows for it. Nothing
    /// is executed there.
    ///
    /// # Errors
    /// Statements that `real` refuses or sees differently; all of them.
    pub async fn check_against(&self, real: &PgPool) -> Result<(), Report> {
        let executed = self.stage.play(|play| play.executed.clone());
        check(&executed, real).await
    }

    /// Whether all went as it was written down, and nothing is left. It waits for a tenth of a second
    /// at the most: a transaction that is dropped is rolled back a little later.
    ///
    /// # Errors
    /// What came instead of what was expected; or what never came.
    pub async fn verify(mut self) -> Result<(), Report> {
        self.is_verified = true;
        // A connection that is still held may be what must be told of.
        let _ = timeout(GRACE, self.pool.close()).await;
        self.stage.settle().await;
        self.stage.play(|play| play.verdict()).map_err(Report)
    }
}

impl Drop for ScriptedPostgres {
    fn drop(&mut self) {
        self.server.abort();
        if !self.is_verified && !thread::panicking() {
            let verdict = self.stage.play(|play| play.verdict()).err().unwrap_or_default();
            panic!("a scripted Postgres was dropped before somebody verified it\n{verdict}");
        }
    }
}

/// All connections in one task: between two answers, nobody else speaks.
async fn serve(listener: TcpListener, stage: Arc<Stage>) {
    let mut sessions = FuturesUnordered::new();
    for number in 0.. {
        let client = loop {
            tokio::select! {
                Some(()) = sessions.next() => {}
                Ok((client, _)) = listener.accept() => break client,
                else => return,
            }
        };
        sessions.push(Session::new(number, Arc::clone(&stage)).serve(client));
    }
}
