//! Errors that a server answers.

/// An error as the server tells it: its SQLSTATE, and the constraint where one was violated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) constraint: Option<&'static str>,
}

/// An error of any SQLSTATE, five characters.
///
/// # Panics
/// Where `code` has not five.
pub fn refusal(code: &'static str, message: impl Into<String>) -> Refusal {
    assert_eq!(code.len(), 5, "`{code}` is no SQLSTATE");
    Refusal { code, message: message.into(), constraint: None }
}

/// Somebody else has what must be unique (23505).
pub fn unique_violation(constraint: &'static str) -> Refusal {
    let message = format!("duplicate key value violates unique constraint \"{constraint}\"");
    Refusal { constraint: Some(constraint), ..refusal("23505", message) }
}

/// What is referred to is not there, or what is there is referred to (23503).
pub fn foreign_key_violation(constraint: &'static str) -> Refusal {
    let message = format!("it violates foreign key constraint \"{constraint}\"");
    Refusal { constraint: Some(constraint), ..refusal("23503", message) }
}

/// Another transaction was quicker (40001).
pub fn serialization_failure() -> Refusal {
    refusal("40001", "could not serialize access due to concurrent update")
}

/// Two transactions wait for each other (40P01).
pub fn deadlock() -> Refusal {
    refusal("40P01", "deadlock detected")
}
