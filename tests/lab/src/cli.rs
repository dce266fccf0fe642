//! The command line.

use anyhow::{Result, bail};
use clap::Parser;

use crate::style::{STYLES, Style};
use crate::variant::Variant;

/// Runs every style of test on every variant of the use case, and says who finds what.
///
/// A variant is the code that ships with one thing changed: a bug, or a refactor. Each is built once,
/// in a copy of this workspace, and all styles are run on it. The table says what each style made of
/// it. `docs/lab/README.md` explains what the table means.
#[derive(Debug, Parser)]
#[command(name = "cargo lab", bin_name = "cargo lab")]
#[command(after_help = "Examples:
  cargo lab                                        the whole matrix
  cargo lab --style fake --variant sent-twice      one cell, and the tests that are red
  cargo lab --check                                the whole matrix, compared with the committed one
  cargo lab --write                                the whole matrix, written to docs/lab")]
pub struct Arguments {
    /// Only this style; may be given several times
    #[arg(long = "style", value_name = "STYLE")]
    styles: Vec<String>,
    /// Only this variant; may be given several times
    #[arg(long = "variant", value_name = "VARIANT")]
    variants: Vec<String>,
    /// Fail where a verdict is not the committed one, and say which
    #[arg(long)]
    pub check: bool,
    /// Write docs/lab: the results, the report, and the page. Only of the whole matrix
    #[arg(long, conflicts_with_all = ["styles", "variants", "check"])]
    pub write: bool,
    /// List the styles and the variants, and run nothing
    #[arg(long)]
    pub list: bool,
}

impl Arguments {
    /// Whether nothing is left out.
    pub fn is_whole(&self) -> bool {
        self.styles.is_empty() && self.variants.is_empty()
    }

    /// The styles that were asked for.
    pub fn styles(&self) -> Result<Vec<&'static Style>> {
        let all: Vec<_> = STYLES.iter().collect();
        chosen("style", all, &self.styles, |style| style.name)
    }

    /// The variants that were asked for.
    pub fn variants(&self, all: Vec<Variant>) -> Result<Vec<Variant>> {
        chosen("variant", all, &self.variants, |variant| &variant.name)
    }
}

/// Those of these names; all, where none is named.
fn chosen<T>(
    flag: &str,
    mut all: Vec<T>,
    names: &[String],
    name: impl Fn(&T) -> &str,
) -> Result<Vec<T>> {
    // `fake-fields` is as good as `fake_fields`.
    let plain = |name: &str| name.replace('_', "-");
    for wanted in names {
        if !all.iter().any(|one| plain(name(one)) == plain(wanted)) {
            let known: Vec<_> = all.iter().map(name).collect();
            bail!("--{flag} {wanted}: there is none of this name, but {}", known.join(", "));
        }
    }
    all.retain(|one| names.is_empty() || names.iter().any(|n| plain(n) == plain(name(one))));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Arguments {
        Arguments::parse_from([&["cargo lab"], arguments].concat())
    }

    #[test]
    fn none_named_is_all() {
        assert_eq!(parsed(&[]).styles().unwrap().len(), STYLES.len());
    }

    #[test]
    fn a_style_is_known_by_either_hyphen() {
        let names = |argument| {
            let styles = parsed(&["--style", argument]).styles().unwrap();
            styles.into_iter().map(|style| style.name).collect::<Vec<_>>()
        };

        assert_eq!(names("fake-fields"), ["fake_fields"]);
        assert_eq!(names("fake_fields"), ["fake_fields"]);
    }

    #[test]
    fn a_wrong_name_is_told_with_the_right_ones() {
        let error = parsed(&["--style", "fak"]).styles().unwrap_err().to_string();

        assert!(
            error.starts_with("--style fak: there is none of this name, but fake, "),
            "{error}"
        );
    }
}
