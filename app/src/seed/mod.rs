//! Believable demo data. The same every time, but for ids and the time of day.

mod batches;
mod dice;
mod people;
mod prose;
mod sower;
#[rustfmt::skip] // Lists of words, several to a line.
mod words;

use std::fmt;

use anyhow::Context;
use domain::providers::Providers;
use domain::{Email, Password};
use indicatif::{ProgressBar, ProgressStyle};
use sower::Sower;

/// The password of every demo user.
const PASSWORD: &str = "conduit-demo";

/// How much to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// How many users, at least one.
    pub users: u32,
    /// How many articles by them.
    pub articles: u32,
}

/// What was made. It is shown as a few lines for the person who asked for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sown {
    /// How much was made.
    pub amount: Amount,
    /// Whom to sign in as: somebody with a full feed.
    pub email: Email,
}

impl fmt::Display for Sown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Amount { users, articles } = self.amount;
        writeln!(f, "Made {users} users, and {articles} articles by them.")?;
        write!(f, "Sign in as {} with the password {PASSWORD}", self.email)
    }
}

/// Makes `amount` of demo data through the providers.
pub async fn sow(
    providers: &Providers,
    amount: Amount,
    progress: &ProgressBar,
) -> anyhow::Result<Sown> {
    let password = Password::parse(PASSWORD).expect("it is long enough");
    let password = (providers.hash_password)(password).await;
    let sower = Sower::new(providers, password, progress);
    let email = sower.sow(amount).await.context("cannot write the demo data")?;
    progress.finish_and_clear();
    Ok(Sown { amount, email })
}

/// A bar for the person who waits: on a terminal alone, and when it is long.
pub fn progress(amount: Amount) -> ProgressBar {
    let entries = u64::from(amount.users) + u64::from(amount.articles);
    if entries < 5_000 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {percent:>3}%, {eta} to go");
    ProgressBar::new(entries).with_style(style.expect("a template of known keys"))
}

#[cfg(test)]
#[path = "mod_tests.rs"]
mod tests;
