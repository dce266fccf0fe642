//! Reads the keys of a request body one by one, and collects everything that is wrong with them.

use domain::{Invalid, TagList};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::error::{ApiError, Problems};

/// A key of a request body, whatever the client put there: absent, `null` and a value are three
/// things.
#[derive(Debug, Default)]
pub struct Field(Option<Value>);

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| Self(Some(value)))
    }
}

/// Turns fields into values, and remembers those where it could not.
#[derive(Default)]
pub struct Reader {
    problems: Problems,
}

impl Reader {
    /// A value that must be there.
    pub fn required<T>(
        &mut self,
        key: &'static str,
        field: Field,
        parse: impl FnOnce(String) -> Result<T, Invalid>,
    ) -> Option<T> {
        if field.0.is_none() {
            return self.problem(key, "is missing");
        }
        self.optional(key, field, parse)
    }

    /// A value that may be absent, but not empty.
    pub fn optional<T>(
        &mut self,
        key: &'static str,
        field: Field,
        parse: impl FnOnce(String) -> Result<T, Invalid>,
    ) -> Option<T> {
        match field.0? {
            Value::String(text) => self.check(key, parse(text)),
            Value::Null => self.check(key, Err(Invalid::Blank)),
            _ => self.problem(key, "must be a string"),
        }
    }

    /// A value that may be absent, or emptied by `null` or a blank text.
    #[expect(clippy::option_option, reason = "absent, emptied and given are three things")]
    pub fn clearable<T>(
        &mut self,
        key: &'static str,
        field: Field,
        parse: impl FnOnce(String) -> Result<T, Invalid>,
    ) -> Option<Option<T>> {
        match field.0? {
            Value::Null => Some(None),
            Value::String(text) if text.trim().is_empty() => Some(None),
            value => self.optional(key, Field(Some(value)), parse).map(Some),
        }
    }

    /// A list of tags that may be absent, but not `null`.
    pub fn tags(&mut self, key: &'static str, field: Field) -> Option<TagList> {
        let text = |entry| match entry {
            Value::String(text) => Some(text),
            _ => None,
        };
        match field.0? {
            Value::Null => self.check(key, Err(Invalid::Blank)),
            Value::Array(entries) if entries.len() > TagList::MAX => {
                self.check(key, Err(Invalid::TooMany { max: TagList::MAX }))
            }
            Value::Array(entries) => match entries.into_iter().map(text).collect() {
                Some::<Vec<String>>(texts) => self.check(key, TagList::parse(texts)),
                None => self.problem(key, "must be a list of strings"),
            },
            _ => self.problem(key, "must be a list of strings"),
        }
    }

    /// `value`, unless there was a problem.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, ApiError> {
        match value {
            Some(value) if self.problems.is_empty() => Ok(value),
            _ => Err(ApiError::unprocessable(self.problems)),
        }
    }

    /// Remembers why `key` has no value, where it has none.
    pub fn check<T>(&mut self, key: &'static str, value: Result<T, Invalid>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(invalid) => self.problem(key, &invalid.to_string()),
        }
    }

    /// Remembers that something is wrong with `key`.
    pub fn problem<T>(&mut self, key: &'static str, message: &str) -> Option<T> {
        self.problems.entry(key).or_default().push(message.to_owned().into());
        None
    }
}

#[cfg(test)]
#[path = "fields_tests.rs"]
mod tests;
