//! A small adapter that knows nothing of scripts.

use sqlx::{PgPool, Result};
use uuid::Uuid;

pub const ROSALIND: Uuid = Uuid::from_u128(51);

pub const INSERT: &str = "INSERT INTO users (id, email) VALUES ($1, $2) RETURNING number";
pub const COUNT: &str = "UPDATE counters SET users = users + $1";
pub const RENAME: &str = "UPDATE users SET name = $1 WHERE number = $2";
pub const NUMBER: &str = "SELECT number FROM users WHERE email = $1";

/// Adds a user, counts, and answers the number that the database gave.
pub async fn register(pool: &PgPool, email: &str) -> Result<i64> {
    let mut work = pool.begin().await?;
    let insert =
        sqlx::query_as("INSERT INTO users (id, email)\n    VALUES ($1, $2) RETURNING number");
    let (number,) = insert.bind(ROSALIND).bind(email).fetch_one(&mut *work).await?;
    sqlx::query(COUNT).bind(1_i64).execute(&mut *work).await?;
    work.commit().await?;
    Ok(number)
}

/// Answers how many have a new name now.
pub async fn rename(pool: &PgPool, number: i64, name: &str) -> Result<u64> {
    let renamed = sqlx::query(RENAME).bind(name).bind(number).execute(pool).await?;
    Ok(renamed.rows_affected())
}

/// Looks somebody up, a second time where somebody else was quicker.
pub async fn number(pool: &PgPool, email: &str) -> Result<Option<i64>> {
    let look = async || sqlx::query_scalar(NUMBER).bind(email).fetch_optional(pool).await;
    match look().await {
        Err(sqlx::Error::Database(refusal)) if refusal.code().as_deref() == Some("40001") => {
            look().await
        }
        outcome => outcome,
    }
}
