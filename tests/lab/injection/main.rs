//! Delivers one notification, to somebody who shows how they were reached.

mod way;

use async_trait::async_trait;
use domain::fakes::{self, FakeStorage};
use domain::providers::{Notifier, NotifyError, Now, Storage};
use domain::{
    Delivery, Email, Event, News, Notification, NotificationId, PasswordHash, Slug, Timestamp,
    Title, User, UserId, Username,
};
use uuid::Uuid;

struct Shows;

#[async_trait]
impl Notifier for Shows {
    async fn notify(&self, _: &Delivery) -> Result<(), NotifyError> {
        panic!("reached")
    }
}

async fn with_one_due() -> FakeStorage {
    let (id, rosalind) = (Uuid::from_u128(51), Username::parse("rosalind").unwrap());
    let storage = FakeStorage::default();
    let mut work = storage.begin().await.unwrap();
    let user = User {
        id: UserId(id),
        username: rosalind.clone(),
        email: Email::parse("rosalind@helix.example").unwrap(),
        password: PasswordHash::new("hash".to_owned()),
        bio: None,
        image: None,
    };
    work.users().insert(&user).await.unwrap();
    let news = News {
        event: Event::Published,
        by: rosalind,
        slug: Slug::parse("on-helices").unwrap(),
        title: Title::parse("On Helices").unwrap(),
    };
    let created_at = Timestamp::from_micros(0);
    let new = Notification { id: NotificationId(id), recipient: user.id, news, created_at };
    work.outbox().enqueue(&[new]).await.unwrap();
    work.commit().await.unwrap();
    storage
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    deliver(with_one_due().await, Shows, fakes::ticking(0)).await;
}

