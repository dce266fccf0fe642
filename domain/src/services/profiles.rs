//! Seeing and following others.

use std::sync::Arc;

use thiserror::Error;

use super::retry::{MaybeConflict, until_unrivalled};
use crate::providers::{Conflict, Providers, Storage, StorageError};
use crate::{Profile, UserId, Username};

/// Seeing and following others.
#[derive(Clone)]
pub struct ProfileService {
    storage: Arc<dyn Storage>,
}

/// Why a profile could not be shown or followed.
#[derive(Debug, Error)]
pub enum ProfileError {
    /// Nobody has this name.
    #[error("profile not found")]
    NotFound,
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl MaybeConflict for ProfileError {
    fn conflict(&self) -> Option<Conflict> {
        match self {
            Self::Storage(error) => error.conflict(),
            Self::NotFound => None,
        }
    }
}

impl ProfileService {
    /// Takes the providers it uses.
    pub fn new(providers: &Providers) -> Self {
        Self { storage: providers.storage.clone() }
    }

    /// The user called `name` as `viewer` sees them.
    pub async fn view(
        &self,
        name: &Username,
        viewer: Option<UserId>,
    ) -> Result<Profile, ProfileError> {
        let profile = self.storage.read().users().profile(name, viewer).await?;
        profile.ok_or(ProfileError::NotFound)
    }

    /// `follower` follows `name` from now on; twice is once.
    pub async fn follow(&self, follower: UserId, name: &Username) -> Result<Profile, ProfileError> {
        until_unrivalled(|| self.set_following(follower, name, true)).await
    }

    /// `follower` follows `name` no longer; where they did not, nothing happens.
    pub async fn unfollow(
        &self,
        follower: UserId,
        name: &Username,
    ) -> Result<Profile, ProfileError> {
        until_unrivalled(|| self.set_following(follower, name, false)).await
    }

    async fn set_following(
        &self,
        follower: UserId,
        name: &Username,
        following: bool,
    ) -> Result<Profile, ProfileError> {
        let mut work = self.storage.begin().await?;
        let author = work.users().find_by_username(name).await?.ok_or(ProfileError::NotFound)?;
        if following {
            work.follows().add(follower, author.id).await?;
        } else {
            work.follows().remove(follower, author.id).await?;
        }
        work.commit().await?;
        Ok(Profile::of(&author, following))
    }
}

#[cfg(test)]
#[path = "profiles_tests.rs"]
mod tests;
