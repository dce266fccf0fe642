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
    ///
    /// Case: `contract::comments::no_article_is_none_and_no_comments_is_empty`.
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
    ///
    /// Cases: `contract::comments::ids_are_unique_and_growing`,
    /// `contract::comments::the_id_of_a_deleted_comment_is_not_given_again`,
    /// `contract::comments::an_article_that_is_not_there_is_a_concurrent_change`,
    /// `contract::comments::an_author_who_is_not_there_is_a_concurrent_change`.
    async fn insert(&mut self, comment: &NewComment) -> Result<Comment, StorageError>;

    /// Forgets the comment. One that is not there MUST be no error.
    ///
    /// Case: `contract::comments::deleting_what_is_not_there_is_no_error`.
    async fn delete(&mut self, id: CommentId) -> Result<(), StorageError>;
}
