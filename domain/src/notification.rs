//! What one user is told of another's doings.

use uuid::Uuid;

use crate::{CommentId, Slug, Timestamp, Title, UserId, Username};

/// Names a notification. Whoever is told of it more than once knows it again by this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotificationId(pub Uuid);

/// What somebody is to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// Minted when it was written down, and never changed.
    pub id: NotificationId,
    /// Who is to be told.
    pub recipient: UserId,
    /// What has happened.
    pub news: News,
    /// When it happened.
    pub created_at: Timestamp,
}

/// What has happened, in the words of that moment: the article may have another title by now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// What was done.
    pub event: Event,
    /// Who did it.
    pub by: Username,
    /// The article it is about.
    pub slug: Slug,
    /// The title of that article.
    pub title: Title,
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// An article was published.
    Published,
    /// A comment was written under an article.
    Commented(CommentId),
}

/// A notification on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The same at every attempt.
    pub id: NotificationId,
    /// Who is told, by the name they have now.
    pub recipient: Username,
    /// What has happened.
    pub news: News,
    /// When it happened.
    pub created_at: Timestamp,
    /// The first is 1.
    pub attempt: u32,
}

/// What is kept of a notification that was not delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undelivered {
    /// What somebody is to be told.
    pub notification: Notification,
    /// How often it was tried.
    pub attempts: u32,
    /// When it will be tried again; never, where it was given up.
    pub due_at: Option<Timestamp>,
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It arrived.
    Delivered,
    /// It did not, and will be tried again.
    Postponed {
        /// When.
        until: Timestamp,
        /// What was in the way.
        reason: String,
    },
    /// It did not, and will not be tried again.
    GivenUp {
        /// What was in the way.
        reason: String,
    },
}

/// What is remembered of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    /// What was to be delivered.
    pub notification: NotificationId,
    /// Which attempt it was. The first is 1.
    pub attempt: u32,
    /// When it ended.
    pub at: Timestamp,
    /// How it ended.
    pub outcome: Outcome,
}
