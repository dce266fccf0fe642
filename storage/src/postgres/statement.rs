//! A statement with its arguments, that can be run again.

use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{Arguments, Encode, Postgres, Type};

/// A statement, and what is bound to it.
#[derive(Clone)]
pub(super) struct Statement {
    text: &'static str,
    arguments: PgArguments,
}

/// `text` with nothing bound to it.
pub(super) fn statement(text: &'static str) -> Statement {
    Statement { text, arguments: PgArguments::default() }
}

impl Statement {
    /// Binds the next argument.
    pub fn bind<'a>(mut self, value: impl Encode<'a, Postgres> + Type<Postgres>) -> Self {
        // What is too large to be sent is left out, and the server refuses to run the rest.
        let _ = self.arguments.add(value);
        self
    }

    /// What sqlx runs, once.
    pub fn query(&self) -> Query<'static, Postgres, PgArguments> {
        sqlx::query_with(self.text, self.arguments.clone())
    }
}
