//! Comments under an article.

use crate::text::{text_value, visible};
use crate::{ArticleId, Profile, Timestamp, UserId};

/// Names a comment. Storage assigns it: unique and growing, and no more is promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommentId(pub i64);

text_value! {
    /// What a comment says. Its length is bounded only by what the service accepts as a request.
    CommentBody, |text| visible(text, usize::MAX)
}

/// A comment that has no id yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewComment {
    /// What it stands under.
    pub article: ArticleId,
    /// Who wrote it, and alone may delete it.
    pub author: UserId,
    /// What it says.
    pub body: CommentBody,
    /// When it was written. A comment does not change.
    pub created_at: Timestamp,
}

/// A comment as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Assigned by storage.
    pub id: CommentId,
    /// What it stands under.
    pub article: ArticleId,
    /// Who wrote it, and alone may delete it.
    pub author: UserId,
    /// What it says.
    pub body: CommentBody,
    /// When it was written.
    pub created_at: Timestamp,
}

/// A comment as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentView {
    /// Assigned by storage.
    pub id: CommentId,
    /// What it says.
    pub body: CommentBody,
    /// When it was written.
    pub created_at: Timestamp,
    /// Who wrote it.
    pub author: Profile,
}
