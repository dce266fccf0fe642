//! Lists of articles. Each is read along an index that holds it in its order, and its total is
//! stored, so a page costs the same whatever lies behind it. Page and total are one statement, so
//! that they agree.

use std::sync::LazyLock;

use domain::providers::StorageError;
use domain::{
    ArticleFilter, ArticlePage, ArticleSummary, Description, Page, Slug, Tag, Title, UserId,
    Username,
};
use sqlx::postgres::PgRow;

use super::row;
use super::seen::{Eyes, Seen};
use super::session::{Session, Source};
use super::statement::statement;

/// The columns of a summary of `a` by `u`, in the order that [`summary`] reads them.
pub(super) fn summary_columns(eyes: &Eyes) -> String {
    format!(
        "a.slug, a.title, a.description, a.tag_list, a.created_at, a.updated_at,
        a.favorites_count, {}, {}",
        eyes.favorited,
        row::profile_columns(eyes)
    )
}

/// How many columns a summary has.
pub(super) const SUMMARY_WIDTH: usize = 12;

pub(super) fn summary(row: &PgRow) -> Result<ArticleSummary, StorageError> {
    Ok(ArticleSummary {
        slug: row::text(row, 0, Slug::parse)?,
        title: row::text(row, 1, Title::parse)?,
        description: row::text(row, 2, Description::parse)?,
        tags: row::tag_list(row, 3)?,
        created_at: row::timestamp(row, 4)?,
        updated_at: row::timestamp(row, 5)?,
        favorites_count: row::count(row, 6)?,
        favorited: row::get(row, 7)?,
        author: row::profile(row, 8)?,
    })
}

/// An index that holds one kind of list in its order, and where the length of the list is stored.
struct Walk {
    /// One row with the length, and whose list it is. None, where there is no such list.
    head: &'static str,
    from: &'static str,
    matching: &'static str,
    newest_first: &'static str,
}

const ALL: Walk = Walk {
    head: "SELECT articles AS length FROM totals",
    from: "articles a",
    matching: "true",
    newest_first: "a.created_at DESC, a.id DESC",
};

const BY_AUTHOR: Walk = Walk {
    head: "SELECT id, articles_count AS length FROM users WHERE username = $4",
    from: "articles a",
    matching: "a.author_id = head.id",
    newest_first: "a.created_at DESC, a.id DESC",
};

const TAGGED: Walk = Walk {
    head: "SELECT name, articles_count AS length FROM tags WHERE name = $5",
    from: "article_tags i JOIN articles a ON a.id = i.article_id",
    matching: "i.tag = head.name",
    newest_first: "i.created_at DESC, i.article_id DESC",
};

const FAVORITED: Walk = Walk {
    head: "SELECT id, favorites_count AS length FROM users WHERE username = $6",
    from: "favorites i JOIN articles a ON a.id = i.article_id",
    matching: "i.user_id = head.id",
    newest_first: "i.created_at DESC, i.article_id DESC",
};

const FEED: Walk = Walk {
    head: "SELECT reader_id, articles_count AS length FROM feeds WHERE reader_id = $1",
    from: "feed_entries i JOIN articles a ON a.id = i.article_id",
    matching: "i.reader_id = head.reader_id",
    newest_first: "i.created_at DESC, i.article_id DESC",
};

const AND_TAGGED: &str = " AND EXISTS (SELECT FROM article_tags
    WHERE tag = $5 AND created_at = a.created_at AND article_id = a.id)";

const AND_BY_AUTHOR: &str = " AND a.author_id = (SELECT id FROM users WHERE username = $4)";

