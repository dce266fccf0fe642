//! Talking under an article.

use std::sync::Arc;

use thiserror::Error;

use super::news::Happened;
use super::retry::{MaybeConflict, until_unrivalled};
use crate::providers::{Conflict, NewId, Now, Providers, Storage, StorageError, Users};
use crate::{CommentBody, CommentId, CommentView, Event, NewComment, News, Profile, Slug, UserId};

/// Talking under an article.
#[derive(Clone)]
pub struct CommentService {
    storage: Arc<dyn Storage>,
    now: Now,
    new_id: NewId,
}

/// Why comments could not be shown, written or deleted.
#[derive(Debug, Error)]
pub enum CommentError {
    /// No article has this slug.
    #[error("article not found")]
    ArticleNotFound,
    /// The article has no comment of this id.
    #[error("comment not found")]
    NotFound,
    /// Only its author may do this.
    #[error("comment belongs to another user")]
    Forbidden,
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl MaybeConflict for CommentError {
    fn conflict(&self) -> Option<Conflict> {
        match self {
            Self::Storage(error) => error.conflict(),
            _ => None,
        }
    }
}

impl CommentService {
    /// Takes the providers it uses.
    pub fn new(providers: &Providers) -> Self {
        Self {
            storage: providers.storage.clone(),
            now: providers.now.clone(),
            new_id: providers.new_id.clone(),
        }
    }

    /// The comments under the article, newest first, as `viewer` sees them.
    pub async fn under(
        &self,
        slug: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Vec<CommentView>, CommentError> {
        let found = self.storage.read().comments().under(slug, viewer).await?;
        found.ok_or(CommentError::ArticleNotFound)
    }

    /// Whether there is an article to comment on: what [`CommentService::add`] asks first, for
    /// callers who must answer that before they look at the comment.
    pub async fn check_article(&self, slug: &Slug) -> Result<(), CommentError> {
        let found = self.storage.read().articles().find_by_slug(slug).await?;
        found.map(|_| ()).ok_or(CommentError::ArticleNotFound)
    }

    /// `author` says `body` under the article.
    pub async fn add(
        &self,
        author: UserId,
        slug: &Slug,
        body: CommentBody,
    ) -> Result<CommentView, CommentError> {
        until_unrivalled(|| self.try_add(author, slug, body.clone())).await
    }

    async fn try_add(
        &self,
        author: UserId,
        slug: &Slug,
        body: CommentBody,
    ) -> Result<CommentView, CommentError> {
        let mut work = self.storage.begin().await?;
        let found = work.articles().find_by_slug(slug).await?;
        let article = found.ok_or(CommentError::ArticleNotFound)?;
        let comment = NewComment { article: article.id, author, body, created_at: (self.now)() };
        let comment = work.comments().insert(&comment).await?;
        let profile = own_profile(work.users(), author).await?;
        let news = News {
            event: Event::Commented(comment.id),
            by: profile.username.clone(),
            slug: article.slug,
            title: article.title,
        };
        let commented = Happened { news, by: author, at: comment.created_at };
        commented.tell(&[article.author], &mut *work, &self.new_id).await?;
        work.commit().await?;
        Ok(CommentView {
            id: comment.id,
            body: comment.body,
            created_at: comment.created_at,
            author: profile,
        })
    }

    /// `editor` deletes their own comment.
    pub async fn delete(
        &self,
        editor: UserId,
        slug: &Slug,
        id: CommentId,
    ) -> Result<(), CommentError> {
        until_unrivalled(|| self.try_delete(editor, slug, id)).await
    }

    async fn try_delete(
        &self,
        editor: UserId,
        slug: &Slug,
        id: CommentId,
    ) -> Result<(), CommentError> {
        let mut work = self.storage.begin().await?;
        let found = work.articles().find_by_slug(slug).await?;
        let article = found.ok_or(CommentError::ArticleNotFound)?;
        let found = work.comments().find(id).await?;
        let comment =
            found.filter(|comment| comment.article == article.id).ok_or(CommentError::NotFound)?;
        if comment.author != editor {
            return Err(CommentError::Forbidden);
        }
        work.comments().delete(id).await?;
        Ok(work.commit().await?)
    }
}

/// How the user `id`, who is there, sees themselves.
async fn own_profile(users: &mut dyn Users, id: UserId) -> Result<Profile, StorageError> {
    let missing = || StorageError::Inconsistent(format!("no user {}", id.0));
    let user = users.find(id).await?.ok_or_else(missing)?;
    users.profile(&user.username, Some(id)).await?.ok_or_else(missing)
}

#[cfg(test)]
#[path = "comments_tests.rs"]
mod tests;
