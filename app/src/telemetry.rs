//! Structured logs, to standard error. A thread of its own writes them, so a request never waits
//! for whoever reads them; lines that found no room are counted and told.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::panic;
use std::sync::{Arc, OnceLock};

use anyhow::{anyhow, bail};
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

use crate::config::LogFormat;

/// How many lines may wait to be written: some megabytes at the most.
const QUEUE: usize = 8 * 1024;

/// The logs of the process. Dropping it writes what waits.
#[must_use = "dropping it ends the logs"]
pub struct Logs {
    _writer: WorkerGuard,
}

/// Starts to log what `filter` lets through.
pub fn start(filter: &str, format: LogFormat) -> anyhow::Result<Logs> {
    let filter = targets(filter)?;
    let json = match format {
        LogFormat::Auto => !io::stderr().is_terminal(),
        LogFormat::Pretty => false,
        LogFormat::Json => true,
    };
    let (lines, writer) = unwaiting(BufWriter::new(io::stderr()), QUEUE, json);
    let layer = if json { as_json(lines) } else { as_text(lines) };
    tracing_subscriber::registry().with(layer.with_filter(filter)).try_init()?;
    panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    Ok(Logs { _writer: writer })
}

/// The filter that `text` says. A word that is no level would be taken for a part of the program,
/// and silence all others.
fn targets(text: &str) -> anyhow::Result<Targets> {
    for directive in text.split(',') {
        let level = directive.rsplit_once('=').map_or(directive, |(_, level)| level).trim();
        if level.is_empty() || level.parse::<LevelFilter>().is_err() {
            bail!(
                "--log `{text}` is not a filter: `{directive}` is neither error, warn, info, \
                 debug, trace or off, nor PART=LEVEL"
            );
        }
    }
    text.parse().map_err(|error| anyhow!("--log `{text}` is not a filter: {error}"))
}

fn as_json(lines: NonBlocking) -> Box<dyn Layer<Registry> + Send + Sync> {
    fmt::layer().json().flatten_event(true).with_span_list(false).with_writer(lines).boxed()
}

fn as_text(lines: NonBlocking) -> Box<dyn Layer<Registry> + Send + Sync> {
    fmt::layer().compact().with_ansi(io::stderr().is_terminal()).with_writer(lines).boxed()
}

/// A writer that hands up to `queue` lines to a thread, which writes them to `out`.
fn unwaiting<W: Write + Send + 'static>(
    out: W,
    queue: usize,
    json: bool,
) -> (NonBlocking, WorkerGuard) {
    let dropped = Arc::new(OnceLock::new());
    let candid = Candid { out, json, dropped: dropped.clone(), told: 0 };
    let (lines, writer) = NonBlockingBuilder::default()
        .buffered_lines_limit(queue)
        .thread_name("logs")
        .finish(candid);
    // The counter is made with the queue, after the writer. Nothing was written yet.
    let _ = dropped.set(lines.error_counter());
    (lines, writer)
}

/// Tells among the lines how many were dropped, as soon as there is room again.
struct Candid<W> {
    out: W,
    json: bool,
    dropped: Arc<OnceLock<ErrorCounter>>,
    /// How many drops were told by now.
    told: usize,
}

impl<W: Write> Write for Candid<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.out.write(line)
    }

    /// Called whenever the queue has been emptied, and at the end.
    fn flush(&mut self) -> io::Result<()> {
        let dropped = self.dropped.get().map_or(0, ErrorCounter::dropped_lines);
        let news = dropped - self.told;
        if news > 0 {
            self.told = dropped;
            let text = format!("{news} log lines were dropped, because nobody read them in time");
            if self.json {
                writeln!(self.out, r#"{{"level":"WARN","message":"{text}","dropped":{news}}}"#)?;
            } else {
                writeln!(self.out, "WARN {text}")?;
            }
        }
        self.out.flush()
    }
}

#[cfg(test)]
#[path = "telemetry_tests.rs"]
mod tests;
