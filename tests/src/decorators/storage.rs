//! The storage, its readers and its units of work, watched.

use std::sync::Arc;

use async_trait::async_trait;
use domain::providers::{
    Articles, Audit, Comments, Favorites, Follows, Outbox, ReadArticles, ReadComments, ReadUsers,
    Reader, Storage, StorageError, UnitOfWork, Users,
};

use super::{Watch, Watched};

#[async_trait]
impl<W: Watch> Storage for Watched<Arc<dyn Storage>, W> {
    fn read(&self) -> Box<dyn Reader> {
        Box::new(Watched::over(Reading(self.provider.read()), self.watch.clone()))
    }

    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.called("begin", ())?;
        let work = Work(self.provider.begin().await?);
        Ok(Box::new(Watched::over(work, self.watch.clone())))
    }

    async fn ping(&self) -> Result<(), StorageError> {
        self.called("ping", ())?;
        self.provider.ping().await
    }
}

/// What lends providers that read.
pub(super) trait Lends: Send {
    fn users(&mut self) -> &mut dyn ReadUsers;
    fn articles(&mut self) -> &mut dyn ReadArticles;
    fn comments(&mut self) -> &mut dyn ReadComments;
}

/// A reader that is watched.
pub(super) struct Reading(Box<dyn Reader>);

/// A unit of work that is watched.
pub(super) struct Work(pub Box<dyn UnitOfWork>);

impl Lends for Reading {
    fn users(&mut self) -> &mut dyn ReadUsers {
        self.0.users()
    }

    fn articles(&mut self) -> &mut dyn ReadArticles {
        self.0.articles()
    }

    fn comments(&mut self) -> &mut dyn ReadComments {
        self.0.comments()
    }
}

impl Lends for Work {
    fn users(&mut self) -> &mut dyn ReadUsers {
        self.0.users()
    }

    fn articles(&mut self) -> &mut dyn ReadArticles {
        self.0.articles()
    }

    fn comments(&mut self) -> &mut dyn ReadComments {
        self.0.comments()
    }
}

impl<W: Watch> Reader for Watched<Reading, W> {
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
impl<W: Watch> UnitOfWork for Watched<Work, W> {
    fn users(&mut self) -> &mut dyn Users {
        self
    }

    fn articles(&mut self) -> &mut dyn Articles {
        self
    }

    fn comments(&mut self) -> &mut dyn Comments {
        self
    }

    fn favorites(&mut self) -> &mut dyn Favorites {
        self
    }

    fn follows(&mut self) -> &mut dyn Follows {
        self
    }

    fn outbox(&mut self) -> &mut dyn Outbox {
        self
    }

    fn audit(&mut self) -> &mut dyn Audit {
        self
    }

    async fn commit(self: Box<Self>) -> Result<(), StorageError> {
        self.called("commit", ())?;
        self.provider.0.commit().await
    }
}
