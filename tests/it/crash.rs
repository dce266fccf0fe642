//! A server that ends, at once or in order, keeps all that it acknowledged.

use crate::actors::Actor;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use futures::future::join_all;
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::place::{Kind, Place, on_both};
use crate::process::Process;

const ROUNDS: usize = 3;
const WRITERS: usize = 8;
/// How many writes are acknowledged before the server is killed amid the next ones.
const ENOUGH: usize = 200;

/// `crash::sqlite::a_killed_server_loses_nothing_that_it_acknowledged`, and so on.
pub fn trials() -> Vec<Trial> {
    let on_each = [
        on_both(a_killed_server_loses_nothing_that_it_acknowledged),
        on_both(a_terminated_server_finishes_what_it_began),
        on_both(an_interrupted_server_finishes_what_it_began),
    ];
    on_each.into_iter().flatten().collect()
}

async fn a_killed_server_loses_nothing_that_it_acknowledged(kind: Kind) {
    let place = kind.place().await;
    let tokens = register_writers(&place).await;

    for round in 0..ROUNDS {
        let acknowledged = killed_amid_writes(&place, round, &tokens).await;

        let server = Process::serving(&place.url()).await;
        for (token, writes) in tokens.iter().zip(&acknowledged) {
            let writer = server.anonymous().showing(token);
            for written in writes {
                assert_kept(&writer, written).await;
            }
        }
        server.killed().await;
        place.audit().await;
    }
}

/// What one writer was told is written: an article, and what it says about it.
#[derive(Default)]
struct Written {
    slug: String,
    comment: Option<i64>,
    favorited: bool,
}

async fn assert_kept(writer: &Actor, written: &Written) {
    let path = format!("/api/articles/{}", written.slug);
    let article = writer.get(&path).await.unless_refused();
    let comments = writer.get(&format!("{path}/comments")).await.unless_refused();
    let comments: Vec<_> = comments["comments"].as_array().unwrap().iter().collect();

    assert!(article["article"]["favorited"] == true || !written.favorited, "{path} is no favorite");
    let is_told = |id| comments.iter().any(|comment| comment["id"] == id);
    assert!(written.comment.is_none_or(is_told), "{path} has lost its comment");
}

async fn register_writers(place: &Place) -> Vec<String> {
    let server = Process::serving(&place.url()).await;
    let stranger = server.anonymous();
    let names = (0..WRITERS).map(|number| format!("writer-{number}"));
    let writers = join_all(names.map(async |name| stranger.registers(&name).await)).await;
    server.killed().await;
    writers.iter().map(|writer| writer.token().unwrap().to_owned()).collect()
}

/// Kills a server while all write to it, and answers what was acknowledged to each.
async fn killed_amid_writes(place: &Place, round: usize, tokens: &[String]) -> Vec<Vec<Written>> {
    let server = Process::serving(&place.url()).await;
    let (progress, mut progressed) = unbounded_channel();
    let writers = tokens.iter().enumerate().map(|(number, token)| {
        let writer = server.anonymous().showing(token);
        let title = format!("Part {number} of {round}");
        tokio::spawn(write_on(writer, title, progress.clone()))
    });
    let writers: Vec<_> = writers.collect();
    // Where all writers fail, nothing more is to be waited for.
    drop(progress);

    for _ in 0..ENOUGH {
        progressed.recv().await.unwrap();
    }
    server.killed().await;

    join_all(writers).await.into_iter().map(Result::unwrap).collect()
}

/// Publishes, comments and favorites until nobody answers.
async fn write_on(writer: Actor, title: String, progress: UnboundedSender<()>) -> Vec<Written> {
    let mut written = Vec::new();
    while write(&writer, &title, &mut written, &progress).await.is_some() {}
    written
}

async fn write(
    writer: &Actor,
    title: &str,
    written: &mut Vec<Written>,
    progress: &UnboundedSender<()>,
) -> Option<()> {
    let article = json!({ "title": title, "description": "Why", "body": "X.", "tagList": ["dna"] });
    let article = acknowledged(writer, "", &json!({ "article": article })).await?;
    let slug = article["article"]["slug"].as_str().unwrap().to_owned();
    let path = format!("/{slug}");
    written.push(Written { slug, ..Written::default() });
    progress.send(()).ok()?;
    let written = written.last_mut()?;

    let comment = json!({ "comment": { "body": "First!" } });
    let comment = acknowledged(writer, &format!("{path}/comments"), &comment).await?;
    written.comment = comment["comment"]["id"].as_i64();
    progress.send(()).ok()?;

    acknowledged(writer, &format!("{path}/favorite"), &json!(null)).await?;
    written.favorited = true;
    progress.send(()).ok()
}

/// The answer to a POST, unless the server went away.
async fn acknowledged(writer: &Actor, path: &str, body: &Value) -> Option<Value> {
    let request = Request::post(format!("/api/articles{path}"));
    let request = request.header(CONTENT_TYPE, "application/json");
    Some(writer.try_send(request, body.to_string()).await.ok()?.unless_refused())
}

async fn a_terminated_server_finishes_what_it_began(kind: Kind) {
    what_was_begun_is_finished_after(Signal::TERM, &kind.place().await).await;
}

async fn an_interrupted_server_finishes_what_it_began(kind: Kind) {
    what_was_begun_is_finished_after(Signal::INT, &kind.place().await).await;
}

async fn what_was_begun_is_finished_after(signal: Signal, place: &Place) {
    let server = Process::serving(&place.url()).await;
    let rosalind = server.anonymous().registers("rosalind").await;
    let mut idle = TcpStream::connect(server.address()).await.unwrap();
    let article = json!({ "title": "On Helices", "description": "Why", "body": "They twist." });
    let article = json!({ "article": article }).to_string();
    let mut begun = begin(&server, rosalind.token().unwrap(), article.len()).await;

    server.receives(signal);
    assert_eq!(idle.read(&mut [0]).await.unwrap(), 0, "nothing, and then the end");
    begun.write_all(article.as_bytes()).await.unwrap();

    let mut answer = String::new();
    begun.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 Created\r\n"), "{answer}");
    assert_eq!(server.ended().await.code(), Some(0));
    let again = Process::serving(&place.url()).await;
    assert_eq!(again.anonymous().get("/api/articles/on-helices").await.status, 200);
    place.audit().await;
}

/// A request that the server has begun to answer, and whose body it waits for.
async fn begin(server: &Process, token: &str, length: usize) -> TcpStream {
    let head = format!(
        "POST /api/articles HTTP/1.1\r\nHost: conduit\r\nAuthorization: Token {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\
         Expect: 100-continue\r\n\r\n"
    );
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let go_on = b"HTTP/1.1 100 Continue\r\n\r\n";
    let mut answer = vec![0; go_on.len()];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, go_on);
    stream
}
