//! What all text values share: they are not blank, not too long, and storable everywhere.

use thiserror::Error;

/// Why a value was refused. The display text completes a sentence that begins with the field's
/// name: `title can't be blank`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Invalid {
    /// Empty, or white space alone.
    #[error("can't be blank")]
    Blank,
    /// Fewer characters than the rule asks for.
    #[error("is too short (minimum is {min} characters)")]
    TooShort {
        /// The fewest characters allowed.
        min: usize,
    },
    /// More characters than the rule allows.
    #[error("is too long (maximum is {max} characters)")]
    TooLong {
        /// The most characters allowed.
        max: usize,
    },
    /// More entries than a list may have.
    #[error("has too many entries (maximum is {max})")]
    TooMany {
        /// The most entries allowed.
        max: usize,
    },
    /// A number outside its range.
    #[error("must be between {min} and {max}")]
    OutOfRange {
        /// The smallest number allowed.
        min: u32,
        /// The largest number allowed.
        max: u32,
    },
    /// Not of the form which the value has.
    #[error("is invalid")]
    Malformed,
}

/// Text that says something, of at most `max` characters. A NUL is refused because Postgres
/// cannot store it, and all storages promise the same.
pub(crate) fn visible(text: String, max: usize) -> Result<String, Invalid> {
    if text.trim().is_empty() {
        return Err(Invalid::Blank);
    }
    storable(text, max)
}

/// Text of at most `max` characters, free of NUL.
pub(crate) fn storable(text: String, max: usize) -> Result<String, Invalid> {
    // The length in bytes bounds the length in characters, and costs nothing to read.
    if text.len() > max && text.chars().count() > max {
        return Err(Invalid::TooLong { max });
    }
    if text.contains('\0') {
        return Err(Invalid::Malformed);
    }
    Ok(text)
}

/// A value type around a `String` that `$check` has accepted.
macro_rules! text_value {
    ($(#[$doc:meta])* $name:ident, $check:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Accepts `text`, or says what is wrong with it.
            pub fn parse(text: impl Into<String>) -> Result<Self, $crate::Invalid> {
                let check: fn(String) -> Result<String, $crate::Invalid> = $check;
                check(text.into()).map(Self)
            }

            /// The text as it was given.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}
pub(crate) use text_value;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_alone_is_blank() {
        for blank in ["", " ", "\t\n", "\u{3000}"] {
            assert_eq!(visible(blank.into(), 10), Err(Invalid::Blank));
        }
    }

    #[test]
    fn length_is_counted_in_characters_not_bytes() {
        let four_wide = "🦀🦀🦀🦀";

        assert_eq!(visible(four_wide.into(), 4), Ok(four_wide.into()));
        assert_eq!(visible(four_wide.into(), 3), Err(Invalid::TooLong { max: 3 }));
    }

    #[test]
    fn a_nul_is_refused_because_not_every_storage_keeps_it() {
        assert_eq!(visible("a\0b".into(), 10), Err(Invalid::Malformed));
    }

    #[test]
    fn text_is_kept_to_the_letter() {
        assert_eq!(visible("  שלום\r\n".into(), 10), Ok("  שלום\r\n".into()));
    }
}
