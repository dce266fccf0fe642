//! The composition root: the only file that names a storage and looks at the clock and at chance.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{num::NonZero, thread};

use anyhow::{Context, ensure};
use argon2::Params;
use domain::Timestamp;
use domain::providers::{Notifier, Providers, Storage};
use uuid::Uuid;

use crate::config::Webhook;
use crate::notifiers::{LogNotifier, WebhookNotifier};
use crate::passwords::Passwords;
use crate::tokens;

/// The providers over the database that `url` names, which is created and migrated. Where no
/// `token_secret` is given, the one kept with the database is used, or made.
pub async fn compose(url: &str, token_secret: Option<&str>) -> anyhow::Result<Providers> {
    if let Some(secret) = token_secret {
        ensure!(
            secret.len() >= tokens::MIN_SECRET,
            "--token-secret (CONDUIT_TOKEN_SECRET) has {} bytes, and needs {}",
            secret.len(),
            tokens::MIN_SECRET
        );
    }
    let storage = storage::open(url).await?;
    let secret = if let Some(secret) = token_secret {
        secret.as_bytes().to_vec()
    } else {
        let fresh = random::<{ tokens::MIN_SECRET }>().to_vec();
        storage.secret("token", fresh).await.context("cannot read the token secret")?
    };
    Ok(providers(storage, &secret))
}

/// Opens the database that `url` names, which creates and migrates it. Answers what it is called
/// before people.
pub async fn migrate(url: &str) -> anyhow::Result<String> {
    storage::open(url).await?;
    Ok(storage::without_secrets(url))
}

/// The notifier that was asked for; the log, where none was.
pub fn notifier(webhook: &Webhook) -> anyhow::Result<Arc<dyn Notifier>> {
    match (&webhook.webhook_url, &webhook.webhook_secret) {
        (Some(url), Some(secret)) => {
            Ok(Arc::new(WebhookNotifier::new(url, secret, Arc::new(now))?))
        }
        _ => Ok(Arc::new(LogNotifier)),
    }
}

/// The real functions over any storage, and the log as notifier. The secret signs the tokens, and must not be empty.
pub fn providers(storage: Arc<dyn Storage>, token_secret: &[u8]) -> Providers {
    let (issue_token, read_token) = tokens::signed_with(token_secret);
    let passwords = Passwords::new(Params::default(), processors(), random);
    let verifying = passwords.clone();
    Providers {
        storage,
        notifier: Arc::new(LogNotifier),
        now: Arc::new(now),
        new_id: Arc::new(new_id),
        hash_password: Arc::new(move |password| Box::pin(passwords.clone().hash(password))),
        verify_password: Arc::new(move |attempt, stored| {
            Box::pin(verifying.clone().verify(attempt, stored))
        }),
        issue_token,
        read_token,
    }
}

fn now() -> Timestamp {
    #[allow(clippy::disallowed_methods)] // Here the clock comes in.
    let now = SystemTime::now();
    let micros = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros());
    Timestamp::from_micros(i64::try_from(micros).unwrap_or(i64::MAX))
}

fn new_id() -> Uuid {
    #[allow(clippy::disallowed_methods)] // Here ids come in: they grow within the process.
    Uuid::now_v7()
}

/// Here chance comes in.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("every supported system has a source of randomness");
    bytes
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
#[path = "compose_tests.rs"]
mod tests;
