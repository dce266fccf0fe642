//! What the columns come to. Counts, and nothing made of them.

use crate::results::{Results, Row};
use crate::variant::Kind;
use crate::verdict::Verdict;

/// So many of so many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    pub of: usize,
    pub all: usize,
}

/// What styles together make of some rows: that one of them is red is enough.
pub fn share(rows: &[&Row], styles: &[&str], red: Verdict, green: Verdict) -> Share {
    let mut share = Share::default();
    for row in rows {
        let verdicts = || styles.iter().filter_map(|style| row.verdict(style));
        let is_red = verdicts().any(|verdict| verdict == red);
        share.of += usize::from(is_red);
        share.all += usize::from(is_red || verdicts().any(|verdict| verdict == green));
    }
    share
}

/// Both rates of a style, or of several together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// Bugs caught, of those in reach.
    pub caught: Share,
    /// Calls too many that were noticed, of those in reach.
    pub budget: Share,
    /// Refactors that made them red, of those in reach.
    pub alarms: Share,
}

impl Totals {
    /// Of these styles together.
    pub fn of(results: &Results, styles: &[&str]) -> Self {
        let rows = |wanted: &dyn Fn(Kind) -> bool| {
            results.variants.iter().filter(|row| wanted(row.variant.kind)).collect::<Vec<_>>()
        };
        let is_bug = |kind| kind != Kind::Refactor && kind != Kind::Budget;
        let caught = |rows: &[&Row]| share(rows, styles, Verdict::Caught, Verdict::Missed);
        let refactors = rows(&|kind| kind == Kind::Refactor);
        Self {
            caught: caught(&rows(&is_bug)),
            budget: caught(&rows(&|kind| kind == Kind::Budget)),
            alarms: share(&refactors, styles, Verdict::FalseAlarm, Verdict::Quiet),
        }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.of, self.all)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::variant::Variant;
    use crate::verdict::Cell;

    fn row(kind: Kind, verdicts: [(&str, Verdict); 2]) -> Row {
        let cell = |(style, verdict): (&str, _)| (style.to_owned(), Cell { verdict, red: vec![] });
        let cells = verdicts.map(cell).into_iter().collect::<BTreeMap<_, _>>();
        Row { variant: Variant::of(kind, "service"), cells }
    }

    #[test]
    fn together_styles_catch_what_any_of_them_catches_and_cry_where_any_cries() {
        use Verdict::{Caught, FalseAlarm, Missed, OutOfReach, Quiet};
        let variants = vec![
            row(Kind::Logic, [("fake", Caught), ("sql", Missed)]),
            row(Kind::Sql, [("fake", OutOfReach), ("sql", Caught)]),
            row(Kind::Lie, [("fake", OutOfReach), ("sql", OutOfReach)]),
            row(Kind::Budget, [("fake", Missed), ("sql", Caught)]),
            row(Kind::Refactor, [("fake", Quiet), ("sql", FalseAlarm)]),
        ];
        let results = Results { variants, ..Results::default() };

        let totals = |styles: &[&str]| {
            let Totals { caught, budget, alarms } = Totals::of(&results, styles);
            [caught, budget, alarms].map(|share| (share.of, share.all))
        };

        assert_eq!(totals(&["fake"]), [(1, 1), (0, 1), (0, 1)]);
        assert_eq!(totals(&["sql"]), [(1, 2), (1, 1), (1, 1)]);
        assert_eq!(totals(&["fake", "sql"]), [(2, 2), (1, 1), (1, 1)]);
    }
}
