//! Whether the rows of a SQLite database agree with each other: what is derived and stored for
//! quick reading equals what it derives from.

use std::path::Path;

use domain::Email;
use pretty_assertions::assert_eq;
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
    Derived {
        stored: "SELECT reader_id, created_at, article_id FROM feed_entries",
        anew: "SELECT follower_id, created_at, id FROM follows JOIN articles USING (author_id)",
    },
];

/// Panics where the rows of this file do not agree, and shows those that differ.
pub fn audit(file: &Path) {
    let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    for Derived { stored, anew } in DERIVED {
        let superfluous = rows(&database, &format!("{stored} EXCEPT {anew}"));
        let missing = rows(&database, &format!("{anew} EXCEPT {stored}"));
        assert_eq!((superfluous, missing), (vec![], vec![]), "superfluous and missing: {stored}");
    }
    for row in rows(&database, "SELECT email, email_key FROM users") {
        let [Value::Text(email), Value::Text(key)] = &row[..] else { panic!("{row:?}") };
        assert_eq!(&Email::parse(email.as_str()).unwrap().key(), key);
    }
    let one_total = vec![vec![Value::Integer(1)]];
    assert_eq!(rows(&database, "SELECT count(*) FROM totals"), one_total);
    assert_eq!(rows(&database, "PRAGMA foreign_key_check"), Vec::<Vec<Value>>::new());
    let sound = vec![vec![Value::Text("ok".into())]];
    assert_eq!(rows(&database, "PRAGMA integrity_check"), sound);
}

fn rows(database: &Connection, query: &str) -> Vec<Vec<Value>> {
    let mut statement = database.prepare(query).unwrap();
    let columns = statement.column_count();
    let values = |row: &Row<'_>| (0..columns).map(|column| row.get(column)).collect();
    statement.query_map([], values).unwrap().collect::<Result<_, _>>().unwrap()
}
