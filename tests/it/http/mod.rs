//! What the service answers, as scenarios to run on every storage.
//!
//! A scenario is a plain function that is given the service on an empty storage. It stands in the
//! table at the head of its file; one left off is dead code, and the compiler says so.

mod account;
mod articles;
mod bodies;
mod comments;
mod edges;
mod editing;
mod favorites;
mod feed;
mod filters;
mod given;
mod lists;
mod moments;
mod precedence;
mod profiles;
mod slugs;
mod tags;
mod texts;
mod tokens;
mod users;

use std::any::type_name;

use crate::actors::Conduit;
use futures::future::LocalBoxFuture;
use libtest_mimic::Trial;
use tests::storages::{self, Backend};

use crate::trial::trial_on;

type Run = Box<dyn Fn(&Conduit) -> LocalBoxFuture<'_, ()> + Send + Sync>;

/// A scenario, and what it is called.
struct Scenario {
    /// Its file and its function: `tags::a_tag_goes_with_its_last_article`.
    name: &'static str,
    run: Run,
}

/// `http::sqlite::tags::a_tag_goes_with_its_last_article`, and so on.
pub fn trials() -> Vec<Trial> {
    let on_each = |backend| scenarios().into_iter().map(move |scenario| on(backend, scenario));
    storages::all().iter().flat_map(on_each).collect()
}

fn on(backend: &'static Backend, scenario: Scenario) -> Trial {
    let name = format!("http::{}::{}", backend.name, scenario.name);
    trial_on(backend, name, async move |opened| {
        (scenario.run)(&Conduit::on(opened.storage.clone())).await;
    })
}

fn scenarios() -> Vec<Scenario> {
    let files = [
        users::scenarios(),
        account::scenarios(),
        tokens::scenarios(),
        profiles::scenarios(),
        articles::scenarios(),
        editing::scenarios(),
        slugs::scenarios(),
        lists::scenarios(),
        filters::scenarios(),
        feed::scenarios(),
        comments::scenarios(),
        favorites::scenarios(),
        tags::scenarios(),
        moments::scenarios(),
        texts::scenarios(),
        precedence::scenarios(),
        bodies::scenarios(),
        edges::scenarios(),
    ];
    files.into_iter().flatten().collect()
}

/// A scenario that bears the name of its function.
fn scenario<F>(play: F) -> Scenario
where
    F: AsyncFn(&Conduit) + Copy + Send + Sync + 'static,
{
    let path = type_name::<F>();
    Scenario {
        name: path.split_once("http::").map_or(path, |(_, name)| name),
        run: Box::new(move |conduit| Box::pin(async move { play(conduit).await })),
    }
}
