//! A storage that does not answer.

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;

use crate::providers::{
    ReadArticles, ReadComments, ReadUsers, Reader, Storage, StorageError, UnitOfWork,
};
use crate::{
    Article, ArticleFilter, ArticlePage, ArticleView, Comment, CommentId, CommentView, Email, Page,
    Profile, Slug, Tag, User, UserId, Username,
};

/// Says to everything that the disk is on fire, and counts the units of work it was asked for.
#[derive(Default)]
pub(super) struct Broken {
    begun: AtomicUsize,
}

impl Broken {
    pub fn begun(&self) -> usize {
        self.begun.load(Ordering::Relaxed)
    }
}

/// What lies behind an error, in its own words.
pub(super) fn cause(error: &dyn Error) -> String {
    error.source().expect("something lies behind it").to_string()
}

fn failure<T>() -> Result<T, StorageError> {
    Err(StorageError::Unavailable("the disk is on fire".into()))
}

#[async_trait]
impl Storage for Broken {
    fn read(&self) -> Box<dyn Reader> {
        Box::new(Self::default())
    }

    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        failure()
    }

    async fn ping(&self) -> Result<(), StorageError> {
        failure()
    }
}

impl Reader for Broken {
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

#[async_trait]
impl ReadUsers for Broken {
    async fn find(&mut self, _: UserId) -> Result<Option<User>, StorageError> {
        failure()
    }

    async fn find_by_email(&mut self, _: &Email) -> Result<Option<User>, StorageError> {
        failure()
    }

    async fn find_by_username(&mut self, _: &Username) -> Result<Option<User>, StorageError> {
        failure()
    }

    async fn profile(
        &mut self,
        _: &Username,
        _: Option<UserId>,
    ) -> Result<Option<Profile>, StorageError> {
        failure()
    }
}

#[async_trait]
impl ReadArticles for Broken {
    async fn find_by_slug(&mut self, _: &Slug) -> Result<Option<Article>, StorageError> {
        failure()
    }

    async fn view(
        &mut self,
        _: &Slug,
        _: Option<UserId>,
    ) -> Result<Option<ArticleView>, StorageError> {
        failure()
    }

    async fn list(
        &mut self,
        _: &ArticleFilter,
        _: Page,
        _: Option<UserId>,
    ) -> Result<ArticlePage, StorageError> {
        failure()
    }

    async fn feed(&mut self, _: UserId, _: Page) -> Result<ArticlePage, StorageError> {
        failure()
    }

    async fn tags(&mut self) -> Result<Vec<Tag>, StorageError> {
        failure()
    }
}

#[async_trait]
impl ReadComments for Broken {
    async fn find(&mut self, _: CommentId) -> Result<Option<Comment>, StorageError> {
        failure()
    }

    async fn under(
        &mut self,
        _: &Slug,
        _: Option<UserId>,
    ) -> Result<Option<Vec<CommentView>>, StorageError> {
        failure()
    }
}
