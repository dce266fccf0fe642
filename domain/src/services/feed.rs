//! What the followed authors wrote.

use std::sync::Arc;

use crate::providers::{Providers, Storage, StorageError};
use crate::{ArticlePage, Page, UserId};

/// What the followed authors wrote.
#[derive(Clone)]
pub struct FeedService {
    storage: Arc<dyn Storage>,
}

impl FeedService {
    /// Takes the providers it uses.
    pub fn new(providers: &Providers) -> Self {
        Self { storage: providers.storage.clone() }
    }

    /// A page of the articles by those whom `reader` follows, newest first.
    pub async fn of(&self, reader: UserId, page: Page) -> Result<ArticlePage, StorageError> {
        self.storage.read().articles().feed(reader, page).await
    }
}

#[cfg(test)]
#[path = "feed_tests.rs"]
mod tests;
