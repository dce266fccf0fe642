//! The scripted Postgres: right scripts pass, and each kind of wrong one is told of in so many words.

mod adapter;
mod checked;
mod kept;
mod misses;
mod mistakes;
mod storage;

use libtest_mimic::Trial;
use tests::scripted::Report;

/// `scripted::kept::rows_come_back_with_their_types`, and so on.
pub fn trials() -> Vec<Trial> {
    [kept::trials(), mistakes::trials(), misses::trials(), storage::trials(), checked::trials()]
        .into_iter()
        .flatten()
        .collect()
}

/// What a report says, but for the lines of the test that it names.
fn told(verdict: Result<(), Report>) -> String {
    let report = verdict.unwrap_err().to_string();
    let mut pieces = report.split(" at tests/it/scripted/");
    let mut told = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (_, line) = piece.split_once(".rs:").unwrap();
        told.push_str(line.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    }
    told
}
