//! The command line and the environment: the only place that reads them.

use clap::{Args, Parser, Subcommand, ValueEnum};

/// A complete RealWorld ("Conduit") API on SQLite or Postgres.
///
/// Without a command it serves: it opens the database, brings its schema up to date, and answers on
/// port 8080 until it is told to stop.
#[derive(Debug, Parser)]
#[command(name = "conduit", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  conduit                                    serve ./conduit.db on port 8080
  conduit --listen 0.0.0.0:80                serve other machines, too
  conduit seed --users 5 --articles 20       fill the database with something to look at
  conduit serve --database-url sqlite:///var/lib/conduit/conduit.db
  conduit serve --database-url postgres://conduit@db.example/conduit

Every option with an [env: ..] beside it may be given as that variable instead.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

impl Arguments {
    /// What to do; to serve, where nothing is named.
    pub fn into_command(self) -> Command {
        self.command.unwrap_or(Command::Serve(self.serve))
    }
}

/// What the binary can do.
#[derive(Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Answer requests until told to stop (the default)
    Serve(Serve),
    /// Bring the schema of the database up to date, and stop
    Migrate(Database),
    /// Fill the database with believable demo data
    ///
    /// Demo users get names that nobody has yet, so a second run adds as many again. They all share
    /// one password, which is printed at the end: keep them out of a database that strangers reach.
    /// A server may stay up beside it; while much is made, it is slower to write.
    Seed(Seed),
    /// Ask a server on this machine whether it answers, and fail where it does not
    ///
    /// It is the health check of a container, in which there is no other program.
    Health(Health),
}

/// How to serve.
#[derive(Debug, PartialEq, Eq, Args)]
pub struct Serve {
    /// Where to listen; port 0 takes any free one
    #[arg(long, env = "CONDUIT_LISTEN", value_name = "ADDRESS:PORT")]
    #[arg(default_value = "127.0.0.1:8080")]
    pub listen: String,

    #[command(flatten)]
    pub database: Database,

    /// The secret that signs tokens, at least 32 bytes
    ///
    /// Where none is given, one is made and kept with the database. Others on this machine can read
    /// a command line: prefer the variable.
    #[arg(long, env = "CONDUIT_TOKEN_SECRET", hide_env_values = true, value_name = "SECRET")]
    pub token_secret: Option<String>,

    #[command(flatten)]
    pub webhook: Webhook,

    /// What to log: error, warn, info, debug or trace, also for one part: warn,app=debug
    #[arg(long, env = "CONDUIT_LOG", value_name = "FILTER", default_value = "info")]
    pub log: String,

    /// How to log, to standard error; auto is pretty on a terminal and JSON elsewhere
    #[arg(long, env = "CONDUIT_LOG_FORMAT", value_name = "FORMAT", default_value = "auto")]
    pub log_format: LogFormat,
}

/// Where everything is kept.
#[derive(Debug, PartialEq, Eq, Args)]
pub struct Database {
    /// The database: `sqlite://PATH` or `postgres://USER@HOST/NAME`
    ///
    /// The file of SQLite is created where there is none; the database in Postgres, 14 or newer,
    /// must be there. Others on this machine can read a command line: where the URL holds a
    /// password, prefer the variable.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    #[arg(default_value = "sqlite://conduit.db")]
    pub database_url: String,
}

/// Who is told what has happened.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct Webhook {
    /// Where to post notifications, as Standard Webhooks; without it they are logged
    #[arg(long, env = "CONDUIT_WEBHOOK_URL", hide_env_values = true, value_name = "URL")]
    #[arg(requires = "webhook_secret")]
    pub webhook_url: Option<String>,

    /// The secret that signs them: whsec_ and 24 to 64 bytes in base64
    #[arg(long, env = "CONDUIT_WEBHOOK_SECRET", hide_env_values = true, value_name = "SECRET")]
    #[arg(requires = "webhook_url")]
    pub webhook_secret: Option<String>,
}

/// How much demo data to make.
#[derive(Debug, PartialEq, Eq, Args)]
pub struct Seed {
    #[command(flatten)]
    pub database: Database,

    /// How many users
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub users: u32,

    /// How many articles by these users, with comments and favorites
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    pub articles: u32,
}

/// Whom to ask.
#[derive(Debug, PartialEq, Eq, Args)]
pub struct Health {
    /// Where the server listens
    #[arg(long, env = "CONDUIT_LISTEN", value_name = "ADDRESS:PORT")]
    #[arg(default_value = "127.0.0.1:8080")]
    pub listen: String,
}

/// What a log line looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Pretty on a terminal, JSON elsewhere
    Auto,
    /// For people
    Pretty,
    /// For machines: one object a line
    Json,
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
