//! The fake provider of accounts and profiles.

use async_trait::async_trait;

use super::tables::Tables;
use crate::providers::{ReadUsers, StorageError, Users};
use crate::{Email, Profile, User, UserId, Username};

impl Tables {
    pub(super) fn user_named(&self, name: &Username) -> Option<&User> {
        self.users.values().find(|user| user.username == *name)
    }
}

#[async_trait]
impl ReadUsers for Tables {
    async fn find(&mut self, id: UserId) -> Result<Option<User>, StorageError> {
        Ok(self.users.get(&id).cloned())
    }

    async fn find_by_email(&mut self, email: &Email) -> Result<Option<User>, StorageError> {
        let key = email.key();
        Ok(self.users.values().find(|user| user.email.key() == key).cloned())
    }

    async fn find_by_username(&mut self, name: &Username) -> Result<Option<User>, StorageError> {
        Ok(self.user_named(name).cloned())
    }

    async fn profile(
        &mut self,
        name: &Username,
        viewer: Option<UserId>,
    ) -> Result<Option<Profile>, StorageError> {
        Ok(self.user_named(name).map(|user| self.profile_of(user, viewer)))
    }
}

#[async_trait]
impl Users for Tables {
    async fn insert(&mut self, user: &User) -> Result<(), StorageError> {
        self.users.put(user.id, user.clone())
    }

    async fn update(&mut self, user: &User) -> Result<(), StorageError> {
        self.users.update(user.id, user.clone())
    }
}
