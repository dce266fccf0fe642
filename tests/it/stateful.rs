//! Every storage beside the fake answers as the fake does, whatever is done to it.

use libtest_mimic::Trial;
use tests::stateful::compare_with_fake;
use tests::storages;

use crate::trial::where_possible;

/// `stateful::sqlite::answers_as_the_fake_does`, and so on.
pub fn trials() -> Vec<Trial> {
    let real = storages::all().iter().filter(|backend| backend.name != "fake");
    let trial = |backend: &'static storages::Backend| {
        let name = format!("stateful::{}::answers_as_the_fake_does", backend.name);
        let run = move || Ok(compare_with_fake(backend)?);
        where_possible(Trial::test(name, run), || backend.presence())
    };
    real.map(trial).collect()
}
