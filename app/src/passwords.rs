//! Passwords: argon2id, off the async threads and behind a limit.

use std::panic::resume_unwind;
use std::sync::Arc;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash as Phc, Salt};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};
use domain::{Password, PasswordAttempt, PasswordHash};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// How many blocks of a kibibyte to reserve for one hash. They are not touched, so they cost
/// nothing, but glibc gives a block of more than 32 MiB back to the system when it is freed. A
/// smaller one it keeps from the second time on: 19 MiB a thread, for ever.
const RESERVED: usize = 33 * 1024;

/// Hashes and verifies passwords, some at a time.
#[derive(Clone)]
pub struct Passwords {
    cost: Params,
    fresh_salt: fn() -> [u8; 16],
    permits: Arc<Semaphore>,
}

impl Passwords {
    /// Hashes at `cost`, at most `parallel` at once.
    pub fn new(cost: Params, parallel: usize, fresh_salt: fn() -> [u8; 16]) -> Self {
        Self { cost, fresh_salt, permits: Arc::new(Semaphore::new(parallel)) }
    }

    /// Makes `password` storable, as a PHC string with a salt of its own.
    pub async fn hash(self, password: Password) -> PasswordHash {
        let (cost, salt) = (self.cost.clone(), (self.fresh_salt)());
        self.in_turn(move || {
            let hash = derive(&cost, password.reveal().as_bytes(), &salt);
            PasswordHash::new(phc(&cost, &salt, hash).to_string())
        })
        .await
    }

    /// Whether `attempt` is the password behind `stored`. Where nothing is stored it does the same
    /// work, for a decoy, and answers no.
    pub async fn verify(self, attempt: PasswordAttempt, stored: Option<PasswordHash>) -> bool {
        let cost = self.cost.clone();
        self.in_turn(move || {
            let known = stored.as_ref().and_then(Known::parse);
            if stored.is_some() && known.is_none() {
                tracing::error!("a stored password hash cannot be read");
            }
            let Known { cost, salt, hash } = known.unwrap_or_else(|| Known::decoy(cost));
            // `Output` compares in constant time.
            derive(&cost, attempt.reveal().as_bytes(), &salt) == hash && stored.is_some()
        })
        .await
    }

    /// Runs `work` on a blocking thread when its turn has come. The permit goes with it: a request
    /// that was given up does not make room before its work has ended.
    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let permit = self.permits.clone().acquire_owned().await.expect("it is never closed");
        let done = spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.unwrap_or_else(|panic| resume_unwind(panic.into_panic()))
    }
}

/// What a stored hash consists of.
struct Known {
    cost: Params,
    salt: Salt,
    hash: Output,
}

impl Known {
    fn parse(stored: &PasswordHash) -> Option<Self> {
        let phc = Phc::new(stored.reveal()).ok()?;
        let ours = phc.algorithm == ARGON2ID_IDENT && phc.version == Some(Version::V0x13.into());
        let cost = Params::try_from(&phc).ok()?;
        ours.then_some(Self { cost, salt: phc.salt?, hash: phc.hash? })
    }

    /// A hash that no password is known to have.
    fn decoy(cost: Params) -> Self {
        let fits = "these lengths are allowed";
        let salt = Salt::new(&[0; 16]).expect(fits);
        Self { cost, salt, hash: Output::new(&[0; Params::DEFAULT_OUTPUT_LEN]).expect(fits) }
    }
}

fn derive(cost: &Params, password: &[u8], salt: &[u8]) -> Output {
    let fits = "parsed or chosen lengths are allowed, and the memory is what the cost asks for";
    let mut memory = Vec::with_capacity(cost.block_count().max(RESERVED));
    memory.resize(cost.block_count(), Block::new());
    let mut hash = vec![0; cost.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN)];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, cost.clone());
    argon2.hash_password_into_with_memory(password, salt, &mut hash, &mut memory).expect(fits);
    Output::new(&hash).expect(fits)
}

fn phc(cost: &Params, salt: &[u8], hash: Output) -> Phc {
    Phc {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(cost).expect("the three costs fit"),
        salt: Some(Salt::new(salt).expect("16 bytes are allowed")),
        hash: Some(hash),
    }
}

#[cfg(test)]
#[path = "passwords_tests.rs"]
mod tests;
