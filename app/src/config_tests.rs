use clap::CommandFactory;
use clap::error::ErrorKind;
use pretty_assertions::assert_eq;

use super::*;

fn parse(line: &str) -> Result<Command, ErrorKind> {
    let arguments = Arguments::try_parse_from(line.split(' ')).map_err(|error| error.kind())?;
    Ok(arguments.into_command())
}

fn everything_given() -> Serve {
    Serve {
        listen: "[::1]:4000".into(),
        database: Database { database_url: "sqlite://helix.db".into() },
        token_secret: Some("photograph 51".into()),
        webhook: Webhook::default(),
        log: "warn,app=debug".into(),
        log_format: LogFormat::Json,
    }
}

const EVERYTHING: &str = "--listen [::1]:4000 --database-url sqlite://helix.db \
    --token-secret photograph_51 --log warn,app=debug --log-format json";

#[test]
fn the_command_line_is_well_formed() {
    Arguments::command().debug_assert();
}

#[test]
fn to_serve_needs_no_command() {
    let expected = Serve { token_secret: Some("photograph_51".into()), ..everything_given() };

    assert_eq!(parse(&format!("conduit {EVERYTHING}")), Ok(Command::Serve(expected)));
}

#[test]
fn to_serve_may_be_said() {
    let expected = Serve { token_secret: Some("photograph_51".into()), ..everything_given() };

    assert_eq!(parse(&format!("conduit serve {EVERYTHING}")), Ok(Command::Serve(expected)));
}

#[test]
fn migrate_takes_a_database_and_nothing_else() {
    let database = Database { database_url: "sqlite://helix.db".into() };

    assert_eq!(
        parse("conduit migrate --database-url sqlite://helix.db"),
        Ok(Command::Migrate(database))
    );
    assert_eq!(parse("conduit migrate --listen [::1]:4000"), Err(ErrorKind::UnknownArgument));
}

#[test]
fn seed_makes_five_users_and_twenty_articles_unless_told_otherwise() {
    let database = || Database { database_url: "sqlite://helix.db".into() };
    let given = "conduit seed --database-url sqlite://helix.db";

    let few = parse(given);
    let many = parse(&format!("{given} --users 10000 --articles 100000"));

    assert_eq!(few, Ok(Command::Seed(Seed { database: database(), users: 5, articles: 20 })));
    let many_expected = Seed { database: database(), users: 10_000, articles: 100_000 };
    assert_eq!(many, Ok(Command::Seed(many_expected)));
}

#[test]
fn health_is_asked_where_the_server_listens() {
    let expected = Health { listen: "0.0.0.0:4000".into() };

    assert_eq!(parse("conduit health --listen 0.0.0.0:4000"), Ok(Command::Health(expected)));
}

#[test]
fn articles_need_an_author() {
    assert_eq!(parse("conduit seed --users 0"), Err(ErrorKind::ValueValidation));
}

#[test]
fn an_option_of_one_command_is_refused_before_another() {
    assert_eq!(parse("conduit --listen [::1]:4000 migrate"), Err(ErrorKind::ArgumentConflict));
}

#[test]
fn help_shows_defaults_and_variables_but_no_secrets() {
    let help = Arguments::command().render_long_help().to_string();

    for shown in ["127.0.0.1:8080", "sqlite://conduit.db", "CONDUIT_LISTEN", "DATABASE_URL"] {
        assert!(help.contains(shown), "{shown} is missing:\n{help}");
    }
    let secret =
        Arguments::command().get_arguments().find(|a| a.get_id() == "token_secret").cloned();
    assert!(secret.is_some_and(|argument| argument.is_hide_env_values_set()));
}
