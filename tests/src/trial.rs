//! Trials that need what may not be there.

use std::sync::LazyLock;

use libtest_mimic::{Arguments, Trial};

use crate::postgres::Presence;

/// The trial itself, or where what it needs cannot be had one that is ignored or fails. Run all the
/// same an ignored one fails, too: what was not tested never counts as passed.
pub fn where_possible(trial: Trial, presence: impl FnOnce() -> &'static Presence) -> Trial {
    if !is_asked_for(trial.name()) {
        return trial;
    }
    let (reason, is_ignored) = match presence() {
        Presence::Here => return trial,
        Presence::Ignored(reason) => (reason.clone(), true),
        Presence::Failing(reason) => (reason.clone(), false),
    };
    Trial::test(trial.name(), move || Err(reason.into())).with_ignored_flag(is_ignored)
}

/// Whether the command line lets this trial through: no server starts for one that is not run.
fn is_asked_for(name: &str) -> bool {
    static ARGUMENTS: LazyLock<Arguments> = LazyLock::new(Arguments::from_args);
    let names = |filter: &String| {
        if ARGUMENTS.exact { name == filter } else { name.contains(filter.as_str()) }
    };
    ARGUMENTS.filter.as_ref().is_none_or(names) && !ARGUMENTS.skip.iter().any(names)
}
