use pretty_assertions::assert_eq;

use super::*;

/// What `run` answers to this command line.
fn run_line(line: &str) -> ExitCode {
    run(line.split(' ').map(OsString::from))
}

#[tokio::test]
async fn a_port_in_use_is_told_in_one_line() {
    let first = listen("127.0.0.1:0").await.unwrap();
    let address = first.address().to_string();

    let refusal = listen(&address).await.err().unwrap();

    let told = format!("{refusal:#}");
    assert_eq!(told, format!("cannot listen on {address}: address already in use"));
}

#[tokio::test]
async fn an_address_that_is_none_is_told_in_one_line() {
    let refusal = listen("helix").await.err().unwrap();

    assert_eq!(format!("{refusal:#}"), "cannot listen on helix: invalid socket address");
}

#[test]
fn whoever_asks_for_help_succeeds_and_whoever_errs_does_not() {
    assert_eq!(run_line("conduit --version"), ExitCode::SUCCESS);
    assert_eq!(run_line("conduit --colour"), ExitCode::from(2));
    assert_eq!(run_line("conduit migrate --database-url helix"), ExitCode::FAILURE);
}

#[test]
fn a_server_for_all_is_tried_on_this_machine() {
    let greeting = greeting("0.0.0.0:8080".parse().unwrap());

    assert!(greeting.contains("listens on http://0.0.0.0:8080"), "{greeting}");
    assert!(greeting.contains("curl http://127.0.0.1:8080/api/articles"), "{greeting}");
}
