//! The provider of comments.

use async_trait::async_trait;

use super::StorageError;
use crate::{Comment, CommentId, CommentView, NewComment, Slug, UserId};

/// Reads comments.
#[async_trait]
pub trait ReadComments: Send {
    /// The comment of this id.
    async fn find(&mut self, id: CommentId) -> Result<Option<Comment>, StorageError>;

    /// The comments under the article of this slug, newest first, equal moments by id, descending.
    /// An article that is not there MUST be `None`; one without comments an empty list.
    async fn under(
        &mut self,
        article: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<Vec<CommentView>>, StorageError>;
}

/// Keeps comments.
#[async_trait]
pub trait Comments: ReadComments {
    /// Keeps a new comment under an id that MUST be unique and greater than those before it. An
    /// article or author who is not there MUST be `Conflict::Concurrent`.
    async fn insert(&mut self, comment: &NewComment) -> Result<Comment, StorageError>;

    /// Forgets the comment. One that is not there MUST be no error.
    async fn delete(&mut self, id: CommentId) -> Result<(), StorageError>;
}
