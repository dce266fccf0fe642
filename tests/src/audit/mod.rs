//! Whether the rows of a database agree with each other: what is derived and stored for quick
//! reading equals what it derives from.

mod postgres;
mod sqlite;

use std::error::Error;

use domain::Email;

pub use postgres::audit_postgres;
pub use sqlite::audit_sqlite;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What is stored, and the query that derives it anew.
struct Derived {
    stored: &'static str,
    anew: &'static str,
}

/// What both databases store alike.
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
        stored: "SELECT slug, favorites_count FROM articles",
        anew: "SELECT slug, (SELECT count(*) FROM favorites WHERE article_id = articles.id)
               FROM articles",
    },
    Derived {
        stored: "SELECT user_id, article_id, created_at FROM favorites",
        anew: "SELECT user_id, article_id, articles.created_at
               FROM favorites JOIN articles ON article_id = id",
    },
    Derived { stored: "SELECT article_id FROM bodies", anew: "SELECT id FROM articles" },
    Derived {
        stored: "SELECT reader_id, created_at, article_id FROM feed_entries",
        anew: "SELECT follower_id, created_at, id FROM follows JOIN articles USING (author_id)",
    },
];

/// Queries that find nothing where all that is stored equals what it derives from.
fn disagreements(also: &[Derived]) -> Vec<String> {
    let differences = DERIVED.iter().chain(also).flat_map(|Derived { stored, anew }| {
        [format!("{stored} EXCEPT {anew}"), format!("{anew} EXCEPT {stored}")]
    });
    let not_one = "SELECT 'not one total' WHERE (SELECT count(*) FROM totals) <> 1";
    differences.chain([not_one.to_owned()]).collect()
}

/// What makes two addresses the same is told by the domain, not by SQL.
const EMAILS: &str = "SELECT email, email_key FROM users";

fn email_has_its_key(email: &str, key: &str) -> Result<()> {
    if Email::parse(email)?.key() == key {
        Ok(())
    } else {
        Err(format!("{key} is not the key of {email}").into())
    }
}
