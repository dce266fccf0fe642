//! All tables of the fake. A new provider adds a field, and a line to `merge`.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::table::{Table, Unique};
use crate::providers::{Conflict, ReadArticles, ReadComments, ReadUsers, Reader, StorageError};
use crate::{
    Article, ArticleId, AuditLine, Comment, CommentId, NotificationId, Profile, Undelivered, User,
    UserId,
};

/// The tables as one unit of work, or one reader, sees them. Cloning takes a snapshot. The
/// providers are implemented on this type, each in its own file.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub users: Table<UserId, User>,
    pub articles: Table<ArticleId, Article>,
    pub comments: Table<CommentId, Comment>,
    /// Who favorited what.
    pub favorites: Table<(UserId, ArticleId), ()>,
    /// Who follows whom.
    pub follows: Table<(UserId, UserId), ()>,
    pub outbox: Table<NotificationId, Undelivered>,
    /// Of each attempt one line.
    pub audit: Table<(NotificationId, u32), AuditLine>,
    /// Shared by all snapshots, as a sequence of a database is: an id that was given away is not
    /// given again, whatever becomes of the unit of work.
    last_comment_id: Arc<AtomicI64>,
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            users: Table::new(&[
                Unique { key: |user| user.username.to_string(), conflict: Conflict::Username },
                Unique { key: |user| user.email.key(), conflict: Conflict::Email },
            ]),
            articles: Table::new(&[Unique {
                key: |article| article.slug.to_string(),
                conflict: Conflict::Slug,
            }]),
            comments: Table::new(&[]),
            favorites: Table::new(&[]),
            follows: Table::new(&[]),
            outbox: Table::new(&[]),
            audit: Table::new(&[]),
            last_comment_id: Arc::default(),
        }
    }
}

impl Tables {
    /// Commits what `work` changed since its snapshot was taken. On an error some tables may have
    /// been merged: work on a copy.
    pub fn merge(&mut self, work: Self) -> Result<(), StorageError> {
        self.users.merge(work.users)?;
        self.articles.merge(work.articles)?;
        self.comments.merge(work.comments)?;
        self.favorites.merge(work.favorites)?;
        self.follows.merge(work.follows)?;
        self.outbox.merge(work.outbox)?;
        self.audit.merge(work.audit)?;
        // What a rival added to an article while it was being deleted goes along.
        let articles = &self.articles;
        self.comments.purge(|_, comment| articles.get(&comment.article).is_none());
        self.favorites.purge(|(_, article), ()| articles.get(article).is_none());
        Ok(())
    }

    pub fn next_comment_id(&self) -> CommentId {
        CommentId(self.last_comment_id.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// The author of something, whose row every storage guards.
    pub fn author(&self, id: UserId) -> Result<&User, StorageError> {
        let missing = || StorageError::Inconsistent(format!("no user {}", id.0));
        self.users.get(&id).ok_or_else(missing)
    }

    pub fn profile_of(&self, user: &User, viewer: Option<UserId>) -> Profile {
        let following = viewer.is_some_and(|viewer| self.is_following(viewer, user.id));
        Profile::of(user, following)
    }

    pub fn is_following(&self, follower: UserId, author: UserId) -> bool {
        self.follows.get(&(follower, author)).is_some()
    }
}

impl Reader for Tables {
    fn users(&mut self) -> &mut dyn ReadUsers {
        self
    }

    fn articles(&mut self) -> &mut dyn ReadArticles {
        self
    }

    fn comments(&mut self) -> &mut dyn ReadComments {
        self
    }
}
