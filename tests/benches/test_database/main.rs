//! What the test database costs, beside its peers, in one run:
//! `cargo bench -p tests --bench test_database`.
//!
//! Each suite is the same trivial test, a hundred times, each on a database of its own with the
//! whole schema. The peers are in a package of their own, `benches/peers`, so that nobody else
//! builds them.

mod process;
mod suite;
mod table;

use std::process::ExitCode;
use std::time::Duration;

use process::{LastSeen, Watch};
use suite::{Source, Suite};
use table::Table;
use tests::postgres::{self, Database, Presence};

/// How often each suite runs; the median counts.
const ROUNDS: usize = 3;

const TESTS: u32 = 100;
const MANY_TESTS: u32 = 1_000;

fn main() -> ExitCode {
    if let Some(outcome) = postgres::play_a_part() {
        return outcome;
    }
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    if std::env::var_os("TEST_POSTGRES").is_none() {
        return suite::again_on_local_binaries();
    }
    if let Presence::Ignored(reason) | Presence::Failing(reason) = postgres::presence() {
        eprintln!("nothing to measure: {reason}");
        return ExitCode::FAILURE;
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let server = runtime.block_on(Database::bare());
    suite::build();

    let mut table = Table::default();
    under_cargo_test(&mut table, server.url());
    under_nextest(&mut table);
    before_the_first_test(&mut table);
    a_thousand(&mut table);
    table.print();
    if table.is_met() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A hundred tests; the peer has a server already, which is tuned like ours.
fn under_cargo_test(table: &mut Table, server: &str) {
    let empty = Suite::new("empty");
    let ours = Suite::new("ours");
    let sqlx = Suite::new("sqlx_test").with("DATABASE_URL", server);
    let [empty, ours, sqlx] = suite::medians(ROUNDS, [&empty, &ours, &sqlx]);

    table.heading(&format!("{TESTS} tests under cargo test, local binaries"));
    table.row("nothing at all", empty, None);
    table.row("#[sqlx::test], on a server that runs already", sqlx, None);
    table.row("ours, its server included", ours, None);
    table.ratio("ours / #[sqlx::test]", ours, sqlx, 0.35);

    let shared = Suite::new("shared_container");
    let contained = Suite::new("ours").on(Source::Docker);
    if suite::has_docker() {
        let left = process::containers();
        table.row("one container in a static, migrated for each test", shared.run(), None);
        table.note(&format!("it leaves {}", process::told(&process::containers(), &left)));
        table.row("ours, in a container", contained.run(), None);
    } else {
        table.note("no Docker engine answers: nothing about containers");
    }
    let temporary = Suite::new("pgtemp").run_by_nobody();
    match temporary.try_run() {
        Some(wall) => table.row("pgtemp, ten tests alone", wall, None),
        None => table.note("pgtemp finds no server binaries, or may not run them"),
    }
}

fn under_nextest(table: &mut Table) {
    table.heading(&format!("{TESTS} tests under cargo nextest, a process each"));
    if !suite::has_nextest() {
        return table.note("cargo-nextest is not installed");
    }
    let empty = Suite::new("empty").under_nextest();
    let ours = Suite::new("ours").under_nextest();
    let [empty, ours] = suite::medians(ROUNDS, [&empty, &ours]);
    table.row("nothing at all", empty, None);
    let target = empty.mul_f64(2.5) + Duration::from_millis(10) * TESTS;
    table.row("ours", ours, Some(target));
}

fn before_the_first_test(table: &mut Table) {
    table.heading("before the first test, on a warm machine");
    let nothing = Suite::new("empty").of(1);
    let local = Suite::new("ours").of(1);
    let [nothing, local] = suite::medians(ROUNDS, [&nothing, &local]);
    table.row("local binaries", local.saturating_sub(nothing), Some(Duration::from_millis(500)));
    if suite::has_docker() {
        let [contained] = suite::medians(ROUNDS, [&Suite::new("ours").of(1).on(Source::Docker)]);
        table.row("a container", contained.saturating_sub(nothing), Some(Duration::from_secs(6)));
    }
}

/// Whether anything grows with the number of tests; and what the server spends on one.
fn a_thousand(table: &mut Table) {
    table.heading(&format!("{MANY_TESTS} tests beside {TESTS}, local binaries"));
    let few = Watch::over(&Suite::new("ours").of(TESTS));
    let many = Watch::over(&Suite::new("ours").of(MANY_TESTS));
    let first = Suite::new("ours").of(1).run();
    let each = |watch: &Watch, tests: u32| watch.wall.saturating_sub(first) / tests;
    let server = |watch: &Watch, tests: u32| watch.last.server_cpu / tests;

    let (a_test, of_many) = (each(&few, TESTS), each(&many, MANY_TESTS));
    table.row("wall time of a test, of few", a_test, None);
    table.row("wall time of a test, of many", of_many, Some(a_test.mul_f64(1.2)));
    let cpu = server(&many, MANY_TESTS);
    table.row("CPU of the server for a test", cpu, Some(Duration::from_millis(20)));
    let LastSeen { keeper, memory, .. } = few.last;
    table.growth("memory of the keeper", keeper, many.last.keeper);
    table.growth("data in memory", memory, many.last.memory);
}
