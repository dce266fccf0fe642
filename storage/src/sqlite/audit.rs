//! The provider of what is remembered of deliveries.

use async_trait::async_trait;
use domain::providers::{Audit, StorageError};
use domain::{AuditLine, NotificationId, Outcome, Timestamp};
use rusqlite::types::Type;
use rusqlite::{Error, Row, params};
use uuid::Uuid;

use super::pool::Pool;
use super::row;

const NOTE: &str = "INSERT INTO audit (notification_id, attempt, at, postponed_until, reason)
    VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";

const LINES: &str = "SELECT notification_id, attempt, at, postponed_until, reason
    FROM audit WHERE notification_id = ?1 ORDER BY attempt";

fn line(row: &Row<'_>) -> rusqlite::Result<AuditLine> {
    let until: Option<i64> = row.get(3)?;
    let outcome = match (until.map(Timestamp::from_micros), row.get(4)?) {
        (None, None) => Outcome::Delivered,
        (Some(until), Some(reason)) => Outcome::Postponed { until, reason },
        (None, Some(reason)) => Outcome::GivenUp { reason },
        (Some(_), None) => return Err(Error::InvalidColumnType(4, "reason".into(), Type::Null)),
    };
    Ok(AuditLine {
        notification: row.get::<_, Uuid>(0).map(NotificationId)?,
        attempt: row.get(1)?,
        at: row::timestamp(row, 2)?,
        outcome,
    })
}

#[async_trait]
impl Audit for Pool {
    async fn note(&mut self, line: &AuditLine) -> Result<(), StorageError> {
        let AuditLine { notification, attempt, at, outcome } = line.clone();
        let (until, reason) = match outcome {
            Outcome::Delivered => (None, None),
            Outcome::Postponed { until, reason } => (Some(until.as_micros()), Some(reason)),
            Outcome::GivenUp { reason } => (None, Some(reason)),
        };
        self.run(move |db| {
            let mut note = db.prepare_cached(NOTE)?;
            note.execute(params![notification.0, attempt, at.as_micros(), until, reason])
        })
        .await
        .map(|_| ())
    }

    async fn lines(&mut self, about: NotificationId) -> Result<Vec<AuditLine>, StorageError> {
        self.run(move |db| {
            let mut lines = db.prepare_cached(LINES)?;
            lines.query_map([about.0], line)?.collect()
        })
        .await
    }
}
