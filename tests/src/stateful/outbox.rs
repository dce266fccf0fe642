//! What can be done to the outbox.

use domain::providers::{StorageError, UnitOfWork};
use domain::{Delivery, NotificationId};
use proptest::prelude::*;

use super::answers::{Answer, Memory};
use super::operations::user;
use crate::contracts::given::{id_reading, later, new_user};
use crate::contracts::outbox::notification;

/// A change, in words that read well when they are printed.
#[derive(Debug, Clone)]
pub enum Post {
    Enqueue { recipient: &'static str, created_at: i64 },
    Claim { at: i64, until: i64, limit: u32 },
    Remove { nth: usize },
    Postpone { nth: usize, until: i64 },
    GiveUp { nth: usize },
    Find { nth: usize },
}

/// Moments lie so close that claims end while others begin.
pub fn post() -> impl Strategy<Value = Post> {
    let moment = || 0..6_i64;
    let nth = || 0..6_usize;
    prop_oneof![
        4 => (user(), moment())
            .prop_map(|(recipient, created_at)| Post::Enqueue { recipient, created_at }),
        4 => (moment(), moment(), 1..4_u32)
            .prop_map(|(at, until, limit)| Post::Claim { at, until, limit }),
        1 => nth().prop_map(|nth| Post::Remove { nth }),
        2 => (nth(), moment()).prop_map(|(nth, until)| Post::Postpone { nth, until }),
        1 => nth().prop_map(|nth| Post::GiveUp { nth }),
        2 => nth().prop_map(|nth| Post::Find { nth }),
    ]
}

impl Post {
    pub async fn run(
        &self,
        work: &mut dyn UnitOfWork,
        memory: &mut Memory,
    ) -> Result<Answer, StorageError> {
        let outbox = work.outbox();
        match *self {
            Self::Enqueue { recipient, created_at } => {
                let mut new = notification(&new_user(recipient), &format!("news-{}", memory.news));
                new.created_at = later(created_at);
                outbox.enqueue(&[new]).await?;
                memory.news += 1;
            }
            Self::Claim { at, until, limit } => {
                let claimed = outbox.claim(later(at), later(until), limit).await?;
                memory.claims.extend(claimed.iter().cloned());
                return Ok(Answer::Claimed(claimed));
            }
            Self::Remove { nth } => outbox.remove(id(nth)).await?,
            Self::Postpone { nth, until } => {
                let Some(claim) = nth_claim(memory, nth) else { return Ok(Answer::NotAsked) };
                outbox.reschedule(&claim, Some(later(until))).await?;
            }
            Self::GiveUp { nth } => {
                let Some(claim) = nth_claim(memory, nth) else { return Ok(Answer::NotAsked) };
                outbox.reschedule(&claim, None).await?;
            }
            Self::Find { nth } => return Ok(Answer::Undelivered(outbox.find(id(nth)).await?)),
        }
        Ok(Answer::Done)
    }
}

fn id(nth: usize) -> NotificationId {
    NotificationId(id_reading(&format!("news-{nth}")))
}

/// One of the last claims.
fn nth_claim(memory: &Memory, nth: usize) -> Option<Delivery> {
    memory.claims.iter().rev().nth(nth).cloned()
}
