//! The scenarios over the fake, again and again: each time somebody else is quicker at another of
//! the calls, and nothing may come of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::providers::Storage;
use tests::decorators::{Call, Fault, Watch, Watched};
use tests::storages;

use crate::classical::{Scenario, by_trait_objects, scenarios};
use crate::style::{Style, Test};
use crate::world::World;

pub fn styles() -> Vec<Style> {
    vec![Style::new("faulty", scenarios().into_iter().map(at_every_call).collect())]
}

fn at_every_call(scenario: Scenario) -> Test {
    Test::new(scenario.name, async move || {
        for call in 1.. {
            let storage = storages::named("fake").open().await.storage;
            let rival = Rival::at(call);
            let world = World::over(storage, |storage, mailbox, now| {
                let storage: Arc<dyn Storage> = Arc::new(storage);
                let contested = Watched::over(storage, rival.clone());
                by_trait_objects(Arc::new(contested), Arc::new(mailbox), now)
            })
            .await;

            scenario.play(&world).await;

            if !rival.has_been() {
                return;
            }
        }
    })
}

/// Somebody who is quicker once.
#[derive(Clone)]
struct Rival(Arc<AtomicUsize>);

impl Rival {
    /// At the call of this number. The first is 1.
    fn at(call: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(call)))
    }

    fn has_been(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

impl Watch for Rival {
    fn called(&self, _: Call) -> Result<(), Fault> {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        if left == 1 { Err(Fault::Refused) } else { Ok(()) }
    }
}
