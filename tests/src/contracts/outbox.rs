//! What is promised of notifications that are still to be delivered.

use domain::providers::{Conflict, Storage, StorageError};
use domain::{
    CommentId, Delivery, Event, News, Notification, NotificationId, Timestamp, Undelivered, User,
};
use futures::future::join_all;
use pretty_assertions::assert_eq;

use super::given::{self, NOON, id_reading, later, new_user};
use super::work::{refused, write, write_until_done};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(what_is_kept_comes_back_whole),
        case(a_recipient_who_is_not_there_is_a_concurrent_change),
        case(what_is_claimed_comes_whole),
        case(a_recipient_is_called_by_the_name_they_have_now),
        case(what_was_due_first_is_claimed_first),
        case(what_is_not_due_is_not_claimed),
        case(no_more_is_claimed_than_was_asked_for),
        case(what_is_claimed_is_nobody_elses_until_the_claim_ends),
        case(twenty_workers_at_once_claim_each_notification_once),
        case(what_was_delivered_is_forgotten),
        case(forgetting_what_is_not_there_is_no_error),
        case(what_was_postponed_is_due_again),
        case(what_was_postponed_is_claimed_in_its_new_order),
        case(what_was_given_up_stays_and_is_not_claimed),
        case(who_held_a_claim_that_ended_changes_nothing),
    ]
}

const MANY: u32 = 100;

/// How long the claims here hold.
const CLAIM: i64 = 1_000;

pub fn notification(recipient: &User, name: &str) -> Notification {
    Notification {
        id: NotificationId(id_reading(name)),
        recipient: recipient.id,
        news: News {
            event: Event::Published,
            by: given::username("rosalind"),
            slug: given::slug(name),
            title: given::title(&format!("Title of {name}")),
        },
        created_at: NOON,
    }
}

pub async fn enqueue(storage: &dyn Storage, new: &[Notification]) {
    write(storage, async |work| work.outbox().enqueue(new).await).await.unwrap();
}

/// Claims all that is due so many microseconds after noon.
pub async fn claim(storage: &dyn Storage, micros: i64) -> Vec<Delivery> {
    let (now, until) = (later(micros), later(micros + CLAIM));
    write(storage, async |work| work.outbox().claim(now, until, MANY).await).await.unwrap()
}

async fn reschedule(storage: &dyn Storage, claimed: &Delivery, due_at: Option<Timestamp>) {
    write(storage, async |work| work.outbox().reschedule(claimed, due_at).await).await.unwrap();
}

async fn find(storage: &dyn Storage, id: NotificationId) -> Option<Undelivered> {
    storage.begin().await.unwrap().outbox().find(id).await.unwrap()
}

fn ids(claimed: &[Delivery]) -> Vec<NotificationId> {
    claimed.iter().map(|delivery| delivery.id).collect()
}

async fn what_is_kept_comes_back_whole(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let published = notification(&jocasta, "on-helices");
    let commented = Notification {
        news: News { event: Event::Commented(CommentId(i64::MAX)), ..published.news.clone() },
        created_at: later(1),
        ..notification(&jocasta, "on-knots")
    };

    enqueue(storage, &[published.clone(), commented.clone()]).await;

    for notification in [published, commented] {
        let due_at = Some(notification.created_at);
        let kept = find(storage, notification.id).await;
        assert_eq!(kept, Some(Undelivered { notification, attempts: 0, due_at }));
    }
}

async fn a_recipient_who_is_not_there_is_a_concurrent_change(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let new = [notification(&jocasta, "one"), notification(&new_user("nobody"), "two")];

    let outcome: Result<(), StorageError> =
        write(storage, async |work| work.outbox().enqueue(&new).await).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
    assert_eq!(claim(storage, 0).await, []);
}

async fn what_is_claimed_comes_whole(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let Notification { id, recipient: _, news, created_at } = notification(&jocasta, "on-helices");
    enqueue(storage, &[notification(&jocasta, "on-helices")]).await;

    let claimed = claim(storage, 0).await;

    let recipient = jocasta.username;
    assert_eq!(claimed, [Delivery { id, recipient, news, created_at, attempt: 1 }]);
}

async fn a_recipient_is_called_by_the_name_they_have_now(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    enqueue(storage, &[notification(&jocasta, "on-helices")]).await;
    let renamed = User { id: jocasta.id, ..new_user("innes") };
    write(storage, async |work| work.users().update(&renamed).await).await.unwrap();

    let claimed = claim(storage, 0).await;

    assert_eq!(claimed[0].recipient, renamed.username);
}

async fn what_was_due_first_is_claimed_first(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let due =
        |name, micros| Notification { created_at: later(micros), ..notification(&jocasta, name) };
    enqueue(storage, &[due("b", 2), due("d", 1), due("a", 2), due("c", 3), due("e", -1)]).await;

    let claimed = claim(storage, 3).await;

    let expected = ["e", "d", "a", "b", "c"].map(|name| NotificationId(id_reading(name)));
    assert_eq!(ids(&claimed), expected);
}

