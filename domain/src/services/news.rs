//! Writing down whom to tell of what, in the unit of work in which it happens.

use crate::providers::{NewId, StorageError, UnitOfWork};
use crate::{News, Notification, NotificationId, Timestamp, UserId};

/// Something that has happened.
pub(super) struct Happened {
    pub news: News,
    /// Who did it, and knows.
    pub by: UserId,
    pub at: Timestamp,
}

impl Happened {
    /// Writes it down for everybody in `recipients` who does not know.
    pub async fn tell(
        self,
        recipients: &[UserId],
        work: &mut dyn UnitOfWork,
        new_id: &NewId,
    ) -> Result<(), StorageError> {
        let others = recipients.iter().filter(|recipient| **recipient != self.by);
        let notifications: Vec<_> = others
            .map(|recipient| Notification {
                id: NotificationId(new_id()),
                recipient: *recipient,
                news: self.news.clone(),
                created_at: self.at,
            })
            .collect();
        if notifications.is_empty() {
            return Ok(());
        }
        work.outbox().enqueue(&notifications).await
    }
}
