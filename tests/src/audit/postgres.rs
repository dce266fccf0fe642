//! The audit of a Postgres database.

use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};

use super::{Derived, EMAILS, Result, disagreements, email_has_its_key};

const DERIVED: &[Derived] = &[
    Derived {
        stored: "SELECT reader_id, articles_count FROM feeds WHERE articles_count <> 0",
        anew: "SELECT follower_id, count(*) FROM follows JOIN articles USING (author_id)
               GROUP BY follower_id",
    },
    Derived {
        stored: "SELECT tag, created_at, article_id FROM article_tags",
        anew: "SELECT tag, created_at, articles.id FROM articles, unnest(tag_list) AS tag",
    },
    Derived {
        stored: "SELECT name, articles_count FROM tags",
        anew: "SELECT tag, count(*) FROM articles, unnest(tag_list) AS tag GROUP BY tag",
    },
];

/// Says which rows of the database at `url` do not agree, where some do not.
pub async fn audit_postgres(url: &str) -> Result<()> {
    let mut database = PgConnection::connect(url).await?;
    let queries = disagreements(DERIVED).into_iter().map(|query| {
        let quoted = query.replace('\'', "''");
        format!("SELECT '{quoted}' AS query, found::text FROM ({query}) AS found")
    });
    // All in one round trip: this runs after every trial.
    let queries = queries.collect::<Vec<_>>().join(" UNION ALL ");
    let found = sqlx::raw_sql(AssertSqlSafe(queries)).fetch_optional(&mut database).await?;
    if let Some(row) = found {
        let (query, found): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        return Err(format!("found {found} by {query}").into());
    }

    for row in sqlx::raw_sql(EMAILS).fetch_all(&mut database).await? {
        email_has_its_key(row.try_get(0)?, row.try_get(1)?)?;
    }
    Ok(database.close().await?)
}
