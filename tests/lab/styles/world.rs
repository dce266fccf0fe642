//! A world around the use case: a storage, whoever is told, and a clock that stands still.

use std::sync::Arc;
use std::time::Duration;

use domain::providers::{Now, Storage, StorageError};
use domain::services::Tally;
use domain::{AuditLine, Notification, NotificationId, Undelivered};
use futures::future::BoxFuture;
use tests::decorators::{Faults, Faulty};

use crate::clock::Clock;
use crate::given::{START, jocasta, notification};
use crate::mailbox::Mailbox;

/// The use case, whichever way it came by what it needs.
pub type DeliverPending =
    Arc<dyn Fn() -> BoxFuture<'static, Result<Tally, StorageError>> + Send + Sync>;

/// A way of handing the use case what it needs.
pub type Inject = fn(Faulty<Arc<dyn Storage>>, Mailbox, Now) -> DeliverPending;

/// Where a scenario happens. Jocasta is there already.
pub struct World {
    /// What the scenario itself looks at and writes to.
    pub storage: Arc<dyn Storage>,
    /// Whoever is told.
    pub mailbox: Mailbox,
    /// What the storage will do to the use case, and not to the scenario.
    pub faults: Faults,
    deliver_pending: DeliverPending,
    clock: Clock,
}

impl World {
    /// A world over this storage.
    pub async fn over(
        storage: Arc<dyn Storage>,
        inject: impl FnOnce(Faulty<Arc<dyn Storage>>, Mailbox, Now) -> DeliverPending,
    ) -> Self {
        let mut work = storage.begin().await.unwrap();
        work.users().insert(&jocasta()).await.unwrap();
        work.commit().await.unwrap();
        Self::as_it_is(storage, inject)
    }

    /// The same, where Jocasta is not added.
    pub fn as_it_is(
        storage: Arc<dyn Storage>,
        inject: impl FnOnce(Faulty<Arc<dyn Storage>>, Mailbox, Now) -> DeliverPending,
    ) -> Self {
        let (mailbox, faults, clock) = (Mailbox::default(), Faults::default(), Clock::default());
        let moody = Faulty::over(storage.clone(), faults.clone());
        let deliver_pending = inject(moody, mailbox.clone(), clock.now());
        Self { storage, mailbox, faults, deliver_pending, clock }
    }

    /// Lets so much time pass.
    pub fn pass(&self, duration: Duration) {
        self.clock.pass(duration);
    }

    /// What Jocasta is to be told about the article of this slug, from [`START`] on.
    pub async fn is_due(&self, slug: &str) -> Notification {
        self.is_due_after(Duration::ZERO, slug).await
    }

    /// The same, from so much later on.
    pub async fn is_due_after(&self, duration: Duration, slug: &str) -> Notification {
        let due = Notification { created_at: START.plus(duration), ..notification(slug) };
        enqueue(&*self.storage, &due).await.unwrap();
        due
    }

    /// The use case, once.
    pub async fn deliver_pending(&self) -> Result<Tally, StorageError> {
        (self.deliver_pending)().await
    }

    /// The use case, for somebody who runs it elsewhere.
    pub fn another_worker(&self) -> DeliverPending {
        self.deliver_pending.clone()
    }

    /// What is kept of a notification.
    pub async fn undelivered(&self, id: NotificationId) -> Option<Undelivered> {
        self.storage.begin().await.unwrap().outbox().find(id).await.unwrap()
    }

    /// What is remembered of it.
    pub async fn lines(&self, id: NotificationId) -> Vec<AuditLine> {
        self.storage.begin().await.unwrap().audit().lines(id).await.unwrap()
    }
}

/// Writes it down.
pub async fn enqueue(storage: &dyn Storage, due: &Notification) -> Result<(), StorageError> {
    let mut work = storage.begin().await?;
    work.outbox().enqueue(std::slice::from_ref(due)).await?;
    work.commit().await
}
