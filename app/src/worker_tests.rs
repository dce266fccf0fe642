use std::sync::Arc;

use async_trait::async_trait;
use domain::fakes::{self, FakeNotifier};
use domain::providers::{Notifier, NotifyError, Providers};
use domain::services::Services;
use domain::{
    Body, Delivery, Description, Draft, Email, Password, Registration, TagList, Title, UserId,
    Username,
};
use pretty_assertions::assert_eq;
use tokio::sync::Notify;

use super::*;

/// Somebody who is told, and says when; and who can be made to wait before they listen.
#[derive(Clone, Default)]
struct Listener {
    inbox: FakeNotifier,
    told: Arc<Notify>,
    listens: Arc<Notify>,
}

#[async_trait]
impl Notifier for Listener {
    async fn notify(&self, delivery: &Delivery) -> Result<(), NotifyError> {
        self.told.notify_one();
        self.listens.notified().await;
        self.inbox.notify(delivery).await
    }
}

/// Services over fakes, and a user who publishes for one who follows them.
async fn with_a_follower(listener: &Listener) -> (Services, UserId) {
    let notifier = Arc::new(listener.clone());
    let services = Services::new(&Providers { notifier, ..fakes::providers() });
    let register = async |name: &str| {
        let registration = Registration {
            username: Username::parse(name).unwrap(),
            email: Email::parse(format!("{name}@helix.example")).unwrap(),
            password: Password::parse("photograph 51").unwrap(),
        };
        services.accounts.register(registration).await.unwrap().user
    };
    let (rosalind, jocasta) = (register("rosalind").await, register("jocasta").await);
    services.profiles.follow(jocasta.id, &rosalind.username).await.unwrap();
    (services, rosalind.id)
}

async fn publish(services: &Services, author: UserId) {
    let draft = Draft {
        title: Title::parse("On Helices").unwrap(),
        description: Description::parse("A turn, and another").unwrap(),
        body: Body::parse("They wind around each other.").unwrap(),
        tags: TagList::default(),
    };
    services.articles.publish(author, draft).await.unwrap();
}

#[tokio::test]
async fn what_is_due_is_delivered_without_being_asked() {
    let listener = Listener::default();
    let (services, rosalind) = with_a_follower(&listener).await;
    publish(&services, rosalind).await;

    let worker = Worker::start(services.deliveries);
    listener.told.notified().await;
    listener.listens.notify_one();
    worker.stop().await;

    assert_eq!(listener.inbox.told().len(), 1);
}

#[tokio::test]
async fn what_was_begun_is_finished_before_it_stops() {
    let listener = Listener::default();
    let (services, rosalind) = with_a_follower(&listener).await;
    publish(&services, rosalind).await;
    let worker = Worker::start(services.deliveries.clone());
    listener.told.notified().await;

    let stopping = tokio::spawn(worker.stop());
    tokio::task::yield_now().await;
    assert!(!stopping.is_finished());
    listener.listens.notify_one();
    stopping.await.unwrap();

    assert_eq!(listener.inbox.told().len(), 1);
    assert_eq!(services.deliveries.deliver_pending().await.unwrap().total(), 0);
}

#[tokio::test]
async fn what_takes_too_long_is_left_to_the_next_worker() {
    let listener = Listener::default();
    let (services, rosalind) = with_a_follower(&listener).await;
    publish(&services, rosalind).await;
    let worker = Worker::start(services.deliveries);
    listener.told.notified().await;

    worker.stop_within(Duration::from_millis(1)).await;

    assert_eq!(listener.inbox.told(), []);
}
