//! The providers that read, watched.

use async_trait::async_trait;
use domain::providers::{ReadArticles, ReadComments, ReadUsers, StorageError};
use domain::{
    Article, ArticleFilter, ArticlePage, ArticleView, Comment, CommentId, CommentView, Email, Page,
    Profile, Slug, Tag, User, UserId, Username,
};

use super::storage::Lends;
use super::{Watch, Watched};

#[async_trait]
impl<P: Lends, W: Watch> ReadUsers for Watched<P, W> {
    async fn find(&mut self, id: UserId) -> Result<Option<User>, StorageError> {
        self.called("users.find", id)?;
        self.provider.users().find(id).await
    }

    async fn find_by_email(&mut self, email: &Email) -> Result<Option<User>, StorageError> {
        self.called("users.find_by_email", email)?;
        self.provider.users().find_by_email(email).await
    }

    async fn find_by_username(&mut self, name: &Username) -> Result<Option<User>, StorageError> {
        self.called("users.find_by_username", name)?;
        self.provider.users().find_by_username(name).await
    }

    async fn profile(
        &mut self,
        name: &Username,
        viewer: Option<UserId>,
    ) -> Result<Option<Profile>, StorageError> {
        self.called("users.profile", (name, viewer))?;
        self.provider.users().profile(name, viewer).await
    }
}

#[async_trait]
impl<P: Lends, W: Watch> ReadArticles for Watched<P, W> {
    async fn find_by_slug(&mut self, slug: &Slug) -> Result<Option<Article>, StorageError> {
        self.called("articles.find_by_slug", slug)?;
        self.provider.articles().find_by_slug(slug).await
    }

    async fn view(
        &mut self,
        slug: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<ArticleView>, StorageError> {
        self.called("articles.view", (slug, viewer))?;
        self.provider.articles().view(slug, viewer).await
    }

    async fn list(
        &mut self,
        filter: &ArticleFilter,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<ArticlePage, StorageError> {
        self.called("articles.list", (filter, page, viewer))?;
        self.provider.articles().list(filter, page, viewer).await
    }

    async fn feed(&mut self, reader: UserId, page: Page) -> Result<ArticlePage, StorageError> {
        self.called("articles.feed", (reader, page))?;
        self.provider.articles().feed(reader, page).await
    }

    async fn tags(&mut self) -> Result<Vec<Tag>, StorageError> {
        self.called("articles.tags", ())?;
        self.provider.articles().tags().await
    }
}

#[async_trait]
impl<P: Lends, W: Watch> ReadComments for Watched<P, W> {
    async fn find(&mut self, id: CommentId) -> Result<Option<Comment>, StorageError> {
        self.called("comments.find", id)?;
        self.provider.comments().find(id).await
    }

    async fn under(
        &mut self,
        article: &Slug,
        viewer: Option<UserId>,
    ) -> Result<Option<Vec<CommentView>>, StorageError> {
        self.called("comments.under", (article, viewer))?;
        self.provider.comments().under(article, viewer).await
    }
}
