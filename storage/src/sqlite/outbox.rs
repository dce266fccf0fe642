//! The provider of notifications that are still to be delivered.

use async_trait::async_trait;
use domain::providers::{Outbox, StorageError};
use domain::{
    CommentId, Delivery, Event, News, Notification, NotificationId, Slug, Timestamp, Title,
    Undelivered, Username,
};
use rusqlite::{OptionalExtension, Row, params};
use uuid::Uuid;

use super::pool::Pool;
use super::row;

const ENQUEUE: &str = "INSERT INTO outbox
    (id, recipient_id, comment_id, made_by, slug, title, created_at, due_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)";

const DUE: &str =
    "SELECT o.id, o.comment_id, o.made_by, o.slug, o.title, o.created_at, o.attempts + 1, u.username
    FROM outbox o JOIN users u ON u.id = o.recipient_id
    WHERE o.due_at <= ?1 ORDER BY o.due_at, o.id LIMIT ?2";

const CLAIM: &str = "UPDATE outbox SET attempts = attempts + 1, due_at = ?2 WHERE id = ?1";

const REMOVE: &str = "DELETE FROM outbox WHERE id = ?1";

const RESCHEDULE: &str = "UPDATE outbox SET due_at = ?3 WHERE id = ?1 AND attempts = ?2";

const FIND: &str =
    "SELECT id, comment_id, made_by, slug, title, created_at, attempts, recipient_id, due_at
    FROM outbox WHERE id = ?1";

fn id(row: &Row<'_>) -> rusqlite::Result<NotificationId> {
    row.get::<_, Uuid>(0).map(NotificationId)
}

fn news(row: &Row<'_>) -> rusqlite::Result<News> {
    let comment: Option<i64> = row.get(1)?;
    Ok(News {
        event: comment.map_or(Event::Published, |id| Event::Commented(CommentId(id))),
        by: row::text(row, 2, Username::parse)?,
        slug: row::text(row, 3, Slug::parse)?,
        title: row::text(row, 4, Title::parse)?,
    })
}

fn delivery(row: &Row<'_>) -> rusqlite::Result<Delivery> {
    Ok(Delivery {
        id: id(row)?,
        recipient: row::text(row, 7, Username::parse)?,
        news: news(row)?,
        created_at: row::timestamp(row, 5)?,
        attempt: row.get(6)?,
    })
}

fn undelivered(row: &Row<'_>) -> rusqlite::Result<Undelivered> {
    let due_at: Option<i64> = row.get(8)?;
    Ok(Undelivered {
        notification: Notification {
            id: id(row)?,
            recipient: row::user_id(row, 7)?,
            news: news(row)?,
            created_at: row::timestamp(row, 5)?,
        },
        attempts: row.get(6)?,
        due_at: due_at.map(Timestamp::from_micros),
    })
}

#[async_trait]
impl Outbox for Pool {
    async fn enqueue(&mut self, notifications: &[Notification]) -> Result<(), StorageError> {
        let notifications = notifications.to_vec();
        self.run(move |db| {
            let mut insert = db.prepare_cached(ENQUEUE)?;
            for Notification { id, recipient, news, created_at } in &notifications {
                let comment = match news.event {
                    Event::Published => None,
                    Event::Commented(comment) => Some(comment.0),
                };
                insert.execute(params![
                    id.0,
                    recipient.0,
                    comment,
                    news.by.as_str(),
                    news.slug.as_str(),
                    news.title.as_str(),
                    created_at.as_micros(),
                ])?;
            }
            Ok(())
        })
        .await
    }

    async fn claim(
        &mut self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Delivery>, StorageError> {
        self.run(move |db| {
            let mut due = db.prepare_cached(DUE)?;
            let due = due.query_map(params![now.as_micros(), limit], delivery)?;
            let due = due.collect::<rusqlite::Result<Vec<_>>>()?;
            let mut claim = db.prepare_cached(CLAIM)?;
            for delivery in &due {
                claim.execute(params![delivery.id.0, until.as_micros()])?;
            }
            Ok(due)
        })
        .await
    }

    async fn remove(&mut self, id: NotificationId) -> Result<(), StorageError> {
        self.run(move |db| db.prepare_cached(REMOVE)?.execute([id.0])).await.map(|_| ())
    }

    async fn reschedule(
        &mut self,
        claimed: &Delivery,
        due_at: Option<Timestamp>,
    ) -> Result<(), StorageError> {
        let (id, attempt) = (claimed.id.0, claimed.attempt);
        let due_at = due_at.map(Timestamp::as_micros);
        self.run(move |db| db.prepare_cached(RESCHEDULE)?.execute(params![id, attempt, due_at]))
            .await
            .map(|_| ())
    }

    async fn find(&mut self, id: NotificationId) -> Result<Option<Undelivered>, StorageError> {
        self.run(move |db| db.prepare_cached(FIND)?.query_row([id.0], undelivered).optional()).await
    }
}
