//! A way to a Postgres server that a trial can bar: to the program, the server then is away or
//! does not answer.

use std::net::SocketAddr;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// What becomes of what is sent along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It arrives.
    Open,
    /// It is kept until the way is open again.
    Stalled,
    /// Whoever is connected or connects is hung up on.
    Cut,
}

/// The way, and how often all who were on it have been lost.
type State = (Way, u32);

/// It lasts as long as the runtime that it was made in.
pub struct Relay {
    url: String,
    state: watch::Sender<State>,
}

impl Relay {
    /// An open way to the database of this URL.
    pub async fn to(url: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = PgConnectOptions::from_str(url).unwrap();
        let (state, bars) = watch::channel((Way::Open, 0));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (server, bars, mut cut) = (server.clone(), bars.clone(), bars.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        biased;
                        _ = cut.wait_for(|(way, _)| *way == Way::Cut) => {}
                        () = lead(client, &server, bars) => {}
                    }
                });
            }
        });
        Self { url: led_by(address, url), state }
    }

    /// The URL of the same database along this way.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Opens or bars the way.
    pub fn becomes(&self, way: Way) {
        self.state.send_modify(|state| state.0 = way);
    }

    /// Forgets who is connected, and tells nobody; who connects from now on, is led.
    pub fn loses_connections(&self) {
        self.state.send_modify(|state| state.1 += 1);
    }
}

/// The same role and database; where the server is, is told by the address alone.
fn led_by(address: SocketAddr, url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap();
    let (place, _) = rest.split_once('?').unwrap_or((rest, ""));
    let (server, database) = place.split_once('/').unwrap();
    let role = server.rsplit_once('@').map_or(String::new(), |(role, _)| format!("{role}@"));
    format!("{scheme}://{role}{address}/{database}")
}

async fn lead(client: TcpStream, server: &PgConnectOptions, bars: watch::Receiver<State>) {
    if let Some(folder) = server.get_socket() {
        let socket = folder.join(format!(".s.PGSQL.{}", server.get_port()));
        join(client, UnixStream::connect(socket).await.unwrap(), bars).await;
    } else {
        let address = (server.get_host(), server.get_port());
        join(client, TcpStream::connect(address).await.unwrap(), bars).await;
    }
}

async fn join<S>(client: TcpStream, server: S, bars: watch::Receiver<State>)
where
    S: AsyncRead + AsyncWrite,
{
    let (from_client, to_client) = split(client);
    let (from_server, to_server) = split(server);
    tokio::select! {
        () = carry(from_client, to_server, bars.clone()) => {}
        () = carry(from_server, to_client, bars) => {}
    }
}

/// Carries what is sent until one side hangs up.
async fn carry<R, W>(mut from: R, mut to: W, mut bars: watch::Receiver<State>)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut bytes = vec![0; 1 << 16];
    let losses = bars.borrow().1;
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let passed =
            bars.wait_for(|state| state.0 != Way::Stalled && state.1 == losses).await.is_ok();
        if !passed || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
