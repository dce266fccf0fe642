//! The use cases.
//!
//! A service holds the storage and the function fields it uses, and nothing else. What changes
//! something does it in one unit of work, and begins again where another was quicker.

mod accounts;
mod articles;
#[cfg(test)]
mod broken;
mod comments;
mod deliveries;
pub mod delivery_policy;
mod favorites;
mod feed;
#[cfg(test)]
mod given;
mod news;
#[cfg(test)]
mod post;
mod profiles;
mod retry;
#[cfg(test)]
mod rival;
#[cfg(test)]
mod rival_tests;

pub use accounts::{AccountError, AccountService, SignedIn};
pub use articles::{ArticleError, ArticleService};
pub use comments::{CommentError, CommentService};
pub use deliveries::DeliveryService;
pub use delivery_policy::Tally;
pub use favorites::FavoriteService;
pub use feed::FeedService;
pub use profiles::{ProfileError, ProfileService};
pub use retry::until_unrivalled;

use crate::providers::Providers;

/// All services over one set of providers.
#[derive(Clone)]
pub struct Services {
    /// Registering, signing in, changing one's account.
    pub accounts: AccountService,
    /// Seeing and following others.
    pub profiles: ProfileService,
    /// Publishing, reading, changing and deleting articles.
    pub articles: ArticleService,
    /// Talking under an article.
    pub comments: CommentService,
    /// What the followed authors wrote.
    pub feed: FeedService,
    /// Keeping what one likes.
    pub favorites: FavoriteService,
    /// Telling people what was written down for them.
    pub deliveries: DeliveryService,
}

impl Services {
    /// Hands each service the providers it uses.
    pub fn new(providers: &Providers) -> Self {
        Self {
            accounts: AccountService::new(providers),
            profiles: ProfileService::new(providers),
            articles: ArticleService::new(providers),
            comments: CommentService::new(providers),
            feed: FeedService::new(providers),
            favorites: FavoriteService::new(providers),
            deliveries: DeliveryService::new(providers),
        }
    }
}
