//! The fake provider of comments.

use std::cmp::Reverse;

use async_trait::async_trait;

use super::tables::Tables;
use crate::providers::{Comments, ReadComments, StorageError};
use crate::{Comment, CommentId, CommentView, NewComment, Slug, UserId};

#[async_trait]
impl ReadComments for Tables {
    async fn find(&mut self, id: CommentId) -> Result<Option<Comment>, StorageError> {
        Ok(self.comments.get(&id).cloned())
    }

    async fn under(
        &mut self,
        article: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<Vec<CommentView>>, StorageError> {
        let Some(article) = self.article_of(article) else {
            return Ok(None);
        };
        let mut found: Vec<_> =
            self.comments.values().filter(|comment| comment.article == article.id).collect();
        found.sort_by_key(|comment| Reverse((comment.created_at, comment.id)));
        let view = |comment: &Comment| {
            Ok(CommentView {
                id: comment.id,
                body: comment.body.clone(),
                created_at: comment.created_at,
                author: self.profile_of(self.author(comment.author)?, viewer),
            })
        };
        found.into_iter().map(view).collect::<Result<_, _>>().map(Some)
    }
}

#[async_trait]
impl Comments for Tables {
    async fn insert(&mut self, comment: &NewComment) -> Result<Comment, StorageError> {
        self.users.require(&comment.author)?;
        self.articles.require(&comment.article)?;
        let comment = Comment {
            id: self.next_comment_id(),
            article: comment.article,
            author: comment.author,
            body: comment.body.clone(),
            created_at: comment.created_at,
        };
        self.comments.put(comment.id, comment.clone())?;
        Ok(comment)
    }

    async fn delete(&mut self, id: CommentId) -> Result<(), StorageError> {
        self.comments.delete(&id);
        Ok(())
    }
}
