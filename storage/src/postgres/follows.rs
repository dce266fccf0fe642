//! The provider of who follows whom.

use async_trait::async_trait;
use domain::UserId;
use domain::providers::{Follows, StorageError};

use super::row;
use super::session::{Session, Work};
use super::statement::statement;

const ADD: &str =
    "INSERT INTO follows (follower_id, author_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/// The author is locked first, as everybody does.
const REMOVE: &str = "WITH author AS (SELECT id FROM users WHERE id = $2 FOR NO KEY UPDATE)
    DELETE FROM follows USING author WHERE follower_id = $1 AND author_id = author.id";

const FOLLOWERS: &str = "SELECT follower_id FROM follows WHERE author_id = $1";

#[async_trait]
impl Follows for Session<Work> {
    async fn add(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError> {
        self.write(statement(ADD).bind(follower.0).bind(author.0)).await.map(|_| ())
    }

    async fn remove(&mut self, follower: UserId, author: UserId) -> Result<(), StorageError> {
        self.write(statement(REMOVE).bind(follower.0).bind(author.0)).await.map(|_| ())
    }

    async fn followers(&mut self, author: UserId) -> Result<Vec<UserId>, StorageError> {
        let rows = self.rows(statement(FOLLOWERS).bind(author.0)).await?;
        rows.iter().map(|found| row::user_id(found, 0)).collect()
    }
}
