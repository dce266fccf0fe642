//! The provider of who follows whom.

use async_trait::async_trait;
use domain::UserId;
use domain::providers::{Follows, StorageError};

use super::pool::Pool;
use super::row;

const ADD: &str =
    "INSERT INTO follows (follower_id, author_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING";

const REMOVE: &str = "DELETE FROM follows WHERE follower_id = ?1 AND author_id = ?2";

const FOLLOWERS: &str = "SELECT follower_id FROM follows WHERE author_id = ?1";

impl Pool {
    async fn write_follow(
        &self,
        sql: &'static str,
        follower: UserId,
        author: UserId,
    ) -> Result<(), StorageError> {
        self.run(move |db| db.prepare_cached(sql)?.execute([follower.0, author.0]))
            .await
            .map(|_| ())
    }
}

#[async_trait]
impl Follows for Pool {
    async fn add(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError> {
        self.write_follow(ADD, follower, author).await
    }

    async fn remove(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError> {
        self.write_follow(REMOVE, follower, author).await
    }

    async fn followers(&mut self, author: UserId) -> Result<Vec<UserId>, StorageError> {
        self.run(move |db| {
            let mut followers = db.prepare_cached(FOLLOWERS)?;
            followers.query_map([author.0], |found| row::user_id(found, 0))?.collect()
        })
        .await
    }
}
