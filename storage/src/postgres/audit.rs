//! The provider of what is remembered of deliveries.

use async_trait::async_trait;
use domain::providers::{Audit, StorageError};
use domain::{AuditLine, NotificationId, Outcome, Timestamp};
use sqlx::postgres::PgRow;

use super::row;
use super::session::{Session, Work};
use super::statement::statement;

const NOTE: &str = "INSERT INTO audit (notification_id, attempt, at, postponed_until, reason)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";

const LINES: &str = "SELECT notification_id, attempt, at, postponed_until, reason
    FROM audit WHERE notification_id = $1 ORDER BY attempt";

fn line(row: &PgRow) -> Result<AuditLine, StorageError> {
    let until: Option<i64> = row::get(row, 3)?;
    let outcome = match (until.map(Timestamp::from_micros), row::get(row, 4)?) {
        (None, None) => Outcome::Delivered,
        (Some(until), Some(reason)) => Outcome::Postponed { until, reason },
        (None, Some(reason)) => Outcome::GivenUp { reason },
        (Some(_), None) => {
            return Err(StorageError::Inconsistent("postponed for no reason".to_owned()));
        }
    };
    Ok(AuditLine {
        notification: NotificationId(row::get(row, 0)?),
        attempt: row::small_count(row, 1)?,
        at: row::timestamp(row, 2)?,
        outcome,
    })
}

#[async_trait]
impl Audit for Session<Work> {
    async fn note(&mut self, line: &AuditLine) -> Result<(), StorageError> {
        let (until, reason) = match &line.outcome {
            Outcome::Delivered => (None, None),
            Outcome::Postponed { until, reason } => (Some(until.as_micros()), Some(reason)),
            Outcome::GivenUp { reason } => (None, Some(reason)),
        };
        let note = statement(NOTE)
            .bind(line.notification.0)
            .bind(i64::from(line.attempt))
            .bind(line.at.as_micros())
            .bind(until)
            .bind(reason);
        self.write(note).await.map(|_| ())
    }

    async fn lines(&mut self, about: NotificationId) -> Result<Vec<AuditLine>, StorageError> {
        let rows = self.rows(statement(LINES).bind(about.0)).await?;
        rows.iter().map(line).collect()
    }
}
