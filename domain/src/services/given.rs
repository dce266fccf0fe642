//! What there is before a test begins: users, articles, comments, and short words for values.

use std::sync::Arc;

use super::rival::{Contested, Refusing};
use super::{
    AccountService, ArticleService, CommentService, DeliveryService, FavoriteService, FeedService,
    ProfileService, Services,
};
use crate::providers::{Providers, Storage};
use crate::{
    ArticlePage, Body, CommentBody, CommentId, Description, Draft, Email, Password,
    PasswordAttempt, Registration, Slug, TagList, Title, User, Username, fakes,
};

/// All services over one set of fakes.
#[derive(Clone)]
pub(super) struct World {
    pub storage: Arc<dyn Storage>,
    pub accounts: AccountService,
    pub profiles: ProfileService,
    pub articles: ArticleService,
    pub comments: CommentService,
    pub feed: FeedService,
    pub favorites: FavoriteService,
    pub deliveries: DeliveryService,
    providers: Providers,
}

impl World {
    /// An empty world.
    pub fn new() -> Self {
        Self::over(fakes::providers())
    }

    /// A world in which something is other than usual.
    pub fn over(providers: Providers) -> Self {
        let Services { accounts, profiles, articles, comments, feed, favorites, deliveries } =
            Services::new(&providers);
        let storage = providers.storage.clone();
        Self {
            storage,
            accounts,
            profiles,
            articles,
            comments,
            feed,
            favorites,
            deliveries,
            providers,
        }
    }

    /// This world for somebody who is unlucky: their first unit of work has hardly begun when
    /// `rival` commits a change.
    pub fn contested<F>(&self, rival: impl FnOnce(Self) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let storage = Arc::new(Contested::new(self.storage.clone(), rival(self.clone())));
        Self::over(Providers { storage, ..self.providers.clone() })
    }

    /// This world for somebody whose unit of work, after `before` others, loses to a rival.
    pub fn refusing_after(&self, before: usize) -> Self {
        let storage = Arc::new(Refusing::after(before, self.storage.clone()));
        Self::over(Providers { storage, ..self.providers.clone() })
    }

    /// A user of this name.
    pub async fn user(&self, name: &str) -> User {
        self.accounts.register(registration(name)).await.unwrap().user
    }

    /// `follower` follows the user of this name.
    pub async fn follow(&self, follower: &User, name: &str) {
        self.profiles.follow(follower.id, &username(name)).await.unwrap();
    }

    /// An article of this title.
    pub async fn article(&self, author: &User, title: &str) -> Slug {
        self.articles.publish(author.id, draft(title)).await.unwrap().summary.slug
    }

    /// An article of this title that bears tags.
    pub async fn tagged(&self, author: &User, title: &str, texts: &[&str]) -> Slug {
        let draft = Draft { tags: tags(texts), ..draft(title) };
        self.articles.publish(author.id, draft).await.unwrap().summary.slug
    }

    /// A comment under the article.
    pub async fn comment(&self, author: &User, article: &Slug, text: &str) -> CommentId {
        self.comments.add(author.id, article, comment(text)).await.unwrap().id
    }
}

/// The password of every user who did not choose another.
pub(super) const PASSWORD: &str = "photograph 51";

pub(super) fn registration(name: &str) -> Registration {
    Registration {
        username: username(name),
        email: email(&format!("{name}@helix.example")),
        password: password(PASSWORD),
    }
}

pub(super) fn draft(text: &str) -> Draft {
    Draft {
        title: title(text),
        description: description("A turn, and another"),
        body: body("They wind around each other."),
        tags: TagList::default(),
    }
}

/// The titles on the page, in its order.
pub(super) fn titles(page: &ArticlePage) -> Vec<&str> {
    page.articles.iter().map(|article| article.title.as_str()).collect()
}

pub(super) fn username(text: &str) -> Username {
    Username::parse(text).unwrap()
}

pub(super) fn email(text: &str) -> Email {
    Email::parse(text).unwrap()
}

pub(super) fn password(text: &str) -> Password {
    Password::parse(text).unwrap()
}

pub(super) fn attempt(text: &str) -> PasswordAttempt {
    PasswordAttempt::parse(text).unwrap()
}

pub(super) fn title(text: &str) -> Title {
    Title::parse(text).unwrap()
}

pub(super) fn slug(text: &str) -> Slug {
    Slug::parse(text).unwrap()
}

pub(super) fn description(text: &str) -> Description {
    Description::parse(text).unwrap()
}

pub(super) fn body(text: &str) -> Body {
    Body::parse(text).unwrap()
}

pub(super) fn comment(text: &str) -> CommentBody {
    CommentBody::parse(text).unwrap()
}

pub(super) fn tags(texts: &[&str]) -> TagList {
    TagList::parse(texts.iter().map(ToString::to_string)).unwrap()
}
