//! Runs that are not alone, or not at home.

use std::future::IntoFuture;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::{StatusCode, Uri};
use futures::future::{join, join_all, pending};
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use tests::postgres::Source::Local;
use tests::postgres::presence_of;
use tokio::net::TcpListener;

use super::by_hand::said;
use super::place::Place;
use crate::trial::{named, where_possible};

/// `disposable::circumstances::a_binary_started_by_hand_is_a_run_of_its_own`, and so on.
pub fn trials() -> Vec<Trial> {
    vec![
        where_possible(named(a_binary_started_by_hand_is_a_run_of_its_own), || presence_of(Local)),
        where_possible(named(what_is_set_for_other_servers_is_not_for_this_one), || {
            presence_of(Local)
        }),
        named(an_engine_that_gives_no_container_is_not_waited_for),
    ]
}

async fn a_binary_started_by_hand_is_a_run_of_its_own() {
    let place = Place::new();
    let local = [("TEST_POSTGRES", "local")];

    let (one, other) = join(said(&place, &local, &[]), said(&place, &local, &[])).await;

    assert_eq!((one.code, other.code), (Some(0), Some(0)), "{}", place.errors());
    assert_eq!(place.errors().matches("Postgres tests: PostgreSQL").count(), 2);
}

async fn what_is_set_for_other_servers_is_not_for_this_one() {
    let place = Place::new();
    let nowhere = ["HOME", "PGHOST", "PGDATA", "PGPASSFILE"].map(|name| (name, "/dev/null/home"));
    let strange = [
        ("TEST_POSTGRES", "local"),
        ("PGUSER", "jocasta"),
        ("PGPORT", "1"),
        ("PGSSLMODE", "verify-full"),
        ("LC_ALL", "tlh_KX"),
    ];

    let said = said(&place, &[&nowhere[..], &strange].concat(), &[]).await;

    assert_eq!(said.code, Some(0), "{}{}", said.out, said.errors);
}

async fn an_engine_that_gives_no_container_is_not_waited_for() {
    let engines = [Engine::Mute, Engine::WithoutRegistry, Engine::WithMuteRegistry];
    let runs = engines.map(async |engine| {
        let place = Place::new();
        let [_, path] = place.without_servers();
        let (url, first_asked) = engine.start().await;
        let image = ("TEST_POSTGRES_IMAGE", "nothing.invalid/none:1");

        let said = said(&place, &[("DOCKER_HOST", &url), image, path], &[]).await;

        let waited = said.ended - *first_asked.get().expect(&said.errors);
        assert!(waited < Duration::from_secs(3), "{waited:?}");
        assert_eq!(said.errors.matches(engine.reason()).count(), 1, "{}", said.errors);
        assert!(said.errors.contains("local binaries: "), "{}", said.errors);
    });
    join_all(runs).await;
}

/// An engine that cannot give one.
#[derive(Debug, Clone, Copy)]
enum Engine {
    Mute,
    WithoutRegistry,
    WithMuteRegistry,
}

impl Engine {
    /// Its URL, and when somebody asks it for the first time.
    async fn start(self) -> (String, Arc<OnceLock<Instant>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("tcp://{}", listener.local_addr().unwrap());
        let first_asked = Arc::new(OnceLock::new());
        let asked = first_asked.clone();
        let router = Router::new().fallback(async move |uri: Uri| {
            asked.get_or_init(Instant::now);
            self.answer(uri).await
        });
        tokio::spawn(axum::serve(listener, router).into_future());
        (url, first_asked)
    }

    async fn answer(self, uri: Uri) -> (StatusCode, &'static str) {
        let asks_the_registry = uri.path().contains("/distribution/");
        match self {
            Self::Mute => pending().await,
            Self::WithMuteRegistry if asks_the_registry => pending().await,
            _ if asks_the_registry => {
                (StatusCode::INTERNAL_SERVER_ERROR, r#"{"message":"no such host"}"#)
            }
            _ if uri.path().ends_with("/_ping") => (StatusCode::OK, "OK"),
            _ => (StatusCode::NOT_FOUND, r#"{"message":"no such image"}"#),
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Self::Mute => "Docker: the engine did not answer within 1.4s",
            Self::WithoutRegistry => "nothing.invalid/none:1 is not here and cannot be pulled",
            Self::WithMuteRegistry => {
                "nothing.invalid/none:1 is not here, and its registry did not answer"
            }
        }
    }
}
