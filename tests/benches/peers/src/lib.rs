//! What the suites have in common.

use sqlx::{Connection, PgConnection};

/// How many tests a suite has.
pub fn amount() -> usize {
    std::env::var("BENCH_TESTS").map_or(100, |tests| tests.parse().expect("a number"))
}

/// The trivial test: a statement that needs the schema.
pub async fn run(url: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let users: i64 =
        sqlx::query_scalar("SELECT count(*) FROM users").fetch_one(&mut connection).await.unwrap();
    assert_eq!(users, 0);
    connection.close().await.unwrap();
}

/// Expands to a hundred tests, for harnesses that need a function for each.
#[macro_export]
macro_rules! hundred {
    ($test:ident) => {
        $crate::ten!($test a); $crate::ten!($test b); $crate::ten!($test c); $crate::ten!($test d);
        $crate::ten!($test e); $crate::ten!($test f); $crate::ten!($test g); $crate::ten!($test h);
        $crate::ten!($test i); $crate::ten!($test j);
    };
}

/// Expands to ten tests in a module of this name.
#[macro_export]
macro_rules! ten {
    ($test:ident $module:ident) => {
        mod $module {
            $test!(t0);
            $test!(t1);
            $test!(t2);
            $test!(t3);
            $test!(t4);
            $test!(t5);
            $test!(t6);
            $test!(t7);
            $test!(t8);
            $test!(t9);
        }
    };
}
