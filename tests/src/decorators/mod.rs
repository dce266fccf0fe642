//! Decorators over any provider, a fake or a real one: [`Recorded`] remembers what it was asked,
//! and [`Faulty`] fails where it was told to. A fake needs neither memory nor switches of its own.
//!
//! ```ignore
//! let storage = Faulty::over(storage, Faults::default());
//! storage.watch.fail("outbox.enqueue", Fault::Unavailable);
//! ```

mod notifier;
mod reading;
mod storage;
mod writing;

use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::providers::{Conflict, NotifyError, StorageError};

/// A provider whose calls somebody watches before they are made.
pub struct Watched<P, W> {
    provider: P,
    /// Who watches.
    pub watch: W,
}

/// A provider that remembers what it was asked.
pub type Recorded<P> = Watched<P, Record>;

/// A provider that fails where it was told to.
pub type Faulty<P> = Watched<P, Faults>;

impl<P, W: Watch> Watched<P, W> {
    /// `provider`, watched. Clones of `watch` see what this one sees.
    pub fn over(provider: P, watch: W) -> Self {
        Self { provider, watch }
    }

    fn called(&self, name: &'static str, with: impl Debug) -> Result<(), Fault> {
        self.watch.called(Call { name, with: format!("{with:?}") })
    }
}

/// What a provider was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The provider and its method: `outbox.claim`.
    pub name: &'static str,
    /// Its arguments, as `Debug` prints them.
    pub with: String,
}

/// Whoever watches calls.
pub trait Watch: Clone + Send + Sync + 'static {
    /// Looks at a call before it is made. An error is what the caller gets instead.
    fn called(&self, call: Call) -> Result<(), Fault>;
}

/// A failure that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nobody answered.
    Unavailable,
    /// A storage was changed by somebody who was quicker; a receiver wants to hear no more.
    Refused,
}

impl From<Fault> for StorageError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unavailable => Self::Unavailable("a fault that was asked for".into()),
            Fault::Refused => Self::Conflict(Conflict::Concurrent),
        }
    }
}

impl From<Fault> for NotifyError {
    fn from(fault: Fault) -> Self {
        let reason = "a fault that was asked for".to_owned();
        match fault {
            Fault::Unavailable => Self::Unavailable(reason),
            Fault::Refused => Self::Refused(reason),
        }
    }
}

/// What was asked so far. Clones share it, so that one record can hold the calls of several
/// providers in their order.
#[derive(Clone, Default)]
pub struct Record {
    calls: Arc<Mutex<Vec<Call>>>,
}

impl Record {
    /// The calls, in their order.
    pub fn calls(&self) -> Vec<Call> {
        lock(&self.calls).clone()
    }

    /// What was called, without the arguments.
    pub fn names(&self) -> Vec<&'static str> {
        lock(&self.calls).iter().map(|call| call.name).collect()
    }

    /// Forgets them.
    pub fn clear(&self) {
        lock(&self.calls).clear();
    }
}

impl Watch for Record {
    fn called(&self, call: Call) -> Result<(), Fault> {
        lock(&self.calls).push(call);
        Ok(())
    }
}

/// Which calls will fail. Clones share it.
#[derive(Clone, Default)]
pub struct Faults {
    planned: Arc<Mutex<Vec<(&'static str, Fault)>>>,
}

impl Faults {
    /// Lets the next call of this name fail; said twice, the next two.
    pub fn fail(&self, name: &'static str, fault: Fault) {
        lock(&self.planned).push((name, fault));
    }
}

impl Watch for Faults {
    fn called(&self, call: Call) -> Result<(), Fault> {
        let mut planned = lock(&self.planned);
        match planned.iter().position(|(name, _)| *name == call.name) {
            Some(at) => Err(planned.remove(at).1),
            None => Ok(()),
        }
    }
}

/// A test that panicked has left what is in here whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
