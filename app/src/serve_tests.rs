use axum::routing::{get, post};
use pretty_assertions::assert_eq;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;

use super::*;

/// A running server, and the switch that stops it.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<usize>,
}

impl Running {
    async fn over(router: Router) -> Self {
        Self::waiting(PATIENCE, router).await
    }

    async fn waiting(patience: Patience, router: Router) -> Self {
        let server = Server::bind("127.0.0.1:0").await.unwrap();
        let server = Server { patience, ..server };
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let stopped = async move { stopped.await.unwrap() };
        let running = tokio::spawn(server.serve(router, stopped));
        Self { address, stop, served: running }
    }

    async fn client(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }
}

/// Answers `/` at once, and `/slow` when it is let go.
fn router(arrived: &Arc<Notify>, go: &Arc<Notify>) -> Router {
    let (arrived, go) = (arrived.clone(), go.clone());
    let slow = get(async move || {
        arrived.notify_one();
        go.notified().await;
        "slow"
    });
    Router::new().route("/", get(async || "quick")).route("/slow", slow)
}

fn quick() -> Router {
    router(&Arc::default(), &Arc::default())
}

const ASK: &[u8] = b"GET / HTTP/1.1\r\nhost: helix\r\n\r\n";
const ASK_SLOW: &[u8] = b"GET /slow HTTP/1.1\r\nhost: helix\r\n\r\n";

/// Reads until the server hangs up.
async fn rest(client: &mut TcpStream) -> String {
    let mut text = String::new();
    client.read_to_string(&mut text).await.unwrap();
    text
}

/// Reads until the answer ends in `end`.
async fn read_until(client: &mut TcpStream, end: &str) -> String {
    let mut text = String::new();
    while !text.ends_with(end) {
        text.push(char::from(client.read_u8().await.unwrap()));
    }
    text
}

#[tokio::test]
async fn port_zero_becomes_a_real_port() {
    let server = Server::bind("127.0.0.1:0").await.unwrap();

    assert!(server.address().port() > 0);
}

#[tokio::test]
async fn a_port_in_use_cannot_be_bound_again() {
    let first = Server::bind("127.0.0.1:0").await.unwrap();

    let second = Server::bind(&first.address().to_string()).await.err().unwrap();

    assert_eq!(second.kind(), io::ErrorKind::AddrInUse);
}

#[tokio::test]
async fn a_client_may_ask_again_before_it_has_an_answer() {
    let running = Running::over(quick()).await;
    let mut client = running.client().await;

    client.write_all(&[ASK, ASK, ASK].concat()).await.unwrap();
    let last = b"GET / HTTP/1.1\r\nhost: helix\r\nconnection: close\r\n\r\n";
    client.write_all(last).await.unwrap();

    assert_eq!(rest(&mut client).await.matches("quick").count(), 4);
}

#[tokio::test]
async fn a_request_in_flight_is_finished() {
    let (arrived, go) = (Arc::default(), Arc::default());
    let running = Running::over(router(&arrived, &go)).await;
    let mut client = running.client().await;
    client.write_all(ASK_SLOW).await.unwrap();
    arrived.notified().await;

    running.stop.send(()).unwrap();
    until_nobody_listens(running.address).await;
    go.notify_one();

    assert!(rest(&mut client).await.ends_with("slow"));
    assert_eq!(running.served.await.unwrap(), 0);
}

#[tokio::test]
async fn whoever_asks_nothing_is_hung_up_on_at_once() {
    let running = Running::over(quick()).await;
    let mut silent = running.client().await;
    let mut half = running.client().await;
    half.write_all(b"GET / HT").await.unwrap();
    let mut idle = running.client().await;
    idle.write_all(ASK).await.unwrap();
    read_until(&mut idle, "quick").await;

    let began = std::time::Instant::now();
    running.stop.send(()).unwrap();

    for client in [&mut silent, &mut half, &mut idle] {
        // A server that hangs up on half a request resets the connection.
        let _ = client.read_to_end(&mut Vec::new()).await;
    }
    assert_eq!(running.served.await.unwrap(), 0);
    assert!(began.elapsed() < PATIENCE.drain / 2, "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_request_that_never_ends_is_cut_off_and_counted() {
    let (arrived, go) = (Arc::default(), Arc::default());
    let impatient = Patience { drain: Duration::ZERO, ..PATIENCE };
    let running = Running::waiting(impatient, router(&arrived, &go)).await;
    let mut client = running.client().await;
    client.write_all(ASK_SLOW).await.unwrap();
    arrived.notified().await;

    running.stop.send(()).unwrap();

    assert_eq!(running.served.await.unwrap(), 1);
}

#[tokio::test]
async fn a_client_that_never_finishes_its_question_is_hung_up_on() {
    let impatient = Patience { head: Duration::from_millis(1), ..PATIENCE };
    let running = Running::waiting(impatient, quick()).await;
    let mut client = running.client().await;

    client.write_all(b"GET / HTTP/1.1\r\nhost:").await.unwrap();

    let mut said = Vec::new();
    // A server that hangs up before it has read the half of a question resets the connection.
    let _ = client.read_to_end(&mut said).await;
    assert_eq!(said, b"");
    assert!(!running.served.is_finished());
}

#[tokio::test]
async fn a_body_that_is_under_way_is_read_to_its_end() {
    let arrived = Arc::new(Notify::new());
    let told = arrived.clone();
    let echo = post(async move |request: Request<axum::body::Body>| {
        told.notify_one();
        axum::body::to_bytes(request.into_body(), 100).await.unwrap()
    });
    let running = Running::over(Router::new().route("/", echo)).await;
    let mut client = running.client().await;
    let head = b"POST / HTTP/1.1\r\nhost: helix\r\ncontent-length: 8\r\n\r\nfirst";
    client.write_all(head).await.unwrap();
    arrived.notified().await;

    running.stop.send(()).unwrap();
    client.write_all(b", l").await.unwrap();

    assert!(rest(&mut client).await.ends_with("first, l"));
}

/// Waits for the server to accept nobody any more.
async fn until_nobody_listens(address: SocketAddr) {
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_answer_does_not_wait_for_what_else_the_client_sends() {
    for more in ["\r\n", "GET /half-a-que"] {
        let running = Running::over(quick()).await;
        let mut client = running.client().await;

        client.write_all(&[ASK, more.as_bytes()].concat()).await.unwrap();

        assert!(read_until(&mut client, "quick").await.starts_with("HTTP/1.1 200"), "{more:?}");
    }
}
