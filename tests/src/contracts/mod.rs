//! The second half of the providers: what every storage promises, as cases to run on it.
//!
//! A case is a plain function that is given an empty storage. It stands in the table at the head
//! of its file; one left off is dead code, and the compiler says so. Cases claim what all storages
//! promise and no more: whether a conflict shows at the write or at the commit, and whether a rival
//! waits or is refused, is up to each.

mod articles;
mod audit;
mod changes;
mod comments;
mod crowds;
mod favorites;
mod feed;
mod filters;
mod follows;
pub(crate) mod given;
mod lists;
pub(crate) mod outbox;
mod races;
mod tags;
mod units_of_work;
mod users;
pub(crate) mod work;

use std::any::type_name;

use domain::providers::Storage;
use futures::future::LocalBoxFuture;

type Run = Box<dyn Fn(&dyn Storage) -> LocalBoxFuture<'_, ()> + Send + Sync>;

/// One promise, and the function that holds a storage to it.
pub struct Case {
    /// Its file and its function: `users::a_taken_username_is_a_conflict`.
    pub name: &'static str,
    run: Run,
}

impl Case {
    /// Runs the case on an empty storage. It panics where the promise is broken.
    pub async fn run(&self, storage: &dyn Storage) {
        (self.run)(storage).await;
    }
}

/// All cases of all providers.
pub fn cases() -> Vec<Case> {
    let files = [
        users::cases(),
        articles::cases(),
        changes::cases(),
        tags::cases(),
        lists::cases(),
        filters::cases(),
        feed::cases(),
        comments::cases(),
        favorites::cases(),
        follows::cases(),
        outbox::cases(),
        audit::cases(),
        units_of_work::cases(),
        races::cases(),
        crowds::cases(),
    ];
    files.into_iter().flatten().collect()
}

/// A case that bears the name of its function.
fn case<F>(promise: F) -> Case
where
    F: AsyncFn(&dyn Storage) + Copy + Send + Sync + 'static,
{
    let path = type_name::<F>();
    Case {
        name: path.split_once("contracts::").map_or(path, |(_, name)| name),
        run: Box::new(move |storage| Box::pin(async move { promise(storage).await })),
    }
}
