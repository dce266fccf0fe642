//! Lists of articles. Each is read along an index that holds it in its order, and its total is
//! stored, so a page costs the same whatever lies behind it.

use domain::{
    ArticleFilter, ArticlePage, ArticleSummary, Description, Page, Slug, Tag, Title, UserId,
    Username,
};
use rusqlite::{Connection, Result, Row, ToSql};

use super::row;

/// The columns of a summary, in the order that [`summary`] reads them.
macro_rules! summary_columns {
    () => {
        concat!(
            "a.slug, a.title, a.description, a.tag_list, a.created_at, a.updated_at, \
             a.favorites_count, EXISTS (SELECT 1 FROM favorites WHERE user_id = :viewer \
             AND created_at = a.created_at AND article_id = a.id), ",
            row::profile_columns!()
        )
    };
}
pub(super) use summary_columns;

/// How many columns a summary has.
pub(super) const SUMMARY_WIDTH: usize = 12;

pub(super) fn summary(row: &Row<'_>) -> Result<ArticleSummary> {
    Ok(ArticleSummary {
        slug: row::text(row, 0, Slug::parse)?,
        title: row::text(row, 1, Title::parse)?,
        description: row::text(row, 2, Description::parse)?,
        tags: row::tag_list(row, 3)?,
        created_at: row::timestamp(row, 4)?,
        updated_at: row::timestamp(row, 5)?,
        favorites_count: row.get(6)?,
        favorited: row.get(7)?,
        author: row::profile(row, 8)?,
    })
}

/// An index that holds one kind of list in its order, and where the length of the list is stored.
struct Source {
    from: &'static str,
    matching: &'static str,
    newest_first: &'static str,
    total: &'static str,
}

const ALL: Source = Source {
    from: "articles a",
    matching: "true",
    newest_first: "a.created_at DESC, a.id DESC",
    total: "SELECT articles FROM totals",
};

const BY_AUTHOR: Source = Source {
    from: "articles a",
    matching: "a.author_id = (SELECT id FROM users WHERE username = :author)",
    newest_first: "a.created_at DESC, a.id DESC",
    total: "SELECT articles_count FROM users WHERE username = :author",
};

const TAGGED: Source = Source {
    from: "article_tags i CROSS JOIN articles a ON a.id = i.article_id",
    matching: "i.tag = :tag",
    newest_first: "i.created_at DESC, i.article_id DESC",
    total: "SELECT articles_count FROM tags WHERE name = :tag",
};

const FAVORITED: Source = Source {
    from: "favorites i CROSS JOIN articles a ON a.id = i.article_id",
    matching: "i.user_id = (SELECT id FROM users WHERE username = :favorited_by)",
    newest_first: "i.created_at DESC, i.article_id DESC",
    total: "SELECT favorites_count FROM users WHERE username = :favorited_by",
};

const FEED: Source = Source {
    from: "feed_entries i CROSS JOIN articles a ON a.id = i.article_id",
    matching: "i.reader_id = :reader",
    newest_first: "i.created_at DESC, i.article_id DESC",
    total: "SELECT feed_count FROM users WHERE id = :reader",
};

const AND_TAGGED: &str = " AND EXISTS (SELECT 1 FROM article_tags
    WHERE tag = :tag AND created_at = a.created_at AND article_id = a.id)";

const AND_BY_AUTHOR: &str = " AND a.author_id = (SELECT id FROM users WHERE username = :author)";

type Parameter<'a> = (&'static str, &'a dyn ToSql);

/// The articles that match `filter`. A single criterion costs what its page costs. Of several, the
/// one that most likely matches fewest is walked, and the total counted along it.
pub(super) fn filtered(
    db: &Connection,
    filter: &ArticleFilter,
    page: Page,
    viewer: Option<UserId>,
) -> Result<ArticlePage> {
    let author = filter.author.as_ref().map(Username::as_str);
    let tag = filter.tag.as_ref().map(Tag::as_str);
    let favorited_by = filter.favorited_by.as_ref().map(Username::as_str);

    let (source, also) = match (&favorited_by, &tag, &author) {
        (Some(_), None, None) => (&FAVORITED, vec![]),
        (Some(_), None, Some(_)) => (&FAVORITED, vec![AND_BY_AUTHOR]),
        (Some(_), Some(_), None) => (&FAVORITED, vec![AND_TAGGED]),
        (Some(_), Some(_), Some(_)) => (&FAVORITED, vec![AND_BY_AUTHOR, AND_TAGGED]),
        (None, None, Some(_)) => (&BY_AUTHOR, vec![]),
        (None, Some(_), Some(_)) => (&BY_AUTHOR, vec![AND_TAGGED]),
        (None, Some(_), None) => (&TAGGED, vec![]),
        (None, None, None) => (&ALL, vec![]),
    };
    let mut criteria: Vec<Parameter<'_>> = Vec::new();
    for (name, value) in [(":author", &author), (":tag", &tag), (":favorited_by", &favorited_by)] {
        if let Some(value) = value {
            criteria.push((name, value));
        }
    }
    read(db, source, &also.concat(), &criteria, page, viewer)
}

/// The articles by those whom `reader` follows.
pub(super) fn feed(db: &Connection, reader: UserId, page: Page) -> Result<ArticlePage> {
    read(db, &FEED, "", &[(":reader", &reader.0)], page, Some(reader))
}

fn read(
    db: &Connection,
    source: &Source,
    also: &str,
    criteria: &[Parameter<'_>],
    page: Page,
    viewer: Option<UserId>,
) -> Result<ArticlePage> {
    let mut count = if also.is_empty() {
        db.prepare_cached(source.total)?
    } else {
        let Source { from, matching, .. } = source;
        db.prepare_cached(&format!("SELECT count(*) FROM {from} WHERE {matching}{also}"))?
    };
    // Left open while the page is read, so that both see one snapshot.
    let mut counted = count.query(criteria)?;
    let total = counted.next()?.map_or(Ok(0), |row| row.get(0))?;
    if u64::from(page.offset()) >= total {
        // Nobody of this name, or a page beyond the end: nothing is walked over to find nothing.
        return Ok(ArticlePage { articles: vec![], total });
    }

    let mut statement = db.prepare_cached(&page_sql(source, also))?;
    let (viewer, limit, offset) = (viewer.map(|viewer| viewer.0), page.limit(), page.offset());
    let mut parameters: Vec<Parameter<'_>> =
        vec![(":viewer", &viewer), (":limit", &limit), (":offset", &offset)];
    parameters.extend_from_slice(criteria);
    let articles = statement.query_map(&*parameters, summary)?.collect::<Result<_>>()?;
    Ok(ArticlePage { articles, total })
}

fn page_sql(source: &Source, also: &str) -> String {
    let Source { from, matching, newest_first, .. } = source;
    format!(
        "SELECT {} FROM {from} CROSS JOIN users u ON u.id = a.author_id
        WHERE {matching}{also} ORDER BY {newest_first} LIMIT :limit OFFSET :offset",
        summary_columns!()
    )
}

#[cfg(test)]
#[path = "lists_tests.rs"]
mod tests;
