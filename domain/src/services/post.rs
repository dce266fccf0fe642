//! A world in which the post can fail, and time passes when it is told to.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;

use super::Tally;
use super::given::World;
use crate::fakes::{self, FakeNotifier};
use crate::providers::{Notifier, NotifyError, Providers};
use crate::{Delivery, NotificationId, Outcome, Timestamp, Undelivered, User};

/// A world whose clock stands still until it is moved, and somebody in it who is told.
pub(super) struct Post {
    pub world: World,
    pub inbox: FakeNotifier,
    errors: Arc<Mutex<VecDeque<NotifyError>>>,
    asked: Arc<AtomicUsize>,
    micros: Arc<AtomicI64>,
}

impl Post {
    pub fn new() -> Self {
        let inbox = FakeNotifier::default();
        let errors: Arc<Mutex<VecDeque<NotifyError>>> = Arc::default();
        let asked: Arc<AtomicUsize> = Arc::default();
        let micros: Arc<AtomicI64> = Arc::default();
        let clock = micros.clone();
        let moody = Moody { inbox: inbox.clone(), errors: errors.clone(), asked: asked.clone() };
        let providers = Providers {
            notifier: Arc::new(moody),
            now: Arc::new(move || Timestamp::from_micros(clock.load(Ordering::Relaxed))),
            ..fakes::providers()
        };
        Self { world: World::over(providers), inbox, errors, asked, micros }
    }

    /// Jocasta, who follows Rosalind, both new.
    pub async fn rosalind_and_jocasta(&self) -> (User, User) {
        let rosalind = self.world.user("rosalind").await;
        let jocasta = self.world.user("jocasta").await;
        self.world.follow(&jocasta, "rosalind").await;
        (rosalind, jocasta)
    }

    /// What comes next fails so, and what comes after that as well, error by error.
    pub fn will_fail(&self, errors: impl IntoIterator<Item = NotifyError>) {
        self.errors.lock().unwrap().extend(errors);
    }

    pub fn pass(&self, duration: Duration) {
        let micros = i64::try_from(duration.as_micros()).unwrap();
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    pub async fn deliver(&self) -> (usize, usize, usize) {
        let Tally { delivered, postponed, given_up } =
            self.world.deliveries.deliver_pending().await.unwrap();
        (delivered, postponed, given_up)
    }

    /// How often the notifier was asked to tell something.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    /// Who was told which title, in the order in which they were.
    pub fn told(&self) -> Vec<(String, String)> {
        let told = self.inbox.told().into_iter();
        told.map(|delivery| (delivery.recipient.to_string(), delivery.news.title.to_string()))
            .collect()
    }

    pub async fn undelivered(&self, id: NotificationId) -> Option<Undelivered> {
        let mut work = self.world.storage.begin().await.unwrap();
        work.outbox().find(id).await.unwrap()
    }

    pub async fn outcomes(&self, id: NotificationId) -> Vec<Outcome> {
        let mut work = self.world.storage.begin().await.unwrap();
        let lines = work.audit().lines(id).await.unwrap();
        lines.into_iter().map(|line| line.outcome).collect()
    }

    /// The id of the one notification that is due.
    pub async fn pending(&self) -> NotificationId {
        let mut work = self.world.storage.begin().await.unwrap();
        let now = Timestamp::from_micros(i64::MAX);
        let due = work.outbox().claim(now, now, u32::MAX).await.unwrap();
        let [delivery] = &due[..] else { panic!("not one: {due:?}") };
        delivery.id
    }
}

/// Gives the errors it was told to give, one each time, and passes everything else on.
struct Moody {
    inbox: FakeNotifier,
    errors: Arc<Mutex<VecDeque<NotifyError>>>,
    asked: Arc<AtomicUsize>,
}

#[async_trait]
impl Notifier for Moody {
    async fn notify(&self, delivery: &Delivery) -> Result<(), NotifyError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let error = self.errors.lock().unwrap().pop_front();
        match error {
            Some(error) => Err(error),
            None => self.inbox.notify(delivery).await,
        }
    }
}

pub(super) fn unavailable() -> NotifyError {
    NotifyError::Unavailable("the line is dead".to_owned())
}
