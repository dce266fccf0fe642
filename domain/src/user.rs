//! Accounts: who may sign in, and as whom.

use std::fmt;

use uuid::Uuid;

use crate::text::{Invalid, text_value, visible};

/// Names a user for life. Time-ordered where the real id function mints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserId(pub Uuid);

text_value! {
    /// A user's public name: 1 to 100 characters, no control characters, not `.` or `..`. Case
    /// matters.
    Username, |text| {
        let text = visible(text, 100)?;
        // Clients resolve the dots of a path, so nobody could see a user of such a name.
        let dots = text == "." || text == "..";
        if dots || text.chars().any(char::is_control) { return Err(Invalid::Malformed) }
        Ok(text)
    }
}

text_value! {
    /// An address of the form `local@domain`, at most 254 characters (RFC 5321, 4.5.3.1.3).
    Email, |text| {
        let text = visible(text, 254)?;
        let (local, domain) = text.rsplit_once('@').ok_or(Invalid::Malformed)?;
        let spaced = text.chars().any(|c| c.is_whitespace() || c.is_control());
        if local.is_empty() || domain.is_empty() || spaced { return Err(Invalid::Malformed) }
        Ok(text)
    }
}

impl Email {
    /// What makes two addresses the same: the text without regard to case. Storages hold this
    /// unique.
    pub fn key(&self) -> String {
        self.as_str().to_lowercase()
    }
}

text_value! {
    /// What a user says of themselves: at most 10,000 characters.
    Bio, |text| visible(text, 10_000)
}

text_value! {
    /// Where a user's picture is: at most 2,000 characters. Not fetched, so not checked further.
    ImageUrl, |text| visible(text, 2_000)
}

/// A password its owner chose: 8 to 256 characters.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// The fewest characters.
    pub const MIN: usize = 8;
    /// The most characters.
    pub const MAX: usize = 256;

    /// Accepts `text`, or says what is wrong with it.
    pub fn parse(text: impl Into<String>) -> Result<Self, Invalid> {
        let text = visible(text.into(), Self::MAX)?;
        if text.chars().count() < Self::MIN {
            return Err(Invalid::TooShort { min: Self::MIN });
        }
        Ok(Self(text))
    }

    /// The secret itself, for the function that hashes it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// What somebody typed to sign in. Any text may be tried, except none.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordAttempt(String);

impl PasswordAttempt {
    /// Accepts `text` unless it is empty.
    pub fn parse(text: impl Into<String>) -> Result<Self, Invalid> {
        match text.into() {
            text if text.trim().is_empty() => Err(Invalid::Blank),
            text => Ok(Self(text)),
        }
    }

    /// The secret itself, for the function that verifies it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// A password as it may be stored.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps what the hashing function made.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The hash, for storage and for the function that verifies it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

macro_rules! redacted {
    ($($name:ident),*) => {
        $(impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        })*
    };
}
redacted!(Password, PasswordAttempt, PasswordHash);

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Never changes.
    pub id: UserId,
    /// Unique among all users.
    pub username: Username,
    /// Unique among all users, without regard to case.
    pub email: Email,
    /// Never leaves the service.
    pub password: PasswordHash,
    /// `None` where nothing was said.
    pub bio: Option<Bio>,
    /// `None` where there is no picture.
    pub image: Option<ImageUrl>,
}

/// What it takes to open an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// The name to be known by.
    pub username: Username,
    /// The address to sign in with.
    pub email: Email,
    /// The secret to sign in with.
    pub password: Password,
}

/// A change to an account. `None` leaves a field as it is; for `bio` and `image`, `Some(None)`
/// empties it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountEdit {
    /// The new name.
    pub username: Option<Username>,
    /// The new address.
    pub email: Option<Email>,
    /// The new secret.
    pub password: Option<Password>,
    /// The new words, or none.
    pub bio: Option<Option<Bio>>,
    /// The new picture, or none.
    pub image: Option<Option<ImageUrl>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_username_is_one_line_of_visible_text() {
        assert!(Username::parse("Rosalind Franklin").is_ok());
        assert_eq!(Username::parse("  "), Err(Invalid::Blank));
        assert_eq!(Username::parse("rosa\nlind"), Err(Invalid::Malformed));
        assert_eq!(Username::parse(".."), Err(Invalid::Malformed));
        assert!(Username::parse("...").is_ok());
        assert_eq!(Username::parse("r".repeat(101)), Err(Invalid::TooLong { max: 100 }));
    }

    #[test]
    fn an_email_has_something_on_both_sides_of_its_last_at_sign() {
        assert!(Email::parse("rosalind@helix.example").is_ok());
        assert!(Email::parse("\"odd@but\"@allowed.example").is_ok());
        for malformed in ["rosalind", "@helix.example", "rosalind@", "rosa lind@helix.example"] {
            assert_eq!(Email::parse(malformed), Err(Invalid::Malformed), "{malformed}");
        }
    }

    #[test]
    fn two_spellings_of_one_email_share_a_key() {
        let shouted = Email::parse("ROSALIND@Helix.example").unwrap();

        assert_eq!(shouted.key(), "rosalind@helix.example");
        assert_eq!(shouted.as_str(), "ROSALIND@Helix.example");
    }

    #[test]
    fn a_password_has_at_least_eight_characters() {
        assert_eq!(Password::parse("1234567"), Err(Invalid::TooShort { min: 8 }));
        assert_eq!(Password::parse("        "), Err(Invalid::Blank));
        assert!(Password::parse("12345678").is_ok());
        assert!(Password::parse("p".repeat(64)).is_ok());
        assert_eq!(Password::parse("p".repeat(257)), Err(Invalid::TooLong { max: 256 }));
    }

    #[test]
    fn secrets_are_not_printed() {
        let password = Password::parse("photograph 51").unwrap();

        assert_eq!(format!("{password:?}"), "Password(..)");
    }
}
