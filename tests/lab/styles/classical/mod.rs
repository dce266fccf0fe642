//! The scenarios as one writes them who looks at what comes out, over a storage of any kind.

mod failing;
mod sharing;
mod telling;

use std::sync::Arc;

use domain::fakes;
use domain::providers::{Notifier, Now, Providers, Storage};
use domain::services::DeliveryService;
use futures::future::LocalBoxFuture;
use tests::decorators::Faulty;
use tests::storages::{self, Backend};

use crate::mailbox::Mailbox;
use crate::style::{Style, Test, scenario_of};
use crate::world::{DeliverPending, Inject, World};

type Run = Box<dyn Fn(&World) -> LocalBoxFuture<'_, ()> + Send + Sync>;

/// A scenario, in whichever world.
pub struct Scenario {
    /// How the list calls it.
    pub name: &'static str,
    run: Run,
}

impl Scenario {
    /// Plays it. It panics where it goes otherwise.
    pub async fn play(&self, world: &World) {
        (self.run)(world).await;
    }
}

/// All of them.
pub fn scenarios() -> Vec<Scenario> {
    let files = [telling::scenarios(), failing::scenarios(), sharing::scenarios()];
    files.into_iter().flatten().collect()
}

fn scenario<F>(play: F) -> Scenario
where
    F: AsyncFn(&World) + Copy + Send + Sync + 'static,
{
    let run: Run = Box::new(move |world| Box::pin(async move { play(world).await }));
    Scenario { name: scenario_of::<F>(), run }
}

/// The use case that ships, over the fake and over each database.
pub fn styles() -> Vec<Style> {
    storages::all().iter().map(|backend| over(backend.name, backend, as_it_ships)).collect()
}

/// All scenarios over this storage, handed to the use case in this way.
pub fn over(name: &'static str, backend: &'static Backend, inject: Inject) -> Style {
    let test = |scenario: Scenario| {
        Test::new(scenario.name, async move || {
            let opened = backend.open().await;
            let world = World::over(opened.storage.clone(), inject).await;
            scenario.play(&world).await;
            drop(world);
            opened.close.await.unwrap();
        })
    };
    let tests = scenarios().into_iter().map(test).collect();
    Style { presence: Box::new(|| backend.presence()), ..Style::new(name, tests) }
}

/// By trait objects.
pub fn as_it_ships(
    storage: Faulty<Arc<dyn Storage>>,
    mailbox: Mailbox,
    now: Now,
) -> DeliverPending {
    by_trait_objects(Arc::new(storage), Arc::new(mailbox), now)
}

/// As the service itself does it.
pub fn by_trait_objects(
    storage: Arc<dyn Storage>,
    notifier: Arc<dyn Notifier>,
    now: Now,
) -> DeliverPending {
    let service = DeliveryService::new(&Providers { storage, notifier, now, ..fakes::providers() });
    Arc::new(move || {
        let service = service.clone();
        Box::pin(async move { service.deliver_pending().await })
    })
}
