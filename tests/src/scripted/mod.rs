//! A scripted Postgres: a server that speaks the wire protocol and answers what a test has written
//! down, so that an unchanged adapter on [`sqlx::PgPool`] runs against it. For what a real server
//! does only when it likes: violations by name, serialization failures, connections that break.
//! `docs/scripted-postgres.md` tells what it cannot know.
//!
//! ```ignore
//! let script = Script::new()
//!     .begin()
//!     .expect("INSERT INTO users (id, email) VALUES ($1, $2) RETURNING number")
//!     .args((id, any()))
//!     .returns(rows::<(i64,)>(["number"]).row((51,)))
//!     .expect_like("^UPDATE counters")
//!     .affects(1)
//!     .commit();
//! let server = ScriptedPostgres::start(script).await;
//!
//! register(&server.pool(), id, "rosalind@helix.example").await.unwrap();
//!
//! server.verify().await.unwrap();
//! ```

mod answers;
mod check;
mod refusal;
mod report;
mod rows;
mod script;
mod server;
mod session;
mod shown;
mod stage;
mod step;
mod transaction;
mod value;
mod wire;

pub use refusal::{
    Refusal, deadlock, foreign_key_violation, refusal, serialization_failure, unique_violation,
};
pub use report::Report;
pub use rows::{Row, Rows, rows};
pub use script::Script;
pub use server::ScriptedPostgres;
pub use value::{Any, Argument, Arguments, Cell, any};
