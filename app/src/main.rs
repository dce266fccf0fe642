//! The `conduit` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::run(std::env::args_os())
}
