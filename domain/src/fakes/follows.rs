//! The fake provider of who follows whom.

use async_trait::async_trait;

use super::tables::Tables;
use crate::UserId;
use crate::providers::{Follows, StorageError};

#[async_trait]
impl Follows for Tables {
    async fn add(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError> {
        self.users.require(&follower)?;
        self.users.require(&author)?;
        self.follows.put((follower, author), ())
    }

    async fn remove(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError> {
        self.follows.delete(&(follower, author));
        Ok(())
    }

    async fn followers(&mut self, author: UserId) -> Result<Vec<UserId>, StorageError> {
        let followed = self.follows.iter().filter(|((_, followed), ())| *followed == author);
        Ok(followed.map(|((follower, _), ())| *follower).collect())
    }
}
