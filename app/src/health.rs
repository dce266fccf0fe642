//! What asks a server whether it answers, where there is no other program to ask with: in its
//! container.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

/// How long the server may take.
const PATIENCE: Duration = Duration::from_secs(3);

const QUESTION: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: conduit\r\nconnection: close\r\n\r\n";

const YES: &[u8] = b"HTTP/1.1 200 ";

/// Asks the server on this machine that listens on `listen`, `ADDRESS:PORT`.
pub async fn check(listen: &str) -> anyhow::Result<()> {
    check_within(PATIENCE, listen).await
}

async fn check_within(patience: Duration, listen: &str) -> anyhow::Result<()> {
    let answer = timeout(patience, ask(listen)).await;
    let answer = answer.with_context(|| format!("{listen} does not answer"))??;
    ensure!(answer.starts_with(YES), "{listen} does not say that it is well");
    Ok(())
}

async fn ask(listen: &str) -> anyhow::Result<Vec<u8>> {
    let unreachable = || format!("nobody listens on {listen}");
    let address = lookup_host(listen).await.with_context(unreachable)?.next();
    let address = from_here(address.with_context(unreachable)?);
    let mut stream = TcpStream::connect(address).await.with_context(unreachable)?;
    stream.write_all(QUESTION).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}

/// Where a server that listens there is found from this machine: one for all is found here, too.
pub fn from_here(mut listens: SocketAddr) -> SocketAddr {
    if listens.ip().is_unspecified() {
        listens.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    listens
}

#[cfg(test)]
#[path = "health_tests.rs"]
mod tests;
