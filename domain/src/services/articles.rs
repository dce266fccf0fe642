//! Publishing, reading, changing and deleting articles.

use std::sync::Arc;

use thiserror::Error;
use uuid::Uuid;

use super::news::Happened;
use super::retry::{MaybeConflict, until_unrivalled};
use crate::providers::{Conflict, NewId, Now, Providers, Storage, StorageError, UnitOfWork};
use crate::{
    Article, ArticleEdit, ArticleFilter, ArticleId, ArticlePage, ArticleView, Draft, Event, News,
    Page, Slug, Tag, UserId,
};

/// Publishing, reading, changing and deleting articles.
#[derive(Clone)]
pub struct ArticleService {
    storage: Arc<dyn Storage>,
    now: Now,
    new_id: NewId,
}

/// Why an article could not be shown, published, changed or favorited.
#[derive(Debug, Error)]
pub enum ArticleError {
    /// No article has this slug.
    #[error("article not found")]
    NotFound,
    /// Only its author may do this.
    #[error("article belongs to another user")]
    Forbidden,
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl MaybeConflict for ArticleError {
    fn conflict(&self) -> Option<Conflict> {
        match self {
            Self::Storage(error) => error.conflict(),
            Self::NotFound | Self::Forbidden => None,
        }
    }
}

impl ArticleService {
    /// Takes the providers it uses.
    pub fn new(providers: &Providers) -> Self {
        Self {
            storage: providers.storage.clone(),
            now: providers.now.clone(),
            new_id: providers.new_id.clone(),
        }
    }

    /// The article of this slug as `viewer` sees it.
    pub async fn view(
        &self,
        slug: &Slug,
        viewer: Option<UserId>,
    ) -> Result<ArticleView, ArticleError> {
        let view = self.storage.read().articles().view(slug, viewer).await?;
        view.ok_or(ArticleError::NotFound)
    }

    /// A page of the articles that match, newest first.
    pub async fn list(
        &self,
        filter: &ArticleFilter,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<ArticlePage, StorageError> {
        self.storage.read().articles().list(filter, page, viewer).await
    }

    /// Every tag in use.
    pub async fn tags(&self) -> Result<Vec<Tag>, StorageError> {
        self.storage.read().articles().tags().await
    }

    /// Publishes `draft`. Titles may repeat, slugs do not.
    pub async fn publish(&self, author: UserId, draft: Draft) -> Result<ArticleView, ArticleError> {
        let id = ArticleId((self.new_id)());
        let now = (self.now)();
        let mut article = Article {
            id,
            author,
            slug: Slug::of(&draft.title, None),
            title: draft.title,
            description: draft.description,
            body: draft.body,
            tags: draft.tags,
            created_at: now,
            updated_at: now,
        };
        match until_unrivalled(|| self.try_publish(&article)).await {
            Err(error) if error.conflict() == Some(Conflict::Slug) => {
                article.slug = Slug::of(&article.title, Some(id.0));
                until_unrivalled(|| self.try_publish(&article)).await
            }
            outcome => outcome,
        }
    }

    async fn try_publish(&self, article: &Article) -> Result<ArticleView, ArticleError> {
        let mut work = self.storage.begin().await?;
        work.articles().insert(article).await?;
        let view = work.articles().view(&article.slug, Some(article.author)).await?;
        let view = view.ok_or(ArticleError::NotFound)?;
        let followers = work.follows().followers(article.author).await?;
        let news = News {
            event: Event::Published,
            by: view.summary.author.username.clone(),
            slug: article.slug.clone(),
            title: article.title.clone(),
        };
        let published = Happened { news, by: article.author, at: article.created_at };
        published.tell(&followers, &mut *work, &self.new_id).await?;
        work.commit().await?;
        Ok(view)
    }

    /// Whether `editor` may change the article: what [`ArticleService::edit`] asks first, for
    /// callers who must answer that before they look at the change.
    pub async fn check_editable(&self, editor: UserId, slug: &Slug) -> Result<(), ArticleError> {
        let found = self.storage.read().articles().find_by_slug(slug).await?;
        owned(found, editor).map(|_| ())
    }

    /// Changes the article. The slug follows a changed title, and stays where the title stays.
    pub async fn edit(
        &self,
        editor: UserId,
        slug: &Slug,
        edit: ArticleEdit,
    ) -> Result<ArticleView, ArticleError> {
        let attempt = |fresh| {
            let edit = edit.clone();
            until_unrivalled(move || self.try_edit(editor, slug, edit.clone(), fresh))
        };
        match attempt(None).await {
            Err(error) if error.conflict() == Some(Conflict::Slug) => {
                attempt(Some((self.new_id)())).await
            }
            outcome => outcome,
        }
    }

    async fn try_edit(
        &self,
        editor: UserId,
        slug: &Slug,
        edit: ArticleEdit,
        fresh: Option<Uuid>,
    ) -> Result<ArticleView, ArticleError> {
        let mut work = self.storage.begin().await?;
        let mut article = owned(work.articles().find_by_slug(slug).await?, editor)?;
        article.apply(edit, (self.now)(), fresh);
        work.articles().update(&article).await?;
        committed_view(work, &article.slug, editor).await
    }

    /// Deletes the article, its comments and who favorited it.
    pub async fn delete(&self, editor: UserId, slug: &Slug) -> Result<(), ArticleError> {
        until_unrivalled(|| self.try_delete(editor, slug)).await
    }

    async fn try_delete(&self, editor: UserId, slug: &Slug) -> Result<(), ArticleError> {
        let mut work = self.storage.begin().await?;
        let article = owned(work.articles().find_by_slug(slug).await?, editor)?;
        work.articles().delete(article.id).await?;
        Ok(work.commit().await?)
    }
}

/// The article that was found, if `editor` wrote it.
fn owned(found: Option<Article>, editor: UserId) -> Result<Article, ArticleError> {
    match found {
        None => Err(ArticleError::NotFound),
        Some(article) if article.author != editor => Err(ArticleError::Forbidden),
        Some(article) => Ok(article),
    }
}

/// Commits, and answers the article as it was committed.
pub(super) async fn committed_view(
    mut work: Box<dyn UnitOfWork>,
    slug: &Slug,
    viewer: UserId,
) -> Result<ArticleView, ArticleError> {
    let view = work.articles().view(slug, Some(viewer)).await?.ok_or(ArticleError::NotFound)?;
    work.commit().await?;
    Ok(view)
}

#[cfg(test)]
#[path = "articles_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "article_slugs_tests.rs"]
mod slug_tests;

#[cfg(test)]
#[path = "article_lists_tests.rs"]
mod list_tests;
