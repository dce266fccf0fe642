//! What statements do to a transaction.

/// How a connection stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Idle,
    Open,
    Aborted,
}

impl Status {
    /// How the server tells it.
    pub fn letter(self) -> u8 {
        match self {
            Self::Idle => b'I',
            Self::Open => b'T',
            Self::Aborted => b'E',
        }
    }

    pub fn after_an_error(self) -> Self {
        if self == Self::Open { Self::Aborted } else { self }
    }
}

/// What a statement does to the transaction around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Begins,
    Ends,
    /// To a savepoint, even from an error.
    Restores,
}

/// None for a statement that leaves it alone.
pub(super) fn effect(text: &str) -> Option<Effect> {
    let mut words = text.split([' ', ';']).map(str::to_uppercase);
    let (first, second) = (words.next()?, words.next().unwrap_or_default());
    match (&*first, &*second) {
        ("BEGIN", _) | ("START", "TRANSACTION") => Some(Effect::Begins),
        ("ROLLBACK", "TO") => Some(Effect::Restores),
        ("COMMIT" | "ROLLBACK", _) => Some(Effect::Ends),
        _ => None,
    }
}

/// How a server says that a statement was run.
pub(super) fn tag(text: &str, rows: u64) -> String {
    let verb = text.split(' ').next().unwrap_or_default().to_uppercase();
    match &*verb {
        "INSERT" => format!("INSERT 0 {rows}"),
        _ => format!("{verb} {rows}"),
    }
}
