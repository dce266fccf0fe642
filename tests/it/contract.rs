//! Every case of the contract on every storage.

use libtest_mimic::Trial;
use tests::contracts::{self, Case};
use tests::storages::{self, Backend};

use crate::trial::trial_on;

/// `contract::sqlite::users::a_taken_username_is_a_conflict`, and so on.
pub fn trials() -> Vec<Trial> {
    let on_each = |backend| contracts::cases().into_iter().map(move |case| on(backend, case));
    storages::all().iter().flat_map(on_each).collect()
}

fn on(backend: &'static Backend, case: Case) -> Trial {
    let name = format!("contract::{}::{}", backend.name, case.name);
    trial_on(backend, name, async move |opened| case.run(&*opened.storage).await)
}
