//! A test binary that somebody starts by hand.

use std::env;
use std::process::Stdio;
use std::time::Instant;

use super::child::HOLDING;
use super::place::{Place, Settings};
use super::run::nothing_stays;

/// A trial that needs a database.
pub const TRIAL: &str = "contract::postgres::users::a_taken_username_is_a_conflict";

/// What it said.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub errors: String,
    pub ended: Instant,
}

/// Runs the trial, and sees that nothing of it stays.
pub async fn said(place: &Place, settings: Settings<'_>, arguments: &[&str]) -> Said {
    let mut command = place.command(env::current_exe().unwrap(), settings);
    command
        .arg(HOLDING)
        .arg(place.alive())
        .args(["--exact", TRIAL])
        .args(arguments)
        .stdout(Stdio::piped());
    let output = command.spawn().unwrap().wait_with_output().await.unwrap();
    let ended = Instant::now();
    nothing_stays("the end", async || place.left()).await;
    let out = String::from_utf8(output.stdout).unwrap();
    Said { code: output.status.code(), out, errors: place.errors(), ended }
}
