//! The scenarios as one writes them who looks at each statement: the storage that ships, on a server
//! that plays a script. Four styles, which differ in how the texts of the statements are expected.

mod failing;
mod script;
mod sharing;
mod telling;
mod texts;

use domain::providers::StorageError;
use domain::services::Tally;
use sqlx::PgPool;
use tests::postgres::{Database, presence};
use tests::scripted::ScriptedPostgres;

use crate::classical::as_it_ships;
use crate::style::{Style, Test, scenario_of};
use crate::world::World;
use script::Expected;
use texts::{Texts, by_hand, copied, patterns};

pub fn styles() -> Vec<Style> {
    let style = |name, texts| Style::new(name, tests(Sql { texts, is_checked: false }));
    let checked = tests(Sql { texts: copied, is_checked: true });
    vec![
        style("sql_exact", by_hand),
        style("sql_regex", patterns),
        style("sql_copied", copied),
        Style { presence: Box::new(presence), ..Style::new("sql_checked", checked) },
    ]
}

fn tests(sql: Sql) -> Vec<Test> {
    [telling::tests(sql), failing::tests(sql), sharing::tests(sql)].into_iter().flatten().collect()
}

fn test<F>(sql: Sql, play: F) -> Test
where
    F: AsyncFnOnce(Sql) + Send + 'static,
{
    Test::new(scenario_of::<F>(), async move || play(sql).await)
}

/// How statements are expected.
#[derive(Clone, Copy)]
struct Sql {
    texts: fn() -> Texts,
    /// Whether a real database is asked what it makes of them.
    is_checked: bool,
}

impl Sql {
    /// Nothing, but that the storage is opened.
    async fn expects(self) -> Expected {
        Expected::of((self.texts)()).await
    }

    /// A world in which the storage asks a server, and the server that expects this of it.
    async fn plays(self, expected: Expected) -> (World, Server) {
        let scripted = ScriptedPostgres::start(expected.script).await;
        let storage = storage::open(scripted.url()).await.unwrap();
        let world = World::as_it_is(storage, as_it_ships);
        (world, Server { scripted, is_checked: self.is_checked })
    }
}

/// The use case, once. Where it fails although it should not, the server knows best why.
async fn delivers(world: &World) -> Tally {
    match world.deliver_pending().await {
        Err(StorageError::Unavailable(cause)) => panic!("{cause}"),
        outcome => outcome.unwrap(),
    }
}

/// It must be asked whether everything came.
#[must_use]
struct Server {
    scripted: ScriptedPostgres,
    is_checked: bool,
}

impl Server {
    async fn verify(self) {
        if self.is_checked {
            let database = Database::migrated().await;
            let real = PgPool::connect(database.url()).await.unwrap();
            self.scripted.check_against(&real).await.unwrap();
            real.close().await;
        }
        self.scripted.verify().await.unwrap();
    }
}
