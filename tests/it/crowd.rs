//! A hundred clients at once, through sockets, to a server with threads of its own: nobody is
//! turned away, and all counts are exact at the end.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::thread;

use crate::actors::{Actor, Clock, PASSWORD, router};
use app::Server;
use axum::Router;
use futures::future::join_all;
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use serde_json::json;
use tests::storages::{self, Opened};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::trial::named_on;

const CROWD: usize = 100;

/// `crowd::sqlite::every_count_is_exact_after_a_crowd`, and so on.
pub fn trials() -> Vec<Trial> {
    let on_each = |backend| {
        [
            named_on(backend, every_count_is_exact_after_a_crowd),
            named_on(backend, one_of_a_crowd_gets_the_name),
            named_on(backend, one_user_on_many_devices_counts_once),
        ]
    };
    storages::all().iter().flat_map(on_each).collect()
}

async fn every_count_is_exact_after_a_crowd(opened: &Opened) {
    served(opened, async |stranger| {
        let rosalind = stranger.registers("rosalind").await;
        let helices = rosalind.publishes("On Helices").await;

        let visitors = join_all((0..CROWD).map(|number| visit(&stranger, number, &helices))).await;

        let article = stranger.get(&format!("/api/articles/{helices}")).await.json;
        assert_eq!(article["article"]["favoritesCount"], CROWD / 2);
        let comments = stranger.get(&format!("/api/articles/{helices}/comments")).await.json;
        let comments = comments["comments"].as_array().unwrap();
        let ids: BTreeSet<_> = comments.iter().map(|comment| comment["id"].as_i64()).collect();
        assert_eq!((comments.len(), ids.len()), (CROWD, CROWD));
        let left = CROWD - CROWD / 4;
        assert_eq!(count(&stranger, "?limit=1").await, left + 1);
        assert_eq!(count(&stranger, "?tag=crowd").await, left);
        assert_eq!(count(&stranger, "?favorited=visitor-1").await, 2);
        assert_eq!(count(&stranger, "?favorited=visitor-2").await, 1);
        let tags = stranger.get("/api/tags").await.json;
        assert_eq!(tags["tags"].as_array().unwrap().len(), left + 1);
        let feeds = visitors.iter().map(|visitor| count(visitor, "/feed"));
        assert_eq!(join_all(feeds).await, vec![1; CROWD]);
    })
    .await;
}

/// Registers, publishes under the title that all choose, follows, comments and favorites. Every
/// second visitor takes the favorite back, and every fourth the article.
async fn visit(stranger: &Actor, number: usize, helices: &str) -> Actor {
    let visitor = stranger.registers(&format!("visitor-{number}")).await;
    let tags = ["crowd", &format!("crowd-{number}")];
    let own = visitor.publishes_tagged("On Crowds", &tags).await;
    visitor.favorites(helices).await;
    visitor.follows("rosalind").await;
    visitor.favorites(&own).await;
    visitor.comments_on(helices, "Me too!").await;
    visitor.favorites(helices).await;
    if number.is_multiple_of(2) {
        visitor.unfavorites(helices).await;
    }
    if number.is_multiple_of(4) {
        visitor.deletes(&own).await;
    }
    visitor
}

async fn one_of_a_crowd_gets_the_name(opened: &Opened) {
    served(opened, async |stranger| {
        let wishes = (0..CROWD).map(async |number| {
            let email = format!("jocasta-{number}@helix.example");
            let user = json!({ "username": "jocasta", "email": email, "password": PASSWORD });
            stranger.post("/api/users", &json!({ "user": user })).await
        });

        let answers = join_all(wishes).await;

        let (granted, refused): (Vec<_>, Vec<_>) =
            answers.iter().partition(|answer| answer.status == 201);
        assert_eq!((granted.len(), refused.len()), (1, CROWD - 1));
        for answer in refused {
            let taken = json!({ "username": ["has already been taken"] });
            assert_eq!(answer.refusal(), (409, &taken));
        }
        assert_eq!(stranger.get("/api/profiles/jocasta").await.status, 200);
    })
    .await;
}

async fn one_user_on_many_devices_counts_once(opened: &Opened) {
    served(opened, async |stranger| {
        let rosalind = stranger.registers("rosalind").await;
        let helices = rosalind.publishes("On Helices").await;
        let path = format!("/api/articles/{helices}");

        join_all((0..CROWD).map(|_| rosalind.favorites(&helices))).await;
        join_all((0..CROWD).map(|_| rosalind.follows("rosalind"))).await;
        let bodies = (0..CROWD).map(|device| json!({ "body": format!("Device {device}.") }));
        join_all(bodies.map(async |body| rosalind.edits(&helices, &body).await)).await;

        let article = rosalind.get(&path).await.json["article"].clone();
        assert_eq!((&article["favoritesCount"], &article["favorited"]), (&json!(1), &json!(true)));
        // The clock stands still, so each edit moved the moment by one microsecond.
        assert_eq!(article["updatedAt"], format!("2020-01-01T00:00:00.{CROWD:06}Z"));
        assert_eq!(count(&rosalind, "/feed").await, 1);
        join_all((0..CROWD).map(|_| rosalind.unfavorites(&helices))).await;
        assert_eq!(rosalind.get(&path).await.json["article"]["favoritesCount"], 0);
    })
    .await;
}

/// How many articles are in the whole list of which this is a page.
async fn count(reader: &Actor, list: &str) -> usize {
    let list = reader.get(&format!("/api/articles{list}")).await.unless_refused();
    list["articlesCount"].as_u64().unwrap().try_into().unwrap()
}

/// Lets `clients` loose on a server over the storage.
async fn served(opened: &Opened, clients: impl AsyncFnOnce(Actor)) {
    let router = router(opened.storage.clone(), &Clock::default());
    let (told, address) = oneshot::channel();
    let (stop, stopped) = oneshot::channel();
    let server = thread::spawn(move || serve(router, told, stopped));

    clients(Actor::at(address.await.unwrap())).await;

    drop(stop);
    assert_eq!(server.join().unwrap(), 0, "connections that were cut");
}

fn serve(
    router: Router,
    told: oneshot::Sender<SocketAddr>,
    stopped: oneshot::Receiver<()>,
) -> usize {
    let runtime = Builder::new_multi_thread().worker_threads(4).enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Server::bind("127.0.0.1:0").await.unwrap();
        told.send(server.address()).unwrap();
        // An error tells that the clients are gone, as a message would.
        server.serve(router, async { drop(stopped.await) }).await
    })
}
