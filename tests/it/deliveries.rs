//! Notifications over each storage: what is written with what happens, and told once it has.

use std::sync::Arc;

use domain::fakes::{self, FakeNotifier};
use domain::providers::{Notifier, Providers, Storage};
use domain::services::{Services, Tally};
use domain::{
    Body, Description, Draft, Email, Password, Registration, Slug, TagList, Title, User, Username,
};
use futures::future::join_all;
use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use tests::decorators::{Fault, Faults, Faulty, Record, Recorded};
use tests::storages::{self, Opened};

use crate::trial::named_on;

/// `deliveries::sqlite::without_its_news_nothing_is_published`, and so on.
pub fn trials() -> Vec<Trial> {
    let on_each = |backend| {
        [
            named_on(backend, without_its_news_nothing_is_published),
            named_on(backend, nothing_remote_happens_inside_a_unit_of_work),
            named_on(backend, what_could_not_be_settled_is_told_again_under_the_same_id),
            named_on(backend, what_was_not_told_is_not_forgotten),
            named_on(backend, many_workers_tell_each_notification_once),
        ]
    };
    storages::all().iter().flat_map(on_each).collect()
}

/// Services over this storage, with a clock that moves by an hour at every look.
fn services(storage: Arc<dyn Storage>, notifier: Arc<dyn Notifier>) -> Services {
    let now = fakes::ticking(3_600_000_000);
    Services::new(&Providers { storage, notifier, now, ..fakes::providers() })
}

/// Rosalind, whom Jocasta follows.
async fn rosalind(services: &Services) -> User {
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
    rosalind
}

fn draft(title: &str) -> Draft {
    Draft {
        title: Title::parse(title).unwrap(),
        description: Description::parse("A turn, and another").unwrap(),
        body: Body::parse("They wind around each other.").unwrap(),
        tags: TagList::default(),
    }
}

async fn without_its_news_nothing_is_published(opened: &Opened) {
    let faults = Faults::default();
    let storage = Arc::new(Faulty::over(opened.storage.clone(), faults.clone()));
    let services = services(storage, Arc::new(FakeNotifier::default()));
    let rosalind = rosalind(&services).await;
    faults.fail("outbox.enqueue", Fault::Unavailable);

    let outcome = services.articles.publish(rosalind.id, draft("On Helices")).await;

    assert!(outcome.is_err(), "{outcome:?}");
    let slug = Slug::parse("on-helices").unwrap();
    assert_eq!(opened.storage.read().articles().find_by_slug(&slug).await.unwrap(), None);
    assert_eq!(services.deliveries.deliver_pending().await.unwrap(), Tally::default());
}

async fn nothing_remote_happens_inside_a_unit_of_work(opened: &Opened) {
    let record = Record::default();
    let storage = Recorded::over(opened.storage.clone(), record.clone());
    let inbox: Arc<dyn Notifier> = Arc::new(FakeNotifier::default());
    let notifier = Recorded::over(inbox, record.clone());
    let services = services(Arc::new(storage), Arc::new(notifier));
    let rosalind = rosalind(&services).await;
    for title in ["On Helices", "On Knots"] {
        services.articles.publish(rosalind.id, draft(title)).await.unwrap();
    }
    record.clear();

    services.deliveries.deliver_pending().await.unwrap();

    let claim = ["begin", "outbox.claim", "commit"];
    let each = ["notifier.notify", "begin", "outbox.remove", "audit.note", "commit"];
    assert_eq!(record.names(), [&claim[..], &each, &each].concat());
}

async fn what_could_not_be_settled_is_told_again_under_the_same_id(opened: &Opened) {
    let faults = Faults::default();
    let storage = Arc::new(Faulty::over(opened.storage.clone(), faults.clone()));
    let record = Record::default();
    let inbox: Arc<dyn Notifier> = Arc::new(FakeNotifier::default());
    let notifier = Recorded::over(inbox, record.clone());
    let services = services(storage, Arc::new(notifier));
    let rosalind = rosalind(&services).await;
    services.articles.publish(rosalind.id, draft("On Helices")).await.unwrap();
    faults.fail("audit.note", Fault::Unavailable);

    services.deliveries.deliver_pending().await.unwrap_err();
    let tally = services.deliveries.deliver_pending().await.unwrap();

    assert_eq!(tally, Tally { delivered: 1, ..Tally::default() });
    let told: Vec<String> = record.calls().into_iter().map(|call| call.with).collect();
    assert_eq!(told.len(), 2);
    assert_eq!(told[0].replace("attempt: 1", "attempt: 2"), told[1]);
}

async fn what_was_not_told_is_not_forgotten(opened: &Opened) {
    let faults = Faults::default();
    let inbox = FakeNotifier::default();
    let notifier: Arc<dyn Notifier> = Arc::new(inbox.clone());
    let notifier = Arc::new(Faulty::over(notifier, faults.clone()));
    let services = services(opened.storage.clone(), notifier);
    let rosalind = rosalind(&services).await;
    services.articles.publish(rosalind.id, draft("On Helices")).await.unwrap();
    faults.fail("notifier.notify", Fault::Unavailable);

    let first = services.deliveries.deliver_pending().await.unwrap();
    let second = services.deliveries.deliver_pending().await.unwrap();

    assert_eq!((first.postponed, second.delivered), (1, 1));
    assert_eq!(inbox.told().len(), 1);
}

async fn many_workers_tell_each_notification_once(opened: &Opened) {
    let record = Record::default();
    let inbox: Arc<dyn Notifier> = Arc::new(FakeNotifier::default());
    let notifier = Arc::new(Recorded::over(inbox, record.clone()));
    let now = fakes::ticking(0);
    let providers =
        Providers { storage: opened.storage.clone(), notifier, now, ..fakes::providers() };
    let services = Services::new(&providers);
    let rosalind = rosalind(&services).await;
    for number in 0..20 {
        services.articles.publish(rosalind.id, draft(&format!("Part {number}"))).await.unwrap();
    }

    let workers = (0..8).map(|_| services.deliveries.deliver_pending());
    let told = join_all(workers).await.into_iter().map(|tally| tally.unwrap().delivered);

    assert_eq!((told.sum::<usize>(), record.calls().len()), (20, 20));
}
