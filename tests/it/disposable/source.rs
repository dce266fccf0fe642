//! Where the server of a child run comes from.

use std::str::FromStr;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use tests::postgres::{self, Database, Presence};
use tokio::sync::OnceCell;

/// Where it can come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Docker,
    Local,
    /// The server of the run that this trial is in: to the child it is somebody else's.
    Given,
}

impl Source {
    pub const ALL: &[Self] = &[Self::Docker, Self::Local, Self::Given];

    /// How trials call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Docker => "docker",
            Self::Local => "local",
            Self::Given => "given",
        }
    }

    /// Whether it can be had here.
    pub fn presence(self) -> &'static Presence {
        match self {
            Self::Docker => postgres::presence_of(postgres::Source::Docker),
            Self::Local => postgres::presence_of(postgres::Source::Local),
            Self::Given => postgres::presence(),
        }
    }

    /// How many runs at once a small machine can bear.
    pub fn at_once(self) -> usize {
        match self {
            Self::Docker => 3,
            Self::Local | Self::Given => 9,
        }
    }

    /// What makes a child run take it.
    pub async fn settings(self) -> [(&'static str, &'static str); 1] {
        match self {
            Self::Docker => [("TEST_POSTGRES", "docker")],
            Self::Local => [("TEST_POSTGRES", "local")],
            Self::Given => [("TEST_DATABASE_URL", given().await)],
        }
    }
}

/// The URL of the server of this run. No database is held, so that no seat is: the child run takes
/// its own.
async fn given() -> &'static str {
    static URL: OnceCell<String> = OnceCell::const_new();
    let url = URL.get_or_init(|| async {
        let database = Database::migrated().await;
        let options = PgConnectOptions::from_str(database.url()).unwrap();
        options.database("postgres").to_url_lossy().to_string()
    });
    url.await
}
