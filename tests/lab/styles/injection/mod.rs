//! The use case once more, handed what it needs in three other ways. The fourth, trait objects, is
//! the one that ships. All do the same, and the same scenarios say so.

mod closure;
mod fields;
mod generics;

use std::sync::Arc;

use tests::storages;

use crate::classical::over;
use crate::style::Style;

/// Each way, over the fake.
pub fn styles() -> Vec<Style> {
    let fake = storages::named("fake");
    vec![
        over("fake_fields", fake, |storage, mailbox, now| {
            let deliveries = fields::Deliveries::over(Arc::new(storage), Arc::new(mailbox), now);
            Arc::new(move || {
                let deliveries = deliveries.clone();
                Box::pin(async move { deliveries.deliver_pending().await })
            })
        }),
        over("fake_closure", fake, |storage, mailbox, now| {
            Arc::new(closure::deliver_pending(Arc::new(storage), Arc::new(mailbox), now))
        }),
        over("fake_generics", fake, |storage, mailbox, now| {
            let deliveries = Arc::new(generics::Deliveries::new(storage, mailbox, move || now()));
            Arc::new(move || {
                let deliveries = deliveries.clone();
                Box::pin(async move { deliveries.deliver_pending().await })
            })
        }),
    ]
}
