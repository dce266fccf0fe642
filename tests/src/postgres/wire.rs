//! What a test process and the keeper say to each other: one JSON object a line, each way.

use std::io;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// What a process asks. The connection stays open for as long as it wants what it asked for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// Whether there is a server; and to stay while this process runs.
    Server,
    /// A database of its own, until the connection ends.
    Database(Kind),
}

/// What is in a database when a test gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// The schema, and no rows.
    Migrated,
    /// Nothing.
    Bare,
}

/// The answer to [`Request::Server`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Availability {
    /// There is one.
    Ready {
        /// Which it is, and why it is none of those before it.
        taken: String,
    },
    /// There is none, and nobody said that there must be.
    Missing {
        /// Why not, source by source.
        reasons: String,
    },
    /// The one that was named cannot be used.
    Refused {
        /// Why not.
        reason: String,
    },
}

/// The answer to [`Request::Database`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Lease {
    pub name: String,
    pub url: String,
    /// How to look into it after the test, where it is kept.
    pub kept: Option<String>,
}

/// As a line.
pub(super) fn line(message: &impl Serialize) -> String {
    let mut line = serde_json::to_string(message).expect("enums and strings are JSON");
    line.push('\n');
    line
}

/// From a line; an empty one is the end of the conversation.
pub(super) fn parse<T: DeserializeOwned>(line: &str) -> io::Result<T> {
    if line.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(serde_json::from_str(line)?)
}
