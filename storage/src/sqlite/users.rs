//! The provider of accounts and profiles.

use async_trait::async_trait;
use domain::providers::{Conflict, ReadUsers, StorageError, Users};
use domain::{Bio, Email, ImageUrl, PasswordHash, Profile, User, UserId, Username};
use rusqlite::{OptionalExtension, Result, Row, named_params, params};

use super::pool::Pool;
use super::row;

const FIND: &str = "SELECT id, username, email, password, bio, image FROM users WHERE id = ?1";

const FIND_BY_EMAIL: &str =
    "SELECT id, username, email, password, bio, image FROM users WHERE email_key = ?1";

const FIND_BY_USERNAME: &str =
    "SELECT id, username, email, password, bio, image FROM users WHERE username = ?1";

const PROFILE: &str =
    concat!("SELECT ", row::profile_columns!(), " FROM users u WHERE u.username = :name");

const INSERT: &str = "INSERT INTO users (id, username, email, email_key, password, bio, image)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

const NAME_IS_TAKEN: &str = "SELECT EXISTS (SELECT 1 FROM users WHERE username = ?1 AND id <> ?2)";

const UPDATE: &str = "UPDATE users
    SET username = ?2, email = ?3, email_key = ?4, password = ?5, bio = ?6, image = ?7
    WHERE id = ?1";

fn user(row: &Row<'_>) -> Result<User> {
    Ok(User {
        id: row::user_id(row, 0)?,
        username: row::text(row, 1, Username::parse)?,
        email: row::text(row, 2, Email::parse)?,
        password: PasswordHash::new(row.get::<_, String>(3)?),
        bio: row::optional_text(row, 4, Bio::parse)?,
        image: row::optional_text(row, 5, ImageUrl::parse)?,
    })
}

impl Pool {
    async fn find_user(
        &self,
        sql: &'static str,
        key: impl rusqlite::ToSql + Send + 'static,
    ) -> Result<Option<User>, StorageError> {
        self.run(move |db| db.prepare_cached(sql)?.query_row([key], user).optional()).await
    }

    /// Runs `sql` with the columns of `user`; answers how many rows it wrote.
    async fn write_user(&self, sql: &'static str, user: &User) -> Result<usize, StorageError> {
        match self.try_write_user(sql, user.clone()).await {
            // Where both are taken, SQLite tells either; the contract asks for the name.
            Err(StorageError::Conflict(Conflict::Email)) if self.name_is_taken(user).await? => {
                Err(StorageError::Conflict(Conflict::Username))
            }
            outcome => outcome,
        }
    }

    async fn try_write_user(&self, sql: &'static str, user: User) -> Result<usize, StorageError> {
        self.run(move |db| {
            db.prepare_cached(sql)?.execute(params![
                user.id.0,
                user.username.as_str(),
                user.email.as_str(),
                user.email.key(),
                user.password.reveal(),
                user.bio.as_ref().map(Bio::as_str),
                user.image.as_ref().map(ImageUrl::as_str),
            ])
        })
        .await
    }

    async fn name_is_taken(&self, user: &User) -> Result<bool, StorageError> {
        let (name, id) = (user.username.to_string(), user.id.0);
        self.run(move |db| db.prepare_cached(NAME_IS_TAKEN)?.query_row((name, id), |r| r.get(0)))
            .await
    }
}

#[async_trait]
impl ReadUsers for Pool {
    async fn find(&mut self, id: UserId) -> Result<Option<User>, StorageError> {
        self.find_user(FIND, id.0).await
    }

    async fn find_by_email(&mut self, email: &Email) -> Result<Option<User>, StorageError> {
        self.find_user(FIND_BY_EMAIL, email.key()).await
    }

    async fn find_by_username(&mut self, name: &Username) -> Result<Option<User>, StorageError> {
        self.find_user(FIND_BY_USERNAME, name.to_string()).await
    }

    async fn profile(
        &mut self,
        name: &Username,
        viewer: Option<UserId>,
    ) -> Result<Option<Profile>, StorageError> {
        let name = name.to_string();
        self.run(move |db| {
            db.prepare_cached(PROFILE)?
                .query_row(
                    named_params! {":name": name, ":viewer": viewer.map(|viewer| viewer.0)},
                    |found| row::profile(found, 0),
                )
                .optional()
        })
        .await
    }
}

#[async_trait]
impl Users for Pool {
    async fn insert(&mut self, user: &User) -> Result<(), StorageError> {
        self.write_user(INSERT, user).await.map(|_| ())
    }

    async fn update(&mut self, user: &User) -> Result<(), StorageError> {
        match self.write_user(UPDATE, user).await? {
            0 => Err(StorageError::Conflict(Conflict::Concurrent)),
            _ => Ok(()),
        }
    }
}
