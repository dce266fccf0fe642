use std::cell::Cell;

use pretty_assertions::assert_eq;
use rusqlite::StatementStatus;
use rusqlite::trace::{TraceEvent, TraceEventCodes};
use tempfile::TempDir;

use super::*;
use crate::sqlite::{connection, migrations};

thread_local! {
    static STATEMENTS: Cell<usize> = const { Cell::new(0) };
}

/// A database in which everybody wrote everything about everything.
fn filled(folder: &TempDir, articles: usize) -> Connection {
    let path = folder.path().join("conduit.db");
    connection::create_private(&path).unwrap();
    let mut db = connection::writer(&path).unwrap();
    assert!(migrations::run(&mut db).is_ok());
    let fill = format!(
        "BEGIN;
        INSERT INTO users (id, username, email, email_key, password)
            VALUES (zeroblob(16), 'rosalind', 'r@helix.example', 'r@helix.example', '');
        INSERT INTO follows SELECT id, id FROM users;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {articles})
        INSERT INTO articles
            (id, author_id, slug, title, description, tag_list, created_at, updated_at)
            SELECT CAST(printf('%016d', i) AS BLOB), zeroblob(16), 'helix-' || i, 'On Helices',
                'All of them', '[\"helix\"]', i, i FROM n;
        INSERT INTO favorites SELECT author_id, created_at, id FROM articles;
        COMMIT;"
    );
    db.execute_batch(&fill).unwrap();
    db
}

fn rosalind() -> UserId {
    UserId(uuid::Uuid::nil())
}

/// Every list that has one criterion or none.
fn simple_lists() -> [ArticleFilter; 4] {
    let rosalind = || Username::parse("rosalind").ok();
    [
        ArticleFilter::default(),
        ArticleFilter { author: rosalind(), ..ArticleFilter::default() },
        ArticleFilter { tag: Tag::parse("helix").ok(), ..ArticleFilter::default() },
        ArticleFilter { favorited_by: rosalind(), ..ArticleFilter::default() },
    ]
}

#[test]
fn a_list_costs_two_statements_whatever_its_length() {
    let folder = TempDir::new().unwrap();
    let db = filled(&folder, 100);
    db.trace_v2(
        TraceEventCodes::SQLITE_TRACE_STMT,
        Some(|event| {
            if matches!(event, TraceEvent::Stmt(..)) {
                STATEMENTS.set(STATEMENTS.get() + 1);
            }
        }),
    );

    for (limit, filter) in [1, 20, 100].into_iter().flat_map(|n| simple_lists().map(|f| (n, f))) {
        STATEMENTS.set(0);
        let page = Page::new(limit, 0).unwrap();
        let listed = filtered(&db, &filter, page, Some(rosalind())).unwrap();

        assert_eq!(listed.articles.len(), limit as usize);
        assert_eq!(STATEMENTS.get(), 2, "{filter:?}");
    }
}

#[test]
fn a_list_is_read_along_an_index_and_neither_scanned_nor_sorted() {
    let folder = TempDir::new().unwrap();
    let db = filled(&folder, 30);

    for source in [&ALL, &BY_AUTHOR, &TAGGED, &FAVORITED, &FEED] {
        let mut plan = db.prepare(&format!("EXPLAIN QUERY PLAN {}", page_sql(source, ""))).unwrap();
        let steps = plan.raw_query().mapped(|row| row.get::<_, String>("detail"));
        let steps: Vec<String> = steps.collect::<Result<_>>().unwrap();

        let walks_whole_table =
            |step: &&String| step.starts_with("SCAN") && !step.ends_with("articles_newest");
        assert_eq!(steps.iter().find(walks_whole_table), None, "{steps:#?}");
        assert_eq!(steps.iter().find(|step| step.contains("TEMP B-TREE")), None, "{steps:#?}");
    }
}

#[test]
fn a_list_is_planned_once_whoever_looks_at_whatever() {
    let folder = TempDir::new().unwrap();
    let db = filled(&folder, 30);

    for (viewer, offset) in [(None, 0), (Some(rosalind()), 1), (None, 2)] {
        for filter in simple_lists() {
            filtered(&db, &filter, Page::new(20, offset).unwrap(), viewer).unwrap();
        }
    }

    for source in [&ALL, &BY_AUTHOR, &TAGGED, &FAVORITED] {
        let statement = db.prepare_cached(&page_sql(source, "")).unwrap();
        assert!(statement.get_status(StatementStatus::Run) > 0);
        assert_eq!(statement.get_status(StatementStatus::RePrepare), 0, "{}", source.matching);
    }
}
