//! The provider of articles and their lists.

use async_trait::async_trait;

use super::StorageError;
use crate::{Article, ArticleFilter, ArticleId, ArticlePage, ArticleView, Page, Slug, Tag, UserId};

/// Reads articles and their lists.
///
/// Lists MUST be newest first, equal moments by id, descending. A total counts all that match.
/// In a real storage they cost what their page costs, whatever is stored; its own tests see to it.
///
/// Cases: `contract::lists::the_newest_comes_first`,
/// `contract::lists::equal_moments_are_listed_by_id_descending`,
/// `contract::lists::a_total_counts_all_pages`.
#[async_trait]
pub trait ReadArticles: Send {
    /// The article of this slug, to work with.
    async fn find_by_slug(&mut self, slug: &Slug) -> Result<Option<Article>, StorageError>;

    /// The article of this slug as `viewer` sees it.
    async fn view(
        &mut self,
        slug: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<ArticleView>, StorageError>;

    /// The articles that match all of `filter`, as `viewer` sees them.
    async fn list(
        &mut self,
        filter: &ArticleFilter,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<ArticlePage, StorageError>;

    /// The articles by authors whom `reader` follows.
    async fn feed(&mut self, reader: UserId, page: Page) -> Result<ArticlePage, StorageError>;

    /// Every tag that at least one article bears, once, in the order of their bytes.
    async fn tags(&mut self) -> Result<Vec<Tag>, StorageError>;
}

/// Keeps articles.
#[async_trait]
pub trait Articles: ReadArticles {
    /// Keeps a new article. A taken slug MUST be `Conflict::Slug`; an author who is not there
    /// `Conflict::Concurrent`; where both hold, the slug is told.
    ///
    /// Cases: `contract::articles::a_taken_slug_is_a_conflict`,
    /// `contract::articles::an_author_who_is_not_there_is_a_concurrent_change`,
    /// `contract::articles::where_the_slug_is_taken_and_the_author_gone_the_slug_is_told`.
    async fn insert(&mut self, article: &Article) -> Result<(), StorageError>;

    /// Keeps what `article` has become; its id, author and `created_at` do not change. A taken slug
    /// MUST be `Conflict::Slug`; an article that is not there `Conflict::Concurrent`.
    ///
    /// Cases: `contract::changes::an_update_to_a_taken_slug_is_a_conflict`,
    /// `contract::changes::an_update_of_what_is_not_there_is_a_concurrent_change`.
    async fn update(&mut self, article: &Article) -> Result<(), StorageError>;

    /// Forgets the article, its comments and who favorited it. One that is not there MUST be no
    /// error.
    ///
    /// Case: `contract::changes::deleting_what_is_not_there_is_no_error`.
    async fn delete(&mut self, id: ArticleId) -> Result<(), StorageError>;
}
