//! `#[sqlx::test]`, which migrates a database for each test.

macro_rules! test {
    ($name:ident) => {
        #[sqlx::test(migrations = "../../../storage/migrations/postgres")]
        async fn $name(pool: sqlx::PgPool) {
            let users: i64 =
                sqlx::query_scalar("SELECT count(*) FROM users").fetch_one(&pool).await.unwrap();
            assert_eq!(users, 0);
        }
    };
}

peers::hundred!(test);
