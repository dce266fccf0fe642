//! The provider of notifications that are still to be delivered.

use async_trait::async_trait;
use domain::providers::{Outbox, StorageError};
use domain::{
    CommentId, Delivery, Event, News, Notification, NotificationId, Slug, Timestamp, Title,
    Undelivered, Username,
};
use sqlx::postgres::PgRow;

use super::row;
use super::session::{Session, Work};
use super::statement::statement;

const ENQUEUE: &str = "INSERT INTO outbox
        (id, recipient_id, comment_id, made_by, slug, title, created_at, due_at)
    SELECT id, recipient_id, comment_id, made_by, slug, title, created_at, created_at
    FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[],
        $7::bigint[]) AS new (id, recipient_id, comment_id, made_by, slug, title, created_at)";

/// Workers claim one after the other, until they commit. To pass over what another has locked would
/// be quicker, and would miss what somebody claimed who is being rolled back.
const WAIT_FOR_CLAIMS: &str = "SELECT pg_advisory_xact_lock('outbox'::regclass::oid::bigint)";

const CLAIM: &str = "WITH due AS (
        SELECT id, due_at FROM outbox WHERE due_at <= $1
        ORDER BY due_at, id LIMIT $3 FOR UPDATE
    ), claimed AS (
        UPDATE outbox o SET attempts = attempts + 1, due_at = $2 FROM due WHERE o.id = due.id
        RETURNING o.*, due.due_at AS was_due_at
    )
    SELECT c.id, c.comment_id, c.made_by, c.slug, c.title, c.created_at, c.attempts, u.username
    FROM claimed c JOIN users u ON u.id = c.recipient_id
    ORDER BY c.was_due_at, c.id";

const REMOVE: &str = "DELETE FROM outbox WHERE id = $1";

const RESCHEDULE: &str = "UPDATE outbox SET due_at = $3 WHERE id = $1 AND attempts = $2";

const FIND: &str =
    "SELECT id, comment_id, made_by, slug, title, created_at, attempts, recipient_id, due_at
    FROM outbox WHERE id = $1";

fn id(row: &PgRow) -> Result<NotificationId, StorageError> {
    row::get(row, 0).map(NotificationId)
}

fn news(row: &PgRow) -> Result<News, StorageError> {
    let comment: Option<i64> = row::get(row, 1)?;
    Ok(News {
        event: comment.map_or(Event::Published, |id| Event::Commented(CommentId(id))),
        by: row::text(row, 2, Username::parse)?,
        slug: row::text(row, 3, Slug::parse)?,
        title: row::text(row, 4, Title::parse)?,
    })
}

fn delivery(row: &PgRow) -> Result<Delivery, StorageError> {
    Ok(Delivery {
        id: id(row)?,
        recipient: row::text(row, 7, Username::parse)?,
        news: news(row)?,
        created_at: row::timestamp(row, 5)?,
        attempt: row::small_count(row, 6)?,
    })
}

fn undelivered(row: &PgRow) -> Result<Undelivered, StorageError> {
    let due_at: Option<i64> = row::get(row, 8)?;
    Ok(Undelivered {
        notification: Notification {
            id: id(row)?,
            recipient: row::user_id(row, 7)?,
            news: news(row)?,
            created_at: row::timestamp(row, 5)?,
        },
        attempts: row::small_count(row, 6)?,
        due_at: due_at.map(Timestamp::from_micros),
    })
}

fn comment(news: &News) -> Option<i64> {
    match news.event {
        Event::Published => None,
        Event::Commented(comment) => Some(comment.0),
    }
}

#[async_trait]
impl Outbox for Session<Work> {
    async fn enqueue(&mut self, notifications: &[Notification]) -> Result<(), StorageError> {
        fn column<'a, T>(
            notifications: &'a [Notification],
            value: impl Fn(&'a Notification) -> T,
        ) -> Vec<T> {
            notifications.iter().map(value).collect()
        }
        let enqueue = statement(ENQUEUE)
            .bind(column(notifications, |new| new.id.0))
            .bind(column(notifications, |new| new.recipient.0))
            .bind(column(notifications, |new| comment(&new.news)))
            .bind(column(notifications, |new| new.news.by.as_str()))
            .bind(column(notifications, |new| new.news.slug.as_str()))
            .bind(column(notifications, |new| new.news.title.as_str()))
            .bind(column(notifications, |new| new.created_at.as_micros()));
        self.write(enqueue).await.map(|_| ())
    }

    async fn claim(
        &mut self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Delivery>, StorageError> {
        self.rows(statement(WAIT_FOR_CLAIMS)).await?;
        let claim =
            statement(CLAIM).bind(now.as_micros()).bind(until.as_micros()).bind(i64::from(limit));
        self.rows(claim).await?.iter().map(delivery).collect()
    }

    async fn remove(&mut self, id: NotificationId) -> Result<(), StorageError> {
        self.write(statement(REMOVE).bind(id.0)).await.map(|_| ())
    }

    async fn reschedule(
        &mut self,
        claimed: &Delivery,
        due_at: Option<Timestamp>,
    ) -> Result<(), StorageError> {
        let reschedule = statement(RESCHEDULE)
            .bind(claimed.id.0)
            .bind(i64::from(claimed.attempt))
            .bind(due_at.map(Timestamp::as_micros));
        self.write(reschedule).await.map(|_| ())
    }

    async fn find(&mut self, id: NotificationId) -> Result<Option<Undelivered>, StorageError> {
        let found = self.row(statement(FIND).bind(id.0)).await?;
        found.as_ref().map(undelivered).transpose()
    }
}
