//! What is read costs what it shows, whatever Postgres knows of its tables. The server counts the
//! rows that it looks at: on ten times the data they must not be more.

use std::ops::RangeInclusive;

use domain::providers::Reader;
use domain::{ArticleFilter, Email, Page, Slug, Tag, UserId, Username};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use libtest_mimic::Trial;
use uuid::Uuid;

use crate::place::{Kind, Place, on};

/// `plans::postgres::a_page_costs_what_is_on_it`, and so on.
pub fn trials() -> Vec<Trial> {
    vec![
        on(Kind::Postgres, what_is_read_costs_what_it_shows),
        on(Kind::Postgres, it_costs_no_more_where_nothing_is_known_of_the_tables),
    ]
}

async fn what_is_read_costs_what_it_shows(kind: Kind) {
    assert_same_cost_on_more(&kind.place().await, "VACUUM ANALYZE").await;
}

async fn it_costs_no_more_where_nothing_is_known_of_the_tables(kind: Kind) {
    assert_same_cost_on_more(&kind.place().await, "SELECT").await;
}

async fn assert_same_cost_on_more(place: &Place, upkeep: &str) {
    drop(place.open().await);
    place.execute(ROSALIND).await;
    place.execute(&articles(1..=100)).await;
    place.execute(upkeep).await;
    let on_few = costs(place).await;

    place.execute(&articles(101..=1000)).await;
    place.execute(upkeep).await;

    for ((name, few), (_, more)) in on_few.into_iter().zip(costs(place).await) {
        // What was written over is met beside what is there, until a writer finds its page full and
        // clears it: a hundred and some. Whoever reads too much reads nine hundred rows more.
        assert!(more <= few + 450, "{name}: {few} rows looked at became {more}");
    }
}

/// She writes everything, likes everything and follows herself.
const ROSALIND: &str = "INSERT INTO users (id, username, email, email_key, password)
        VALUES ('00000000-0000-0000-0000-000000000051', 'rosalind', 'r@helix.example',
            'r@helix.example', '');
    INSERT INTO follows SELECT id, id FROM users";

/// Each with a reader, who has one remark to make. In transactions of their own, as in life.
fn articles(numbers: RangeInclusive<u32>) -> String {
    let (from, to) = numbers.into_inner();
    format!(
        "DO $$ DECLARE
            rosalind uuid := '00000000-0000-0000-0000-000000000051';
            reader uuid;
            article uuid;
        BEGIN
            FOR n IN {from}..{to} LOOP
                reader := md5('reader ' || n);
                article := md5('article ' || n);
                INSERT INTO users (id, username, email, email_key, password)
                    VALUES (reader, 'reader-' || n, n || '@helix.example', n || '@helix.example', '');
                INSERT INTO articles (id, author_id, slug, title, description, tag_list,
                        created_at, updated_at)
                    VALUES (article, rosalind, 'helix-' || n, 'On Helices', 'All of them',
                        '{{helix}}', n, n);
                INSERT INTO bodies VALUES (article, 'They twist.');
                INSERT INTO favorites VALUES (rosalind, n, article), (reader, n, article);
                INSERT INTO comments (article_id, author_id, created_at, body)
                    VALUES (article, reader, n, 'First!');
                COMMIT;
            END LOOP;
        END $$"
    )
}

type Read = fn(&mut dyn Reader) -> LocalBoxFuture<'_, usize>;

/// What is read, and a number that tells that something was. A list of several criteria is not here:
/// its total is counted.
const READS: [(&str, Read); 12] = [
    ("all", |reader| list(reader, ArticleFilter::default(), 0)),
    ("all, another page", |reader| list(reader, ArticleFilter::default(), 40)),
    ("by an author", |reader| {
        list(reader, ArticleFilter { author: Some(rosalind()), ..ArticleFilter::default() }, 0)
    }),
    ("of a tag", |reader| {
        let tag = Tag::parse("helix").ok();
        list(reader, ArticleFilter { tag, ..ArticleFilter::default() }, 0)
    }),
    ("favorites", |reader| {
        list(
            reader,
            ArticleFilter { favorited_by: Some(rosalind()), ..ArticleFilter::default() },
            0,
        )
    }),
    ("feed", |reader| {
        async { reader.articles().feed(ID, page(0)).await.unwrap().articles.len() }.boxed_local()
    }),
    ("tags", |reader| async { reader.articles().tags().await.unwrap().len() }.boxed_local()),
    ("one article", |reader| {
        async { reader.articles().view(&slug(), Some(ID)).await.unwrap().iter().count() }
            .boxed_local()
    }),
    ("its comments", |reader| {
        async { reader.comments().under(&slug(), Some(ID)).await.unwrap().unwrap().len() }
            .boxed_local()
    }),
    ("a profile", |reader| {
        async { reader.users().profile(&rosalind(), Some(ID)).await.unwrap().iter().count() }
            .boxed_local()
    }),
    ("a user", |reader| {
        async { reader.users().find(ID).await.unwrap().iter().count() }.boxed_local()
    }),
    ("a user by address", |reader| {
        async {
            let email = Email::parse("r@helix.example").unwrap();
            reader.users().find_by_email(&email).await.unwrap().iter().count()
        }
        .boxed_local()
    }),
];

const ID: UserId = UserId(Uuid::from_u128(0x51));

fn rosalind() -> Username {
    Username::parse("rosalind").unwrap()
}

fn slug() -> Slug {
    Slug::parse("helix-99").unwrap()
}

fn page(offset: u32) -> Page {
    Page::new(20, offset).unwrap()
}

fn list(reader: &mut dyn Reader, filter: ArticleFilter, offset: u32) -> LocalBoxFuture<'_, usize> {
    async move {
        let list = reader.articles().list(&filter, page(offset), Some(ID)).await;
        list.unwrap().articles.len()
    }
    .boxed_local()
}

/// How many rows the server looks at for each of the reads.
async fn costs(place: &Place) -> Vec<(&'static str, i64)> {
    // Who comes first clears up after those who wrote.
    read_once(place, &READS).await;
    let mut costs = Vec::new();
    let mut before = rows_looked_at(place).await;
    for read in READS {
        read_once(place, &[read]).await;
        let after = rows_looked_at(place).await;
        costs.push((read.0, after - before));
        before = after;
    }
    costs
}

/// A session tells at its end what it has counted.
async fn read_once(place: &Place, reads: &[(&str, Read)]) {
    let storage = place.open().await;
    for (name, read) in reads {
        assert!(read(&mut *storage.read()).await > 0, "{name}: nothing");
    }
    drop(storage);
    place.end_sessions().await;
}

async fn rows_looked_at(place: &Place) -> i64 {
    // Before version 15, what is counted shows half a second later.
    place
        .execute("SELECT pg_sleep(0.6) WHERE current_setting('server_version_num')::int < 150000")
        .await;
    place
        .number(
            "SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables)::bigint
                + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)::bigint",
        )
        .await
}
