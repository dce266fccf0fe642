//! The one place where a server starts and stops.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use axum::response::Response;
use axum::routing::future::RouteFuture;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How long to wait for clients.
#[derive(Clone, Copy)]
struct Patience {
    /// For the head of a request, from the last answer on.
    head: Duration,
    /// For all requests in flight, when the server stops.
    drain: Duration,
}

const PATIENCE: Patience =
    Patience { head: Duration::from_secs(10), drain: Duration::from_secs(10) };

/// How long to wait for descriptors or memory to come free, before accepting again.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// A server that is bound to its address and serves nobody yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    patience: Patience,
}

impl Server {
    /// Binds `address`, `HOST:PORT`. Port 0 is any free port.
    pub async fn bind(address: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, patience: PATIENCE })
    }

    /// Where it listens, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves `router` until `stop` is ready. Then it accepts nobody new, hangs up on those who ask
    /// nothing, and finishes what it began. Answers how many connections took too long for that.
    pub async fn serve(self, router: Router, stop: impl Future<Output = ()>) -> usize {
        // Each connection holds a receiver until it has ended.
        let (stopping, _) = watch::channel(());
        let mut stop = pin!(stop);
        loop {
            let stream = tokio::select! {
                stream = self.accept() => stream,
                () = &mut stop => break,
            };
            let stopping = stopping.subscribe();
            tokio::spawn(converse(stream, router.clone(), self.patience.head, stopping));
        }
        drop(self.listener);
        stopping.send_replace(());
        let _ = timeout(self.patience.drain, stopping.closed()).await;
        stopping.receiver_count()
    }

    /// The next client. What goes wrong with one must not keep the others out.
    async fn accept(&self) -> TcpStream {
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => return stream,
                Err(error) if of_one_client(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "cannot accept connections, trying again");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }
}

fn of_one_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of one client.
async fn converse(
    stream: TcpStream,
    router: Router,
    patience: Duration,
    mut stopping: watch::Receiver<()>,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a client left before it was served");
        return;
    }
    let asked = Arc::new(AtomicBool::new(false));
    let service = Service { router, asked: asked.clone() };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let outcome = tokio::select! {
        // First, so that a request that has arrived counts as begun.
        biased;
        outcome = connection.as_mut() => outcome,
        _ = stopping.changed() => {
            if !asked.load(Ordering::Relaxed) {
                // hyper would wait for the first request of a connection, even when it stops.
                return;
            }
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// The router as hyper wants it; it remembers whether it was ever asked.
struct Service {
    router: Router,
    asked: Arc<AtomicBool>,
}

impl hyper::service::Service<Request<Incoming>> for Service {
    type Response = Response;
    type Error = Infallible;
    type Future = RouteFuture<Infallible>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        self.asked.store(true, Ordering::Relaxed);
        // A router is always ready.
        tower::Service::call(&mut self.router.clone(), request)
    }
}

#[cfg(test)]
#[path = "serve_tests.rs"]
mod tests;
