//! What a scenario expects of the storage: statement by statement, with arguments and answers.

use domain::services::delivery_policy::CLAIM;
use domain::{Delivery, Notification, Timestamp};
use tests::scripted::{Arguments, Refusal, Script, rows};
use tests::scripted_storage::migrated;
use uuid::Uuid;

use super::texts::Texts;
use crate::given::REASON;

/// What is expected so far. Each verb adds what comes next.
#[must_use]
pub struct Expected {
    pub script: Script,
    texts: Texts,
}

/// What the storage reads of a delivery.
type Claimed<'a> = (Uuid, Option<i64>, &'a str, &'a str, &'a str, i64, i64, &'a str);

const CLAIMED: [&str; 8] =
    ["id", "comment_id", "made_by", "slug", "title", "created_at", "attempts", "username"];

/// It is an article that everybody is told of here.
const NO_COMMENT: Option<i64> = None;

/// Whole units of work.
impl Expected {
    /// The storage is opened, and its statements are worded so.
    pub async fn of(texts: Texts) -> Self {
        Self { script: migrated().await, texts }
    }

    /// A worker claims what is due at `now`, and finds this.
    #[track_caller]
    pub fn claims(self, now: Timestamp, due: &[Delivery]) -> Self {
        let none = rows::<Claimed<'_>>(CLAIMED);
        let found = due.iter().fold(none, |rows, delivery| rows.row(claimed(delivery)));
        let asked = self.begins().asks_for_claims(now);
        Self { script: asked.script.returns(found), ..asked }.commits()
    }

    /// It settles that this attempt has arrived.
    #[track_caller]
    pub fn arrived(self, of: &Notification, attempt: u32, at: Timestamp) -> Self {
        self.begins().removes(of).notes(of, attempt, at, None, None).commits()
    }

    /// It settles that this attempt did not arrive, and when the next one is due.
    #[track_caller]
    pub fn postponed(
        self,
        of: &Notification,
        attempt: u32,
        at: Timestamp,
        until: Timestamp,
    ) -> Self {
        let begun = self.begins().reschedules(of, attempt, Some(until));
        begun.notes(of, attempt, at, Some(until), Some(REASON)).commits()
    }

    /// It settles that this attempt was the last.
    #[track_caller]
    pub fn gave_up(self, of: &Notification, attempt: u32, at: Timestamp) -> Self {
        let begun = self.begins().reschedules(of, attempt, None);
        begun.notes(of, attempt, at, None, Some(REASON)).commits()
    }
}

/// Single statements.
impl Expected {
    #[track_caller]
    pub fn begins(self) -> Self {
        Self { script: self.script.begin(), ..self }
    }

    #[track_caller]
    pub fn commits(self) -> Self {
        Self { script: self.script.commit(), ..self }
    }

    #[track_caller]
    pub fn rolls_back(self) -> Self {
        Self { script: self.script.rollback(), ..self }
    }

    /// Two of them: whoever claims waits for its turn.
    #[track_caller]
    pub fn asks_for_claims(self, now: Timestamp) -> Self {
        let Texts { wait_for_claims, claim, .. } = self.texts;
        let args = (now.as_micros(), now.plus(CLAIM).as_micros(), 16_i64);
        self.asks(wait_for_claims, ()).asks(claim, args)
    }

    #[track_caller]
    pub fn removes(self, of: &Notification) -> Self {
        let text = self.texts.remove;
        self.asks(text, (of.id.0,)).writes_one()
    }

    #[track_caller]
    fn reschedules(self, of: &Notification, attempt: u32, due_at: Option<Timestamp>) -> Self {
        let text = self.texts.reschedule;
        let args = (of.id.0, i64::from(attempt), due_at.map(Timestamp::as_micros));
        self.asks(text, args).writes_one()
    }

    #[track_caller]
    pub fn notes(
        self,
        of: &Notification,
        attempt: u32,
        at: Timestamp,
        until: Option<Timestamp>,
        reason: Option<&str>,
    ) -> Self {
        let text = self.texts.note;
        let until = until.map(Timestamp::as_micros);
        let args = (of.id.0, i64::from(attempt), at.as_micros(), until, reason);
        self.asks(text, args).writes_one()
    }

    #[track_caller]
    pub fn enqueues(self, new: &Notification) -> Self {
        let text = self.texts.enqueue;
        let args = (
            vec![new.id.0],
            vec![new.recipient.0],
            vec![NO_COMMENT],
            vec![new.news.by.as_str()],
            vec![new.news.slug.as_str()],
            vec![new.news.title.as_str()],
            vec![new.created_at.as_micros()],
        );
        self.asks(text, args).writes_one()
    }

    #[track_caller]
    fn asks(self, text: &str, args: impl Arguments) -> Self {
        let script = if self.texts.are_patterns {
            self.script.expect_like(text)
        } else {
            self.script.expect(text)
        };
        Self { script: script.args(args), ..self }
    }
}

/// How the last one is answered.
impl Expected {
    #[track_caller]
    fn writes_one(self) -> Self {
        Self { script: self.script.affects(1), ..self }
    }

    #[track_caller]
    pub fn fails(self, refusal: Refusal) -> Self {
        Self { script: self.script.fails(refusal), ..self }
    }

    #[track_caller]
    pub fn disconnects(self) -> Self {
        Self { script: self.script.disconnects(), ..self }
    }
}

fn claimed(delivery: &Delivery) -> Claimed<'_> {
    let Delivery { id, recipient, news, created_at, attempt } = delivery;
    let (by, slug, title) = (news.by.as_str(), news.slug.as_str(), news.title.as_str());
    let (created_at, attempt) = (created_at.as_micros(), i64::from(*attempt));
    (id.0, NO_COMMENT, by, slug, title, created_at, attempt, recipient.as_str())
}
