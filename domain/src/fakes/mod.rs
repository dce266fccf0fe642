//! The in-memory providers: what the business is tested on.
//!
//! They keep domain values in ordered tables and know no queries. A unit of work reads its own
//! snapshot, and its commit is refused where another was quicker. That they behave as the real
//! storages do is not claimed here but proven, by the contract suite in `tests`.

mod articles;
mod audit;
mod comments;
mod favorites;
mod follows;
mod functions;
mod notifier;
mod outbox;
mod storage;
mod table;
mod tables;
mod users;

pub use functions::{providers, ticking};
pub use notifier::FakeNotifier;
pub use storage::FakeStorage;
