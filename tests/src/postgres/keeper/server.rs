//! Which server a run gets.

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};
use tokio::sync::Mutex;

use crate::postgres::guard::Guard;
use crate::postgres::settings::{Settings, Source};
use crate::postgres::wire::Availability;
use crate::postgres::{docker, given, local};

/// A server that runs.
pub struct Server {
    /// How to reach it, and the database to reach it by.
    pub options: PgConnectOptions,
    /// Whether a clone is best made by copying files: where nothing is made durable.
    pub copies_files: bool,
    /// What every database on it that belongs to this run is called first.
    pub prefix: String,
    /// What it is and where.
    pub taken: String,
    /// The line of shell that ends it, or what is kept on it.
    pub end: String,
    /// Keeps the names of this run from being taken for those of a dead one.
    pub _session: Option<PgConnection>,
}

impl Server {
    /// The URL of one of its databases.
    pub fn url(&self, database: &str) -> String {
        url_for_all(&self.options.clone().database(database))
    }
}

/// A URL for every client: the one that sqlx writes has a parameter which psql refuses.
pub fn url_for_all(options: &PgConnectOptions) -> String {
    let mut url = options.to_url_lossy();
    let parameters = url.query().unwrap_or_default().split('&');
    let understood = parameters.filter(|one| !one.starts_with("statement-cache-capacity="));
    let understood = understood.collect::<Vec<_>>().join("&");
    url.set_query(Some(&understood));
    url.to_string()
}

/// Takes the first that can be had.
pub async fn take(settings: &Settings, guard: &Mutex<Guard>) -> Result<Server, Availability> {
    if let Some(url) = &settings.url {
        let given = given::connect(url, guard, settings.keep).await;
        return given.map_err(|reason| Availability::Refused { reason });
    }
    let mut reasons = vec!["TEST_DATABASE_URL is not set".to_owned()];
    if settings.only != Some(Source::Local) {
        match docker::start(settings, guard).await {
            Ok(server) => return Ok(because(server, &reasons)),
            Err(reason) => reasons.push(format!("{}: {reason}", Source::Docker)),
        }
    }
    if settings.only != Some(Source::Docker) {
        match local::start(settings, guard).await {
            Ok(server) => return Ok(because(server, &reasons)),
            Err(reason) => reasons.push(format!("{}: {reason}", Source::Local)),
        }
    }
    Err(Availability::Missing { reasons: reasons.join("; ") })
}

fn because(server: Server, reasons: &[String]) -> Server {
    Server { taken: format!("{} ({})", server.taken, reasons.join("; ")), ..server }
}
