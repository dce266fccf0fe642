//! The fake provider of what is remembered of deliveries.

use async_trait::async_trait;

use super::tables::Tables;
use crate::providers::{Audit, StorageError};
use crate::{AuditLine, NotificationId};

#[async_trait]
impl Audit for Tables {
    async fn note(&mut self, line: &AuditLine) -> Result<(), StorageError> {
        let key = (line.notification, line.attempt);
        match self.audit.get(&key) {
            Some(_) => Ok(()),
            None => self.audit.put(key, line.clone()),
        }
    }

    async fn lines(&mut self, about: NotificationId) -> Result<Vec<AuditLine>, StorageError> {
        let about = self.audit.values().filter(|line| line.notification == about);
        let mut lines: Vec<_> = about.cloned().collect();
        lines.sort_by_key(|line| line.attempt);
        Ok(lines)
    }
}
