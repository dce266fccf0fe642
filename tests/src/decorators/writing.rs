//! The providers that write, watched.

use async_trait::async_trait;
use domain::providers::{
    Articles, Audit, Comments, Favorites, Follows, Outbox, StorageError, Users,
};
use domain::{
    Article, ArticleId, AuditLine, Comment, CommentId, Delivery, NewComment, Notification,
    NotificationId, Timestamp, Undelivered, User, UserId,
};

use super::storage::Work;
use super::{Watch, Watched};

#[async_trait]
impl<W: Watch> Users for Watched<Work, W> {
    async fn insert(&mut self, user: &User) -> Result<(), StorageError> {
        self.called("users.insert", user)?;
        self.provider.0.users().insert(user).await
    }

    async fn update(&mut self, user: &User) -> Result<(), StorageError> {
        self.called("users.update", user)?;
        self.provider.0.users().update(user).await
    }
}

#[async_trait]
impl<W: Watch> Articles for Watched<Work, W> {
    async fn insert(&mut self, article: &Article) -> Result<(), StorageError> {
        self.called("articles.insert", article)?;
        self.provider.0.articles().insert(article).await
    }

    async fn update(&mut self, article: &Article) -> Result<(), StorageError> {
        self.called("articles.update", article)?;
        self.provider.0.articles().update(article).await
    }

    async fn delete(&mut self, id: ArticleId) -> Result<(), StorageError> {
        self.called("articles.delete", id)?;
        self.provider.0.articles().delete(id).await
    }
}

#[async_trait]
impl<W: Watch> Comments for Watched<Work, W> {
    async fn insert(&mut self, comment: &NewComment) -> Result<Comment, StorageError> {
        self.called("comments.insert", comment)?;
        self.provider.0.comments().insert(comment).await
    }

    async fn delete(&mut self, id: CommentId) -> Result<(), StorageError> {
        self.called("comments.delete", id)?;
        self.provider.0.comments().delete(id).await
    }
}

#[async_trait]
impl<W: Watch> Favorites for Watched<Work, W> {
    async fn add(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError> {
        self.called("favorites.add", (user, article))?;
        self.provider.0.favorites().add(user, article).await
    }

    async fn remove(&mut self, user: UserId, article: ArticleId) -> Result<(), StorageError> {
        self.called("favorites.remove", (user, article))?;
        self.provider.0.favorites().remove(user, article).await
    }
}

#[async_trait]
impl<W: Watch> Follows for Watched<Work, W> {
    async fn add(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError> {
        self.called("follows.add", (follower, author))?;
        self.provider.0.follows().add(follower, author).await
    }

    async fn remove(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError> {
        self.called("follows.remove", (follower, author))?;
        self.provider.0.follows().remove(follower, author).await
    }

    async fn followers(&mut self, author: UserId) -> Result<Vec<UserId>, StorageError> {
        self.called("follows.followers", author)?;
        self.provider.0.follows().followers(author).await
    }
}

#[async_trait]
impl<W: Watch> Outbox for Watched<Work, W> {
    async fn enqueue(&mut self, notifications: &[Notification]) -> Result<(), StorageError> {
        self.called("outbox.enqueue", notifications)?;
        self.provider.0.outbox().enqueue(notifications).await
    }

    async fn claim(
        &mut self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Delivery>, StorageError> {
        self.called("outbox.claim", (now, until, limit))?;
        self.provider.0.outbox().claim(now, until, limit).await
    }

    async fn remove(&mut self, id: NotificationId) -> Result<(), StorageError> {
        self.called("outbox.remove", id)?;
        self.provider.0.outbox().remove(id).await
    }

    async fn reschedule(
        &mut self,
        claimed: &Delivery,
        due_at: Option<Timestamp>,
    ) -> Result<(), StorageError> {
        self.called("outbox.reschedule", (claimed, due_at))?;
        self.provider.0.outbox().reschedule(claimed, due_at).await
    }

    async fn find(&mut self, id: NotificationId) -> Result<Option<Undelivered>, StorageError> {
        self.called("outbox.find", id)?;
        self.provider.0.outbox().find(id).await
    }
}

#[async_trait]
impl<W: Watch> Audit for Watched<Work, W> {
    async fn note(&mut self, line: &AuditLine) -> Result<(), StorageError> {
        self.called("audit.note", line)?;
        self.provider.0.audit().note(line).await
    }

    async fn lines(&mut self, about: NotificationId) -> Result<Vec<AuditLine>, StorageError> {
        self.called("audit.lines", about)?;
        self.provider.0.audit().lines(about).await
    }
}
