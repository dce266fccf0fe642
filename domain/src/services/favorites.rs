//! Keeping what one likes.

use std::sync::Arc;

use super::ArticleError;
use super::articles::committed_view;
use super::retry::until_unrivalled;
use crate::providers::{Providers, Storage};
use crate::{ArticleView, Slug, UserId};

/// Keeping what one likes.
#[derive(Clone)]
pub struct FavoriteService {
    storage: Arc<dyn Storage>,
}

impl FavoriteService {
    /// Takes the providers it uses.
    pub fn new(providers: &Providers) -> Self {
        Self { storage: providers.storage.clone() }
    }

    /// `user` favorites the article; twice is once.
    pub async fn add(&self, user: UserId, slug: &Slug) -> Result<ArticleView, ArticleError> {
        until_unrivalled(|| self.set_favorite(user, slug, true)).await
    }

    /// `user` favorites the article no longer; where they did not, nothing happens.
    pub async fn remove(&self, user: UserId, slug: &Slug) -> Result<ArticleView, ArticleError> {
        until_unrivalled(|| self.set_favorite(user, slug, false)).await
    }

    async fn set_favorite(
        &self,
        user: UserId,
        slug: &Slug,
        favorite: bool,
    ) -> Result<ArticleView, ArticleError> {
        let mut work = self.storage.begin().await?;
        let found = work.articles().find_by_slug(slug).await?;
        let article = found.ok_or(ArticleError::NotFound)?;
        if favorite {
            work.favorites().add(user, article.id).await?;
        } else {
            work.favorites().remove(user, article.id).await?;
        }
        committed_view(work, slug, user).await
    }
}

#[cfg(test)]
#[path = "favorites_tests.rs"]
mod tests;
