//! Whoever is told, as a fake: what comes, lies in it.

use std::collections::VecDeque;
use std::future::pending;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use domain::Delivery;
use domain::providers::{Notifier, NotifyError};
use futures::future::BoxFuture;
use tokio::sync::Notify;

/// Keeps all that comes, in its order. Clones are the same mailbox.
#[derive(Clone, Default)]
pub struct Mailbox(Arc<Inner>);

#[derive(Default)]
struct Inner {
    deliveries: Mutex<Vec<Delivery>>,
    next: Mutex<VecDeque<Next>>,
    stuck: Notify,
}

/// What happens when something comes.
enum Next {
    Fails(NotifyError),
    /// Something else happens before it has come.
    Meanwhile(BoxFuture<'static, ()>),
    /// It has come, and who told it never hears of it.
    Sticks,
}

impl Mailbox {
    /// What has come so far.
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.0.deliveries.lock().unwrap().clone()
    }

    /// What comes next does not arrive; of several errors, each is for one.
    pub fn fails(&self, errors: impl IntoIterator<Item = NotifyError>) {
        self.0.next.lock().unwrap().extend(errors.into_iter().map(Next::Fails));
    }

    /// While the next is being told, this happens.
    pub fn meanwhile(&self, event: impl Future<Output = ()> + Send + 'static) {
        self.0.next.lock().unwrap().push_back(Next::Meanwhile(Box::pin(event)));
    }

    /// Runs `worker` until it has told something, and no further.
    pub async fn kill<T>(&self, worker: impl Future<Output = T>) {
        self.0.next.lock().unwrap().push_back(Next::Sticks);
        tokio::select! {
            () = self.0.stuck.notified() => {}
            _ = worker => panic!("the worker came to its end before it could be killed"),
        }
    }
}

#[async_trait]
impl Notifier for Mailbox {
    async fn notify(&self, delivery: &Delivery) -> Result<(), NotifyError> {
        let next = self.0.next.lock().unwrap().pop_front();
        if let Some(Next::Fails(error)) = next {
            return Err(error);
        }
        let sticks = matches!(next, Some(Next::Sticks));
        if let Some(Next::Meanwhile(event)) = next {
            event.await;
        }
        self.0.deliveries.lock().unwrap().push(delivery.clone());
        if sticks {
            self.0.stuck.notify_one();
            pending::<()>().await;
        }
        Ok(())
    }
}
