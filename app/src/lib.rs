//! HTTP, configuration, telemetry, the composition root.

mod compose;
mod config;
mod health;
mod http;
mod notifiers;
mod passwords;
mod seed;
mod serve;
mod signals;
mod telemetry;
mod timestamp;
mod tokens;
mod worker;

use std::ffi::OsString;
use std::io::{Write, stderr, stdout};
use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Parser;
use config::{Arguments, Command};
use domain::providers::Providers;
use domain::services::DeliveryService;
use worker::Worker;

pub use compose::{compose, providers};
pub use http::build;
pub use serve::Server;

/// The whole program: does what `arguments` say, the first of which is its own name. What goes
/// wrong is told in one line on standard error.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments.into_command(),
        Err(usage) => {
            // Nobody is left to be told where even this cannot be printed.
            let _ = usage.print();
            return ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(2));
        }
    };
    match execute(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(stderr(), "conduit: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Command) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match command {
            Command::Serve(options) => serve(options).await,
            Command::Health(options) => health::check(&options.listen).await,
            Command::Migrate(database) => migrate(&database.database_url).await,
            Command::Seed(options) => seed(&options).await,
        }
    })
}

async fn serve(options: config::Serve) -> anyhow::Result<()> {
    let _logs = telemetry::start(&options.log, options.log_format)?;
    let server = listen(&options.listen).await?;
    let secret = options.token_secret.as_deref();
    let notifier = compose::notifier(&options.webhook)?;
    let providers = compose(&options.database.database_url, secret).await?;
    let providers = Providers { notifier, ..providers };
    let stop = signals::stop().context("cannot listen to signals")?;
    say(&greeting(server.address()));
    let worker = Worker::start(DeliveryService::new(&providers));
    let cut = server.serve(build(providers), stop).await;
    worker.stop().await;
    match cut {
        0 => Ok(()),
        cut => Err(anyhow!("stopped before {cut} connections had been answered")),
    }
}

async fn migrate(url: &str) -> anyhow::Result<()> {
    let database = compose::migrate(url).await?;
    say(&format!("{database} is up to date"));
    Ok(())
}

async fn seed(options: &config::Seed) -> anyhow::Result<()> {
    let providers = compose(&options.database.database_url, None).await?;
    let amount = seed::Amount { users: options.users, articles: options.articles };
    let sown = seed::sow(&providers, amount, &seed::progress(amount)).await?;
    say(&sown.to_string());
    Ok(())
}

async fn listen(address: &str) -> anyhow::Result<Server> {
    Server::bind(address).await.map_err(|error| {
        let text = error.to_string();
        let reason = text.split(" (os error").next().unwrap_or_default();
        anyhow!("cannot listen on {address}: {}", reason.to_lowercase())
    })
}

fn greeting(listens: SocketAddr) -> String {
    let here = health::from_here(listens);
    format!(
        "Conduit listens on http://{listens}\n\
         Try it: curl http://{here}/api/articles\n\
         Stop it: Ctrl-C"
    )
}

/// Tells the person who started the program, who may have closed the terminal by now.
fn say(text: &str) {
    let _ = writeln!(stdout(), "{text}");
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
