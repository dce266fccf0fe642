//! The wire protocol, version 3: as much of it as sqlx speaks.
//! <https://www.postgresql.org/docs/current/protocol-message-formats.html>

mod read;
mod write;

pub(super) use read::{Message, greet, read};
pub(super) use write::{Answer, Format};
