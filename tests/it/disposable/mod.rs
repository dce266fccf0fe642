//! The test database keeps what `docs/test-database.md` promises: trials start test runs of their
//! own, end them in every way, and look what stays.

mod by_hand;
mod child;
mod circumstances;
mod ends;
mod kept;
mod place;
mod run;
mod settings;
mod source;
mod traces;

use libtest_mimic::Trial;

pub use child::played_by_this_process;

/// `disposable::local::nothing_stays_after_a_panic`, and so on.
pub fn trials() -> Vec<Trial> {
    let groups: [Vec<Trial>; _] =
        [ends::trials(), kept::trials(), circumstances::trials(), settings::trials()];
    groups.into_iter().flatten().collect()
}
