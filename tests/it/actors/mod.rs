//! Who uses the service in a test, and how: as prose would tell it.

mod actor;
mod answer;
mod clock;
mod socket;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use domain::fakes;
use domain::providers::{Providers, Storage};
use tower::BoxError;
use tower::util::{BoxCloneSyncService, MapErr};

pub use actor::{Actor, PASSWORD};
pub use answer::Answer;
pub use clock::Clock;

/// Whatever answers requests: the service in this process, or a client of one in another.
pub type Service = BoxCloneSyncService<Request, Response, BoxError>;

/// What signs the tokens.
const SECRET: &[u8] = b"a secret that everybody may know";

/// The whole service in this process, without a socket.
///
/// Its tokens are real. Ids count up, hashing is quick, and its clock stands still, so that two
/// runs of a scenario answer the same to the byte, and everything happens at the same moment.
#[derive(Clone)]
pub struct Conduit {
    service: Service,
    /// Its hands are moved by the scenario alone.
    pub clock: Clock,
}

impl Conduit {
    /// The service on `storage`.
    pub fn on(storage: Arc<dyn Storage>) -> Self {
        let clock = Clock::default();
        let router = router(storage, &clock);
        Self { service: Service::new(MapErr::new(router, BoxError::from)), clock }
    }

    /// Somebody who has not signed in.
    pub fn anonymous(&self) -> Actor {
        Actor::anonymous(self.service.clone())
    }

    /// Somebody who has just opened an account under this name.
    pub async fn signed_in(&self, name: &str) -> Actor {
        self.anonymous().registers(name).await
    }
}

/// What a [`Conduit`] consists of, for those who need it behind a socket.
pub fn router(storage: Arc<dyn Storage>, clock: &Clock) -> Router {
    let real = app::providers(storage, SECRET);
    app::build(Providers {
        storage: real.storage,
        now: clock.now(),
        issue_token: real.issue_token,
        read_token: real.read_token,
        ..fakes::providers()
    })
}
