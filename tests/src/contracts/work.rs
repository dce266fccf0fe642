//! Units of work as the cases write them.

use domain::providers::{
    Conflict, ReadArticles, ReadComments, ReadUsers, Reader, Storage, StorageError, UnitOfWork,
};
use tokio::task::yield_now;

/// Writes in a unit of work of its own. A conflict may show at the write or at the commit: both
/// come out here alike. Between the steps others get a turn, so that rivals in one thread
/// interleave.
pub async fn write<T>(
    storage: &dyn Storage,
    changes: impl AsyncFnOnce(&mut dyn UnitOfWork) -> Result<T, StorageError>,
) -> Result<T, StorageError> {
    let mut work = storage.begin().await?;
    yield_now().await;
    let written = changes(&mut *work).await?;
    yield_now().await;
    work.commit().await?;
    Ok(written)
}

/// Writes as [`write`] does, again and again while others are quicker.
pub async fn write_until_done<T>(
    storage: &dyn Storage,
    changes: impl AsyncFn(&mut dyn UnitOfWork) -> Result<T, StorageError>,
) -> Result<T, StorageError> {
    loop {
        match write(storage, &changes).await {
            Err(StorageError::Conflict(Conflict::Concurrent)) => {}
            outcome => return outcome,
        }
    }
}

/// The conflict that stood in the way.
#[track_caller]
pub fn refused<T>(outcome: Result<T, StorageError>) -> Conflict {
    match outcome {
        Err(StorageError::Conflict(conflict)) => conflict,
        Err(other) => panic!("neither done nor refused: {other:?}"),
        Ok(_) => panic!("done, where a conflict was due"),
    }
}

/// Reads inside a unit of work as one reads outside.
pub struct Inside<'a>(pub &'a mut dyn UnitOfWork);

impl Reader for Inside<'_> {
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
