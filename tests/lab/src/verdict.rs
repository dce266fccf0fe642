//! What a style has to say of a variant.

use serde::{Deserialize, Serialize};

use crate::style::Style;
use crate::trials::Red;
use crate::variant::{Kind, Variant};

/// A cell of the matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// What it comes to.
    pub verdict: Verdict,
    /// The trials that say so.
    pub red: Vec<Red>,
}

/// What it comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A bug, and the tests are red.
    Caught,
    /// A bug, and they are green.
    Missed,
    /// A refactor, and they are red.
    FalseAlarm,
    /// A refactor, and they are green.
    Quiet,
    /// The style replaces what was changed.
    OutOfReach,
    /// Nobody knows: it did not build, or did not come to an end.
    Error,
}

impl Verdict {
    /// How it is printed where there is room for one sign.
    pub fn sign(self) -> char {
        match self {
            Self::Caught => '■',
            Self::Missed => '·',
            Self::FalseAlarm => '!',
            Self::Quiet => '○',
            Self::OutOfReach => ' ',
            Self::Error => '?',
        }
    }

    /// How it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Caught => "caught",
            Self::Missed => "missed",
            Self::FalseAlarm => "false alarm",
            Self::Quiet => "quiet",
            Self::OutOfReach => "out of reach",
            Self::Error => "error",
        }
    }
}

/// What the style says of the variant, whose trials ended so.
pub fn judge(style: &Style, variant: &Variant, red: Vec<Red>) -> Cell {
    let is_refactor = variant.kind == Kind::Refactor;
    let verdict = match (style.reaches(&variant.layers), red.is_empty()) {
        (false, true) => Verdict::OutOfReach,
        // It cannot be: the table of the styles is wrong, or the header of the variant.
        (false, false) => Verdict::Error,
        (true, false) if is_refactor => Verdict::FalseAlarm,
        (true, true) if is_refactor => Verdict::Quiet,
        (true, false) => Verdict::Caught,
        (true, true) => Verdict::Missed,
    };
    Cell { verdict, red }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::STYLES;

    fn verdict(style: &str, kind: Kind, layer: &str, is_red: bool) -> Verdict {
        let style = STYLES.iter().find(|known| known.name == style).unwrap();
        let variant = Variant::of(kind, layer);
        let red = Red { scenario: "told".to_owned(), message: String::new() };
        judge(style, &variant, if is_red { vec![red] } else { vec![] }).verdict
    }

    #[test]
    fn red_is_good_news_of_a_bug_and_bad_of_a_refactor() {
        assert_eq!(verdict("fake", Kind::Logic, "service", true), Verdict::Caught);
        assert_eq!(verdict("fake", Kind::Logic, "service", false), Verdict::Missed);
        assert_eq!(verdict("fake", Kind::Refactor, "service", true), Verdict::FalseAlarm);
        assert_eq!(verdict("fake", Kind::Refactor, "service", false), Verdict::Quiet);
    }

    #[test]
    fn what_a_style_replaces_is_out_of_its_reach() {
        assert_eq!(verdict("fake", Kind::Sql, "sqlite", false), Verdict::OutOfReach);
        assert_eq!(verdict("fake", Kind::Sql, "sqlite", true), Verdict::Error);
    }
}
