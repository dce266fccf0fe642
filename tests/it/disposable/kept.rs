//! What somebody wants to keep is kept, and the lines that are told work.

use std::env;
use std::process::Stdio;
use std::sync::OnceLock;

use libtest_mimic::Trial;
use pretty_assertions::assert_eq;
use tests::postgres::Presence;

use super::child::LENT;
use super::place::Place;
use super::run::{Run, nothing_stays};
use super::source::Source;
use super::traces::Traces;
use crate::trial::{trial, where_possible};

/// `disposable::docker::what_is_kept_can_be_looked_into_and_ended`, and so on.
pub fn trials() -> Vec<Trial> {
    let on = |source: &Source| {
        let source = *source;
        let name =
            format!("disposable::{}::what_is_kept_can_be_looked_into_and_ended", source.name());
        let trial = trial(name, async move || {
            what_is_kept_can_be_looked_into_and_ended(source).await;
            Ok(())
        });
        where_possible(where_possible(trial, psql), || source.presence())
    };
    Source::ALL.iter().map(on).collect()
}

async fn what_is_kept_can_be_looked_into_and_ended(source: Source) {
    let place = Place::new();
    let settings = [&source.settings().await[..], &[("TEST_POSTGRES_KEEP", "1")]].concat();
    let mut run = Run::begin(&place, &settings);
    run.starts("panics").await;
    let traces = Traces::of(&run.says(LENT).await).await;
    assert!(!run.ends().await.success());
    let told = place.errors();
    let line = |begin| told.lines().find_map(|line| line.trim().strip_prefix(begin)).expect(&told);

    let look = format!("{} --tuples-only --command 'SELECT count(*) FROM users'", line("look: "));
    assert_eq!(shell(&place, &look).await.trim(), "0");

    shell(&place, line("end:  ")).await;
    nothing_stays("the end", async || [place.left(), traces.left().await].concat()).await;
}

/// What a line says that somebody copies to a terminal.
async fn shell(place: &Place, line: &str) -> String {
    let mut shell = place.command("sh", &[]);
    let shell = shell.args(["-c", line]).stdout(Stdio::piped()).spawn().unwrap();
    let output = shell.wait_with_output().await.unwrap();
    assert!(output.status.success(), "{line}: {}", place.errors());
    String::from_utf8(output.stdout).unwrap()
}

/// Whether the lines can work here.
fn psql() -> &'static Presence {
    static PRESENCE: OnceLock<Presence> = OnceLock::new();
    PRESENCE.get_or_init(|| {
        let path = env::var_os("PATH").unwrap_or_default();
        if env::split_paths(&path).any(|folder| folder.join("psql").is_file()) {
            Presence::Here
        } else {
            Presence::Ignored("there is no psql in PATH".to_owned())
        }
    })
}
