//! What is promised of what is remembered of deliveries.

use domain::providers::Storage;
use domain::{AuditLine, NotificationId, Outcome};
use pretty_assertions::assert_eq;

use super::given::{self, id_reading, later};
use super::outbox::{enqueue, notification};
use super::work::write;
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(lines_come_back_whole_and_in_order),
        case(of_two_lines_about_one_attempt_the_first_stays),
        case(lines_outlive_the_notification),
    ]
}

fn line(about: &str, attempt: u32, outcome: Outcome) -> AuditLine {
    let notification = NotificationId(id_reading(about));
    AuditLine { notification, attempt, at: later(attempt.into()), outcome }
}

async fn note(storage: &dyn Storage, line: &AuditLine) {
    write(storage, async |work| work.audit().note(line).await).await.unwrap();
}

async fn lines(storage: &dyn Storage, about: &str) -> Vec<AuditLine> {
    let about = NotificationId(id_reading(about));
    storage.begin().await.unwrap().audit().lines(about).await.unwrap()
}

async fn lines_come_back_whole_and_in_order(storage: &dyn Storage) {
    let reason = "the line is dead: \u{1f480}".to_owned();
    let postponed = Outcome::Postponed { until: later(7), reason: reason.clone() };
    let of_one = [
        line("on-helices", 1, postponed),
        line("on-helices", 2, Outcome::GivenUp { reason }),
        line("on-helices", 10, Outcome::Delivered),
    ];
    let of_another = line("on-knots", 1, Outcome::Delivered);

    for line in of_one.iter().rev().chain([&of_another]) {
        note(storage, line).await;
    }

    assert_eq!(lines(storage, "on-helices").await, of_one);
    assert_eq!(lines(storage, "on-knots").await, [of_another]);
    assert_eq!(lines(storage, "on-riddles").await, []);
}

async fn of_two_lines_about_one_attempt_the_first_stays(storage: &dyn Storage) {
    let first = line("on-helices", 1, Outcome::Delivered);
    note(storage, &first).await;

    note(storage, &line("on-helices", 1, Outcome::GivenUp { reason: "late".to_owned() })).await;

    assert_eq!(lines(storage, "on-helices").await, [first]);
}

async fn lines_outlive_the_notification(storage: &dyn Storage) {
    let jocasta = given::user(storage, "jocasta").await;
    let notification = notification(&jocasta, "on-helices");
    enqueue(storage, std::slice::from_ref(&notification)).await;
    note(storage, &line("on-helices", 1, Outcome::Delivered)).await;

    write(storage, async |work| work.outbox().remove(notification.id).await).await.unwrap();

    assert_eq!(lines(storage, "on-helices").await, [line("on-helices", 1, Outcome::Delivered)]);
}
