//! The business of Conduit: no I/O, no SQL, no HTTP.
//!
//! Entities and value types cannot be built invalid. [`providers`] names what the business needs
//! from outside, [`services`] holds the use cases, and [`fakes`] the in-memory providers that
//! their tests run on.

mod article;
mod comment;
#[cfg(any(test, feature = "fakes"))]
pub mod fakes;
mod notification;
mod page;
mod profile;
pub mod providers;
pub mod services;
mod slug;
mod tags;
mod text;
mod timestamp;
mod user;

pub use article::{
    Article, ArticleEdit, ArticleId, ArticlePage, ArticleSummary, ArticleView, Body, Description,
    Draft, Title,
};
pub use comment::{Comment, CommentBody, CommentId, CommentView, NewComment};
pub use notification::{
    AuditLine, Delivery, Event, News, Notification, NotificationId, Outcome, Undelivered,
};
pub use page::{ArticleFilter, Page};
pub use profile::Profile;
pub use slug::Slug;
pub use tags::{Tag, TagList};
pub use text::Invalid;
pub use timestamp::Timestamp;
pub use user::{
    AccountEdit, Bio, Email, ImageUrl, Password, PasswordAttempt, PasswordHash, Registration, User,
    UserId, Username,
};
