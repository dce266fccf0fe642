//! Whether the rows of a SQLite database agree with each other: what is derived and stored for
//! quick reading equals what it derives from.

use std::error::Error;
use std::path::Path;

use domain::Email;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Row};

/// What is stored, and the query that derives it anew.
struct Derived {
    stored: &'static str,
    anew: &'static str,
}

const DERIVED: &[Derived] = &[
    Derived { stored: "SELECT articles FROM totals", anew: "SELECT count(*) FROM articles" },
    Derived {
        stored: "SELECT username, articles_count FROM users",
        anew: "SELECT username, (SELECT count(*) FROM articles WHERE author_id = users.id)
               FROM users",
    },
    Derived {
        stored: "SELECT username, favorites_count FROM users",
        anew: "SELECT username, (SELECT count(*) FROM favorites WHERE user_id = users.id)
               FROM users",
    },
    Derived {
        stored: "SELECT username, feed_count FROM users",
        anew: "SELECT username, (SELECT count(*) FROM follows JOIN articles USING (author_id)
                                 WHERE follower_id = users.id)
               FROM users",
    },
    Derived {
        stored: "SELECT slug, favorites_count FROM articles",
        anew: "SELECT slug, (SELECT count(*) FROM favorites WHERE article_id = articles.id)
               FROM articles",
    },
    Derived {
        stored: "SELECT user_id, article_id, created_at FROM favorites",
        anew: "SELECT user_id, article_id, articles.created_at
               FROM favorites JOIN articles ON article_id = id",
    },
    Derived {
        stored: "SELECT tag, created_at, article_id FROM article_tags",
        anew: "SELECT value, created_at, articles.id FROM articles, json_each(tag_list)",
    },
    Derived {
        stored: "SELECT name, articles_count FROM tags",
        anew: "SELECT value, count(*) FROM articles, json_each(tag_list) GROUP BY value",
    },
    Derived { stored: "SELECT article_id FROM bodies", anew: "SELECT id FROM articles" },
    Derived {
        stored: "SELECT reader_id, created_at, article_id FROM feed_entries",
        anew: "SELECT follower_id, created_at, id FROM follows JOIN articles USING (author_id)",
    },
];

/// Says which rows of this file do not agree, where some do not.
pub fn audit(file: &Path) -> Result<(), Box<dyn Error>> {
    let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    for Derived { stored, anew } in DERIVED {
        none(&database, &format!("{stored} EXCEPT {anew}"))?;
        none(&database, &format!("{anew} EXCEPT {stored}"))?;
    }
    none(&database, "SELECT 'not one total' WHERE (SELECT count(*) FROM totals) <> 1")?;
    none(&database, "SELECT * FROM pragma_foreign_key_check")?;
    none(&database, "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'")?;
    emails_have_their_keys(&database)
}

/// What makes two addresses the same is told by the domain, not by SQL.
fn emails_have_their_keys(database: &Connection) -> Result<(), Box<dyn Error>> {
    let mut statement = database.prepare("SELECT email, email_key FROM users")?;
    let pairs = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for pair in pairs {
        let (email, key): (String, String) = pair?;
        if Email::parse(email.as_str())?.key() != key {
            return Err(format!("{key} is not the key of {email}").into());
        }
    }
    Ok(())
}

fn none(database: &Connection, query: &str) -> Result<(), Box<dyn Error>> {
    let mut statement = database.prepare(query)?;
    let columns = statement.column_count();
    let values = |row: &Row<'_>| (0..columns).map(|column| row.get(column)).collect();
    let found: Vec<Vec<Value>> = statement.query_map([], values)?.collect::<Result<_, _>>()?;
    if found.is_empty() { Ok(()) } else { Err(format!("found {found:?} by {query}").into()) }
}
