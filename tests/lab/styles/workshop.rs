//! What the third exercise of the workshop comes to: a scenario that was missing.

use domain::Outcome;
use domain::services::delivery_policy::CLAIM;
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use tests::decorators::Fault;
use tests::storages::{self, Backend};
use tests::trial::where_possible;

use crate::classical::as_it_ships;
use crate::given::{after, line, tally};
use crate::style::block_on;
use crate::world::World;

/// `workshop::fake::a_line_is_never_alone`, and so on.
pub fn trials() -> Vec<Trial> {
    let on = |backend: &'static Backend| {
        let name = format!("workshop::{}::a_line_is_never_alone", backend.name);
        let trial = Trial::test(name, || block_on(over(backend)));
        where_possible(trial, || backend.presence())
    };
    storages::all().iter().map(on).collect()
}

async fn over(backend: &Backend) {
    let opened = backend.open().await;
    a_line_is_never_alone(&World::over(opened.storage, as_it_ships).await).await;
    opened.close.await.unwrap();
}

async fn a_line_is_never_alone(world: &World) {
    let helices = world.is_due("on-helices").await;
    world.faults.fail("outbox.remove", Fault::Unavailable);

    world.deliver_pending().await.unwrap_err();

    assert_eq!(world.lines(helices.id).await, []);
    world.pass(CLAIM);
    assert_eq!(world.deliver_pending().await.unwrap(), tally(1, 0, 0));
    let expected = line(&helices, 2, after(CLAIM), Outcome::Delivered);
    assert_eq!(world.lines(helices.id).await, [expected]);
}