/// The statements. A single criterion costs what its page costs. Of several, the one that most
/// likely matches fewest is walked, and the total counted along it.
static LISTS: LazyLock<Lists> = LazyLock::new(|| Lists {
    all: list(&ALL, &[]),
    by_author: list(&BY_AUTHOR, &[]),
    by_author_tagged: list(&BY_AUTHOR, &[AND_TAGGED]),
    tagged: list(&TAGGED, &[]),
    favorited: list(&FAVORITED, &[]),
    favorited_by_author: list(&FAVORITED, &[AND_BY_AUTHOR]),
    favorited_tagged: list(&FAVORITED, &[AND_TAGGED]),
    favorited_by_author_tagged: list(&FAVORITED, &[AND_BY_AUTHOR, AND_TAGGED]),
    feed: list(&FEED, &[]),
});

struct Lists {
    all: Seen,
    by_author: Seen,
    by_author_tagged: Seen,
    tagged: Seen,
    favorited: Seen,
    favorited_by_author: Seen,
    favorited_tagged: Seen,
    favorited_by_author_tagged: Seen,
    feed: Seen,
}

/// The length of a list beside each article of a page; beside none, where the page is empty.
/// Beyond the end, nothing is walked over to find nothing.
fn list(walk: &Walk, also: &[&str]) -> Seen {
    let Walk { head, from, matching, newest_first } = walk;
    let also = also.concat();
    let head = if also.is_empty() {
        (*head).to_owned()
    } else {
        format!(
            "SELECT head.id, (SELECT count(*) FROM {from} WHERE {matching}{also}) AS length
            FROM ({head}) AS head"
        )
    };
    Seen::new(|eyes| {
        format!(
            "SELECT {}, a.id, coalesce(head.length, 0)
            FROM (VALUES (true)) AS one
            LEFT JOIN ({head}) AS head ON true
            LEFT JOIN LATERAL (
                SELECT a.* FROM {from}
                WHERE {matching}{also} AND $3 < head.length
                ORDER BY {newest_first} LIMIT $2 OFFSET $3
            ) AS a ON true
            LEFT JOIN users AS u ON u.id = a.author_id
            ORDER BY a.created_at DESC, a.id DESC",
            summary_columns(eyes)
        )
    })
}

impl<S: Source> Session<S> {
    /// The articles that match `filter`.
    pub async fn filtered(
        &mut self,
        filter: &ArticleFilter,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<ArticlePage, StorageError> {
        let lists = &*LISTS;
        let list = match (&filter.favorited_by, &filter.tag, &filter.author) {
            (None, None, None) => &lists.all,
            (None, None, Some(_)) => &lists.by_author,
            (None, Some(_), Some(_)) => &lists.by_author_tagged,
            (None, Some(_), None) => &lists.tagged,
            (Some(_), None, None) => &lists.favorited,
            (Some(_), None, Some(_)) => &lists.favorited_by_author,
            (Some(_), Some(_), None) => &lists.favorited_tagged,
            (Some(_), Some(_), Some(_)) => &lists.favorited_by_author_tagged,
        };
        self.read(list, filter, page, viewer).await
    }

    /// The articles by those whom `reader` follows.
    pub async fn followed(
        &mut self,
        reader: UserId,
        page: Page,
    ) -> Result<ArticlePage, StorageError> {
        self.read(&LISTS.feed, &ArticleFilter::default(), page, Some(reader)).await
    }

    async fn read(
        &mut self,
        list: &'static Seen,
        filter: &ArticleFilter,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<ArticlePage, StorageError> {
        let list = statement(list.by(viewer))
            .bind(viewer.map(|viewer| viewer.0))
            .bind(i64::from(page.limit()))
            .bind(i64::from(page.offset()))
            .bind(filter.author.as_ref().map(Username::as_str))
            .bind(filter.tag.as_ref().map(Tag::as_str))
            .bind(filter.favorited_by.as_ref().map(Username::as_str));
        let rows = self.rows(list).await?;
        let total = rows.first().map_or(Ok(0), |row| row::count(row, SUMMARY_WIDTH + 1))?;
        let found = rows.iter().filter(|row| !row::is_null(row, SUMMARY_WIDTH));
        Ok(ArticlePage { articles: found.map(summary).collect::<Result<_, _>>()?, total })
    }
}
