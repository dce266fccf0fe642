//! Articles: what is written, read and listed.

use uuid::Uuid;

use crate::text::{text_value, visible};
use crate::{Profile, Slug, TagList, Timestamp, UserId};

/// Names an article for life. Time-ordered where the real id function mints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArticleId(pub Uuid);

text_value! {
    /// An article's headline: 1 to 1,000 characters. Several articles may share one.
    Title, |text| visible(text, 1_000)
}

text_value! {
    /// What an article is about, for lists: 1 to 5,000 characters.
    Description, |text| visible(text, 5_000)
}

text_value! {
    /// The article itself. Its length is bounded only by what the service accepts as a request.
    Body, |text| visible(text, usize::MAX)
}

/// An article as its author keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Article {
    /// Never changes.
    pub id: ArticleId,
    /// Who wrote it, and alone may change it.
    pub author: UserId,
    /// Unique among all articles; follows the title.
    pub slug: Slug,
    /// The headline.
    pub title: Title,
    /// What it is about.
    pub description: Description,
    /// The text.
    pub body: Body,
    /// In the order given.
    pub tags: TagList,
    /// Never changes.
    pub created_at: Timestamp,
    /// Later with every change.
    pub updated_at: Timestamp,
}

impl Article {
    /// Applies `edit` at the moment `now`. The slug follows a changed title, with `fresh` digits
    /// as [`Slug::of`] says, and stays where the new title reads the same in a URL.
    pub fn apply(&mut self, edit: ArticleEdit, now: Timestamp, fresh: Option<Uuid>) {
        if let Some(title) = edit.title {
            if Slug::of(&title, None) != Slug::of(&self.title, None) {
                self.slug = Slug::of(&title, fresh);
            }
            self.title = title;
        }
        if let Some(description) = edit.description {
            self.description = description;
        }
        if let Some(body) = edit.body {
            self.body = body;
        }
        if let Some(tags) = edit.tags {
            self.tags = tags;
        }
        self.updated_at = now.after(self.updated_at);
    }
}

/// What it takes to publish an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The headline.
    pub title: Title,
    /// What it is about.
    pub description: Description,
    /// The text.
    pub body: Body,
    /// In the order given; may be empty.
    pub tags: TagList,
}

/// A change to an article. `None` leaves a field as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArticleEdit {
    /// The new headline.
    pub title: Option<Title>,
    /// The new summary.
    pub description: Option<Description>,
    /// The new text.
    pub body: Option<Body>,
    /// All the tags it bears from now on.
    pub tags: Option<TagList>,
}

/// An article as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleView {
    /// Everything but the text.
    pub summary: ArticleSummary,
    /// The text.
    pub body: Body,
}

/// An article as a reader sees it in a list: all but the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleSummary {
    /// Its name in a URL.
    pub slug: Slug,
    /// The headline.
    pub title: Title,
    /// What it is about.
    pub description: Description,
    /// In the order given.
    pub tags: TagList,
    /// When it was published.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Whether the viewer favorited it; false where nobody is signed in.
    pub favorited: bool,
    /// How many users favorited it.
    pub favorites_count: u64,
    /// Who wrote it.
    pub author: Profile,
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticlePage {
    /// Newest first.
    pub articles: Vec<ArticleSummary>,
    /// How many match in all, on this page and the others.
    pub total: u64,
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    const NOON: Timestamp = Timestamp::from_micros(12);

    #[test]
    fn an_edit_without_anything_is_still_an_update() {
        let mut article = on_helices();

        article.apply(ArticleEdit::default(), NOON, None);

        assert_eq!(article, Article { updated_at: NOON, ..on_helices() });
    }

    #[test]
    fn an_update_is_never_earlier_than_the_last() {
        let mut article = on_helices();
        article.apply(ArticleEdit::default(), NOON, None);

        article.apply(ArticleEdit::default(), Timestamp::from_micros(11), None);

        assert_eq!(article.updated_at, Timestamp::from_micros(13));
    }

    #[test]
    fn a_slug_follows_its_title_with_fresh_digits_where_they_are_given() {
        let fresh = Some(Uuid::from_u128(0xfeed));

        let slugs = [None, fresh].map(|fresh| retitled("On Knots", fresh).slug);

        assert_eq!(slugs.each_ref().map(Slug::as_str), ["on-knots", "on-knots-00000000feed"]);
    }

    #[test]
    fn a_slug_stays_where_the_new_title_reads_the_same_in_a_url() {
        let fresh = Some(Uuid::from_u128(0xfeed));

        let article = retitled("On HELICES!", fresh);

        assert_eq!(article.slug, on_helices().slug);
        assert_eq!(article.title.as_str(), "On HELICES!");
    }

    fn retitled(text: &str, fresh: Option<Uuid>) -> Article {
        let mut article = on_helices();
        let edit = ArticleEdit { title: Title::parse(text).ok(), ..ArticleEdit::default() };
        article.apply(edit, NOON, fresh);
        article
    }

    fn on_helices() -> Article {
        let published = Timestamp::from_micros(9);
        Article {
            id: ArticleId(Uuid::from_u128(1)),
            author: UserId(Uuid::from_u128(2)),
            slug: Slug::parse("on-helices").unwrap(),
            title: Title::parse("On Helices").unwrap(),
            description: Description::parse("A turn, and another").unwrap(),
            body: Body::parse("They wind around each other.").unwrap(),
            tags: TagList::default(),
            created_at: published,
            updated_at: published,
        }
    }
}
