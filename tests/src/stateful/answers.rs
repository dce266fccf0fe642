//! What a storage answered, in terms that two storages share.

use std::collections::{BTreeMap, BTreeSet};

use domain::providers::{Conflict, StorageError};
use domain::{
    Article, ArticleId, ArticlePage, ArticleView, Comment, CommentId, CommentView, Delivery,
    Profile, Tag, Undelivered, User, UserId,
};

/// An answer, or why there was none.
#[derive(Debug, PartialEq)]
pub enum Answer {
    /// It was done.
    Done,
    /// It was not asked, because no service would: an id is minted once.
    NotAsked,
    Refused(Conflict),
    Failed(String),
    User(Option<User>),
    Profile(Option<Profile>),
    Article(Option<Article>),
    View(Option<ArticleView>),
    Page(ArticlePage),
    Tags(Vec<Tag>),
    Comment(Option<Comment>),
    Comments(Option<Vec<CommentView>>),
    Claimed(Vec<Delivery>),
    Undelivered(Option<Undelivered>),
}

impl Answer {
    /// Whether a unit of work that was answered so can go on.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Failed(_))
    }
}

impl From<Result<Answer, StorageError>> for Answer {
    fn from(outcome: Result<Answer, StorageError>) -> Self {
        match outcome {
            Ok(answer) => answer,
            Err(StorageError::Conflict(conflict)) => Self::Refused(conflict),
            Err(error) => Self::Failed(format!("{error:?}")),
        }
    }
}

/// What was written so far; forgotten where a unit of work is.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    pub users: BTreeSet<UserId>,
    pub articles: BTreeMap<ArticleId, Article>,
    /// How many notifications were written.
    pub news: usize,
    /// In the order in which they were made.
    pub claims: Vec<Delivery>,
    /// Each storage gives ids of its own; a comment is known by its place here.
    comments: Vec<CommentId>,
}

impl Memory {
    pub fn remember_comment(&mut self, id: CommentId) {
        self.comments.push(id);
    }

    /// The id of a comment, or one that no comment has.
    pub fn comment_id(&self, nth: usize) -> CommentId {
        self.comments.get(nth).copied().unwrap_or(CommentId(i64::MAX))
    }

    /// The comment, with its place in place of its id.
    pub fn numbered(&self, comment: Comment) -> Comment {
        Comment { id: self.place(comment.id), ..comment }
    }

    /// The comment, with its place in place of its id.
    pub fn numbered_view(&self, comment: CommentView) -> CommentView {
        CommentView { id: self.place(comment.id), ..comment }
    }

    fn place(&self, id: CommentId) -> CommentId {
        let place = self.comments.iter().position(|known| *known == id);
        let place = place.expect("a comment that nobody wrote, or that was undone");
        CommentId(i64::try_from(place).expect("a short list"))
    }
}
