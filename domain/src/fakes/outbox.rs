//! The fake provider of notifications that are still to be delivered.

use async_trait::async_trait;

use super::tables::Tables;
use crate::providers::{Outbox, StorageError};
use crate::{Delivery, Notification, NotificationId, Timestamp, Undelivered};

#[async_trait]
impl Outbox for Tables {
    async fn enqueue(&mut self, notifications: &[Notification]) -> Result<(), StorageError> {
        for notification in notifications {
            self.users.require(&notification.recipient)?;
            let undelivered = Undelivered {
                notification: notification.clone(),
                attempts: 0,
                due_at: Some(notification.created_at),
            };
            self.outbox.put(notification.id, undelivered)?;
        }
        Ok(())
    }

    async fn claim(
        &mut self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Delivery>, StorageError> {
        let is_due = |entry: &&Undelivered| entry.due_at.is_some_and(|due_at| due_at <= now);
        let mut due: Vec<_> = self.outbox.values().filter(is_due).cloned().collect();
        due.sort_by_key(|entry| (entry.due_at, entry.notification.id));
        due.truncate(limit as usize);
        due.into_iter().map(|entry| self.claim_one(entry, until)).collect()
    }

    async fn remove(&mut self, id: NotificationId) -> Result<(), StorageError> {
        self.outbox.delete(&id);
        Ok(())
    }

    async fn reschedule(
        &mut self,
        claimed: &Delivery,
        due_at: Option<Timestamp>,
    ) -> Result<(), StorageError> {
        match self.outbox.get(&claimed.id) {
            Some(entry) if entry.attempts == claimed.attempt => {
                self.outbox.put(claimed.id, Undelivered { due_at, ..entry.clone() })
            }
            _ => Ok(()),
        }
    }

    async fn find(&mut self, id: NotificationId) -> Result<Option<Undelivered>, StorageError> {
        Ok(self.outbox.get(&id).cloned())
    }
}

impl Tables {
    fn claim_one(
        &mut self,
        entry: Undelivered,
        until: Timestamp,
    ) -> Result<Delivery, StorageError> {
        let entry = Undelivered { attempts: entry.attempts + 1, due_at: Some(until), ..entry };
        let Notification { id, recipient, news, created_at } = entry.notification.clone();
        let attempt = entry.attempts;
        self.outbox.put(id, entry)?;
        let recipient = self.author(recipient)?.username.clone();
        Ok(Delivery { id, recipient, news, created_at, attempt })
    }
}
