//! The provider of accounts and profiles.

use std::sync::LazyLock;

use async_trait::async_trait;
use domain::providers::{Conflict, ReadUsers, StorageError, Users};
use domain::{Bio, Email, ImageUrl, PasswordHash, Profile, User, UserId, Username};
use sqlx::postgres::PgRow;

use super::row;
use super::seen::Seen;
use super::session::{Session, Source, Work};
use super::statement::{Statement, statement};

/// A look-up, and the same for who will change what is found.
struct Find {
    plain: &'static str,
    locking: &'static str,
}

macro_rules! find {
    ($key:literal) => {
        Find {
            plain: concat!(
                "SELECT id, username, email, password, bio, image FROM users WHERE ",
                $key
            ),
            locking: concat!(
                "SELECT id, username, email, password, bio, image FROM users WHERE ",
                $key,
                " FOR NO KEY UPDATE"
            ),
        }
    };
}

const BY_ID: Find = find!("id = $1");
const BY_EMAIL: Find = find!("email_key = $1");
const BY_USERNAME: Find = find!("username = $1");

static PROFILE: LazyLock<Seen> = LazyLock::new(|| {
    Seen::new(|eyes| {
        format!("SELECT {} FROM users u WHERE u.username = $2", row::profile_columns(eyes))
    })
});

/// Of a taken name it writes nothing: that is looked for before the address is.
const INSERT: &str = "INSERT INTO users (id, username, email, email_key, password, bio, image)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (username) DO NOTHING";

/// Of a user who is there, whether another has the name. An error would end the transaction, and
/// might tell of the address first.
const UPDATE: &str = "WITH taken AS (SELECT FROM users WHERE username = $2 AND id <> $1),
    changed AS (
        UPDATE users
        SET username = $2, email = $3, email_key = $4, password = $5, bio = $6, image = $7
        WHERE id = $1 AND NOT EXISTS (SELECT FROM taken)
    )
    SELECT EXISTS (SELECT FROM taken) FROM users WHERE id = $1";

fn user(row: &PgRow) -> Result<User, StorageError> {
    Ok(User {
        id: row::user_id(row, 0)?,
        username: row::text(row, 1, Username::parse)?,
        email: row::text(row, 2, Email::parse)?,
        password: PasswordHash::new(row::get::<String>(row, 3)?),
        bio: row::optional_text(row, 4, Bio::parse)?,
        image: row::optional_text(row, 5, ImageUrl::parse)?,
    })
}

/// `text` with the columns of `user`.
fn written(text: &'static str, user: &User) -> Statement {
    statement(text)
        .bind(user.id.0)
        .bind(user.username.as_str())
        .bind(user.email.as_str())
        .bind(user.email.key())
        .bind(user.password.reveal())
        .bind(user.bio.as_ref().map(Bio::as_str))
        .bind(user.image.as_ref().map(ImageUrl::as_str))
}

impl Find {
    fn on<S: Source>(&self) -> &'static str {
        if S::LOCKS { self.locking } else { self.plain }
    }
}

#[async_trait]
impl<S: Source> ReadUsers for Session<S> {
    async fn find(&mut self, id: UserId) -> Result<Option<User>, StorageError> {
        let found = self.row(statement(BY_ID.on::<S>()).bind(id.0)).await?;
        found.as_ref().map(user).transpose()
    }

    async fn find_by_email(&mut self, email: &Email) -> Result<Option<User>, StorageError> {
        let found = self.row(statement(BY_EMAIL.on::<S>()).bind(email.key())).await?;
        found.as_ref().map(user).transpose()
    }

    async fn find_by_username(&mut self, name: &Username) -> Result<Option<User>, StorageError> {
        let found = self.row(statement(BY_USERNAME.on::<S>()).bind(name.as_str())).await?;
        found.as_ref().map(user).transpose()
    }

    async fn profile(
        &mut self,
        name: &Username,
        viewer: Option<UserId>,
    ) -> Result<Option<Profile>, StorageError> {
        let profile = statement(PROFILE.by(viewer)).bind(viewer.map(|viewer| viewer.0));
        let found = self.row(profile.bind(name.as_str())).await?;
        found.map(|found| row::profile(&found, 0)).transpose()
    }
}

#[async_trait]
impl Users for Session<Work> {
    async fn insert(&mut self, user: &User) -> Result<(), StorageError> {
        match self.write(written(INSERT, user)).await? {
            0 => Err(StorageError::Conflict(Conflict::Username)),
            _ => Ok(()),
        }
    }

    async fn update(&mut self, user: &User) -> Result<(), StorageError> {
        let Some(found) = self.row(written(UPDATE, user)).await? else {
            return Err(StorageError::Conflict(Conflict::Concurrent));
        };
        let is_taken: bool = row::get(&found, 0)?;
        if is_taken { Err(StorageError::Conflict(Conflict::Username)) } else { Ok(()) }
    }
}
