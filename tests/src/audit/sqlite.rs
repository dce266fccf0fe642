//! The audit of a SQLite database.

use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Row};

use super::{Derived, EMAILS, Result, disagreements, email_has_its_key};

const DERIVED: &[Derived] = &[
    Derived {
        stored: "SELECT username, feed_count FROM users",
        anew: "SELECT username, (SELECT count(*) FROM follows JOIN articles USING (author_id)
                                 WHERE follower_id = users.id)
               FROM users",
    },
    Derived {
        stored: "SELECT tag, created_at, article_id FROM article_tags",
        anew: "SELECT value, created_at, articles.id FROM articles, json_each(tag_list)",
    },
    Derived {
        stored: "SELECT name, articles_count FROM tags",
        anew: "SELECT value, count(*) FROM articles, json_each(tag_list) GROUP BY value",
    },
];

/// Says which rows of this file do not agree, where some do not.
pub fn audit_sqlite(file: &Path) -> Result<()> {
    let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    for query in disagreements(DERIVED) {
        none(&database, &query)?;
    }
    none(&database, "SELECT * FROM pragma_foreign_key_check")?;
    none(&database, "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'")?;

    let mut emails = database.prepare(EMAILS)?;
    let pairs = emails.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for pair in pairs {
        let (email, key): (String, String) = pair?;
        email_has_its_key(&email, &key)?;
    }
    Ok(())
}

fn none(database: &Connection, query: &str) -> Result<()> {
    let mut statement = database.prepare(query)?;
    let columns = statement.column_count();
    let values = |row: &Row<'_>| (0..columns).map(|column| row.get(column)).collect();
    let found: Vec<Vec<Value>> =
        statement.query_map([], values)?.collect::<std::result::Result<_, _>>()?;
    if found.is_empty() { Ok(()) } else { Err(format!("found {found:?} by {query}").into()) }
}
