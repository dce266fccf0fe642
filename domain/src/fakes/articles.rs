//! The fake provider of articles and their lists.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use async_trait::async_trait;

use super::tables::Tables;
use crate::providers::{Articles, ReadArticles, StorageError};
use crate::{
    Article, ArticleFilter, ArticleId, ArticlePage, ArticleSummary, ArticleView, Page, Slug, Tag,
    UserId,
};

impl Tables {
    pub(super) fn article_of(&self, slug: &Slug) -> Option<&Article> {
        self.articles.values().find(|article| article.slug == *slug)
    }

    fn is_favorite(&self, user: UserId, article: ArticleId) -> bool {
        self.favorites.get(&(user, article)).is_some()
    }

    fn summary(
        &self,
        article: &Article,
        viewer: Option<UserId>,
    ) -> Result<ArticleSummary, StorageError> {
        let fans = self.favorites.iter().filter(|((_, id), ())| *id == article.id);
        Ok(ArticleSummary {
            slug: article.slug.clone(),
            title: article.title.clone(),
            description: article.description.clone(),
            tags: article.tags.clone(),
            created_at: article.created_at,
            updated_at: article.updated_at,
            favorited: viewer.is_some_and(|viewer| self.is_favorite(viewer, article.id)),
            favorites_count: fans.count() as u64,
            author: self.profile_of(self.author(article.author)?, viewer),
        })
    }

    fn matches(&self, article: &Article, filter: &ArticleFilter) -> bool {
        let tag = filter.tag.as_ref().is_none_or(|tag| article.tags.contains(tag));
        let author = filter
            .author
            .as_ref()
            .is_none_or(|name| self.user_named(name).is_some_and(|user| user.id == article.author));
        let favorite = filter.favorited_by.as_ref().is_none_or(|name| {
            self.user_named(name).is_some_and(|user| self.is_favorite(user.id, article.id))
        });
        tag && author && favorite
    }

    fn page_of(
        &self,
        wanted: impl Fn(&Article) -> bool,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<ArticlePage, StorageError> {
        let mut found: Vec<_> = self.articles.values().filter(|article| wanted(article)).collect();
        found.sort_by_key(|article| Reverse((article.created_at, article.id)));
        let total = found.len() as u64;
        let window = found.into_iter().skip(page.offset() as usize).take(page.limit() as usize);
        let articles =
            window.map(|article| self.summary(article, viewer)).collect::<Result<_, _>>()?;
        Ok(ArticlePage { articles, total })
    }
}

#[async_trait]
impl ReadArticles for Tables {
    async fn find_by_slug(&mut self, slug: &Slug) -> Result<Option<Article>, StorageError> {
        Ok(self.article_of(slug).cloned())
    }

    async fn view(
        &mut self,
        slug: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<ArticleView>, StorageError> {
        let Some(article) = self.article_of(slug) else {
            return Ok(None);
        };
        let summary = self.summary(article, viewer)?;
        Ok(Some(ArticleView { summary, body: article.body.clone() }))
    }

    async fn list(
        &mut self,
        filter: &ArticleFilter,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<ArticlePage, StorageError> {
        self.page_of(|article| self.matches(article, filter), page, viewer)
    }

    async fn feed(&mut self, reader: UserId, page: Page) -> Result<ArticlePage, StorageError> {
        self.page_of(|article| self.is_following(reader, article.author), page, Some(reader))
    }

    async fn tags(&mut self) -> Result<Vec<Tag>, StorageError> {
        let borne = self.articles.values().flat_map(|article| article.tags.as_slice());
        let once: BTreeSet<&Tag> = borne.collect();
        Ok(once.into_iter().cloned().collect())
    }
}

#[async_trait]
impl Articles for Tables {
    async fn insert(&mut self, article: &Article) -> Result<(), StorageError> {
        // Databases look for a taken slug before they look for the author.
        self.articles.put(article.id, article.clone())?;
        self.users.require(&article.author)
    }

    async fn update(&mut self, article: &Article) -> Result<(), StorageError> {
        self.articles.update(article.id, article.clone())
    }

    async fn delete(&mut self, id: ArticleId) -> Result<(), StorageError> {
        self.articles.delete(&id);
        self.comments.delete_where(|_, comment| comment.article == id);
        self.favorites.delete_where(|(_, article), ()| *article == id);
        Ok(())
    }
}