async fn what_is_not_due_is_not_claimed(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let new = Notification { created_at: later(5), ..notification(&jocasta, "on-helices") };
    enqueue(storage, &[new]).await;

    assert_eq!(claim(storage, 4).await, []);
    assert_eq!(claim(storage, 5).await.len(), 1);
}

async fn no_more_is_claimed_than_was_asked_for(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let new = ["a", "b", "c"].map(|name| notification(&jocasta, name));
    enqueue(storage, &new).await;

    let claimed = write(storage, async |work| work.outbox().claim(NOON, later(CLAIM), 2).await);

    assert_eq!(ids(&claimed.await.unwrap()), [new[0].id, new[1].id]);
    assert_eq!(ids(&claim(storage, 0).await), [new[2].id]);
}

async fn what_is_claimed_is_nobody_elses_until_the_claim_ends(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    enqueue(storage, &[notification(&jocasta, "on-helices")]).await;

    let attempts = |claimed: Vec<Delivery>| claimed.first().map(|delivery| delivery.attempt);

    assert_eq!(attempts(claim(storage, 0).await), Some(1));
    assert_eq!(attempts(claim(storage, CLAIM - 1).await), None);
    assert_eq!(attempts(claim(storage, CLAIM).await), Some(2));
}

async fn twenty_workers_at_once_claim_each_notification_once(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let new: Vec<_> = (10..50).map(|n| notification(&jocasta, &format!("part-{n}"))).collect();
    enqueue(storage, &new).await;

    let workers = (0..20).map(|_| {
        write_until_done(storage, async |work| work.outbox().claim(NOON, later(CLAIM), 2).await)
    });
    let claimed = join_all(workers).await.into_iter().map(Result::unwrap);

    let mut claimed = ids(&claimed.flatten().collect::<Vec<_>>());
    claimed.extend(ids(&claim(storage, 0).await));
    claimed.sort();
    assert_eq!(claimed, new.iter().map(|new| new.id).collect::<Vec<_>>());
}

async fn what_was_delivered_is_forgotten(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let new = ["a", "b"].map(|name| notification(&jocasta, name));
    enqueue(storage, &new).await;

    write(storage, async |work| work.outbox().remove(new[0].id).await).await.unwrap();

    assert_eq!(find(storage, new[0].id).await, None);
    assert_eq!(ids(&claim(storage, 0).await), [new[1].id]);
}

async fn forgetting_what_is_not_there_is_no_error(storage: &dyn Storage) {
    let id = NotificationId(id_reading("nothing"));

    let outcome = write(storage, async |work| work.outbox().remove(id).await).await;

    assert!(outcome.is_ok(), "{outcome:?}");
}

async fn what_was_postponed_is_due_again(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let new = ["a", "b"].map(|name| notification(&jocasta, name));
    enqueue(storage, &new).await;
    let claimed = claim(storage, 0).await;

    reschedule(storage, &claimed[0], Some(later(5))).await;

    assert_eq!(claim(storage, 4).await, []);
    let again = claim(storage, 5).await;
    assert_eq!((ids(&again), again[0].attempt), (vec![new[0].id], 2));
}

async fn what_was_postponed_is_claimed_in_its_new_order(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let new = ["a", "b"].map(|name| notification(&jocasta, name));
    enqueue(storage, &new).await;
    let claimed = claim(storage, 0).await;

    reschedule(storage, &claimed[0], Some(later(6))).await;
    reschedule(storage, &claimed[1], Some(later(5))).await;

    let first = write(storage, async |work| work.outbox().claim(later(6), later(CLAIM), 1).await);
    assert_eq!(ids(&first.await.unwrap()), [new[1].id]);
    assert_eq!(ids(&claim(storage, 6).await), [new[0].id]);
}

async fn what_was_given_up_stays_and_is_not_claimed(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let new = notification(&jocasta, "on-helices");
    enqueue(storage, std::slice::from_ref(&new)).await;
    let claimed = claim(storage, 0).await;

    reschedule(storage, &claimed[0], None).await;

    assert_eq!(claim(storage, CLAIM * 10).await, []);
    let kept = find(storage, new.id).await;
    assert_eq!(kept, Some(Undelivered { notification: new, attempts: 1, due_at: None }));
}

async fn who_held_a_claim_that_ended_changes_nothing(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    enqueue(storage, &[notification(&jocasta, "on-helices")]).await;
    let late = claim(storage, 0).await;
    claim(storage, CLAIM).await;

    for due_at in [Some(later(CLAIM)), None] {
        reschedule(storage, &late[0], due_at).await;
    }

    assert_eq!(claim(storage, CLAIM).await, []);
    assert_eq!(claim(storage, 2 * CLAIM).await[0].attempt, 3);
}
