//! Strictly: every call is expected, with what it is given, once and in its place.

mod failing;
mod sharing;
mod telling;

use std::sync::Arc;

use domain::providers::{
    MockAudit, MockNotifier, MockOutbox, MockStorage, NotifyError, StorageError,
};
use domain::services::delivery_policy::CLAIM;
use domain::{AuditLine, Delivery, Outcome, Timestamp};
use mockall::Sequence;
use mockall::predicate::eq;

use super::given::{line, unit_of_work};
use crate::classical::by_trait_objects;
use crate::clock::Clock;
use crate::style::Style;
use crate::world::DeliverPending;

/// The style.
pub fn style() -> Style {
    let files = [telling::tests(), failing::tests(), sharing::tests()];
    Style::new("mockall_strict", files.into_iter().flatten().collect())
}

/// All that is asked of anybody, in one order.
#[derive(Default)]
struct Script {
    storage: MockStorage,
    notifier: MockNotifier,
    order: Sequence,
}

impl Script {
    /// At this moment these are claimed.
    fn claims<'a>(&mut self, at: Timestamp, due: impl IntoIterator<Item = &'a Delivery>) {
        let due = due.into_iter().cloned().collect();
        self.works(COMMITTED, |work| work.claims(at, Ok(due)));
    }

    /// This is told, and so it is answered.
    fn tells(&mut self, delivery: &Delivery, answer: Result<(), NotifyError>) {
        let told = self.notifier.expect_notify().with(eq(delivery.clone())).once();
        told.in_sequence(&mut self.order).return_once(|_| answer);
    }

    /// This arrived at `at`.
    fn forgets(&mut self, delivery: &Delivery, at: Timestamp) {
        self.works(COMMITTED, |work| {
            work.removes(delivery);
            work.notes(line(delivery, at, Outcome::Delivered), Ok(()));
        });
    }

    /// This did not arrive, and is due again at `until`, if ever.
    fn puts_off(
        &mut self,
        delivery: &Delivery,
        at: Timestamp,
        until: Option<Timestamp>,
        outcome: Outcome,
    ) {
        self.works(COMMITTED, |work| {
            work.reschedules(delivery, until);
            work.notes(line(delivery, at, outcome), Ok(()));
        });
    }

    /// A unit of work is begun, this is asked in it, and it is committed with this answer, or not.
    fn works(
        &mut self,
        committed: Option<Result<(), StorageError>>,
        asked: impl FnOnce(&mut Work<'_>),
    ) {
        let begun = self.storage.expect_begin().once().in_sequence(&mut self.order);
        let (mut outbox, mut audit) = (MockOutbox::new(), MockAudit::new());
        asked(&mut Work { outbox: &mut outbox, audit: &mut audit, order: &mut self.order });
        let mut unit = unit_of_work(outbox, audit);
        if let Some(answer) = committed {
            let commit = unit.expect_commit().once().in_sequence(&mut self.order);
            commit.return_once(|| answer);
        }
        begun.return_once(|| Ok(Box::new(unit)));
    }

    /// The use case, of which all this is expected.
    fn at(self, clock: &Clock) -> DeliverPending {
        by_trait_objects(Arc::new(self.storage), Arc::new(self.notifier), clock.now())
    }
}

const COMMITTED: Option<Result<(), StorageError>> = Some(Ok(()));

/// What is asked in one unit of work.
struct Work<'a> {
    outbox: &'a mut MockOutbox,
    audit: &'a mut MockAudit,
    order: &'a mut Sequence,
}

impl Work<'_> {
    fn claims(&mut self, at: Timestamp, found: Result<Vec<Delivery>, StorageError>) {
        let claim = self.outbox.expect_claim().with(eq(at), eq(at.plus(CLAIM)), eq(16)).once();
        claim.in_sequence(self.order).return_once(|_, _, _| found);
    }

    fn removes(&mut self, delivery: &Delivery) {
        let remove = self.outbox.expect_remove().with(eq(delivery.id)).once();
        remove.in_sequence(self.order).return_once(|_| Ok(()));
    }

    fn reschedules(&mut self, delivery: &Delivery, until: Option<Timestamp>) {
        let put_off = self.outbox.expect_reschedule().with(eq(delivery.clone()), eq(until)).once();
        put_off.in_sequence(self.order).return_once(|_, _| Ok(()));
    }

    fn notes(&mut self, line: AuditLine, answer: Result<(), StorageError>) {
        let note = self.audit.expect_note().with(eq(line)).once();
        note.in_sequence(self.order).return_once(|_| answer);
    }
}
