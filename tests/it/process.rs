//! The real program in a process of its own: this binary, started again under another name.

use std::env;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::process::{ExitCode, ExitStatus, Output, Stdio};
use std::time::Duration;

use crate::actors::Actor;
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

/// What makes this binary the program instead of its tests. A word would be a filter to them.
const AS_THE_PROGRAM: &str = "--as-the-program";

/// A few seconds, on a machine that is busy.
const SOON: Duration = Duration::from_secs(20);

/// What `outcome` comes to, which must not take long.
pub async fn soon<T>(outcome: impl Future<Output = T>) -> T {
    timeout(SOON, outcome).await.expect("it does not take long")
}

/// Runs the program, if that is what this process was started for.
pub fn played_by_this_process() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1).peekable();
    arguments.next_if(|first| first == AS_THE_PROGRAM)?;
    Some(app::run([OsString::from("conduit")].into_iter().chain(arguments)))
}

/// Runs the program to its end.
pub async fn run(arguments: &[&str]) -> Output {
    command(arguments).output().await.unwrap()
}

/// The one line that the program says on the way out, where it can do nothing else, and soon.
pub async fn told(arguments: &[&str]) -> String {
    let output = soon(run(arguments)).await;
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert_eq!(output.stdout, b"");
    assert_eq!(told.lines().count(), 1, "{told}");
    told.strip_prefix("conduit: ").expect(&told).trim_end().to_owned()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.arg(AS_THE_PROGRAM).args(arguments).stdin(Stdio::null()).kill_on_drop(true);
    for variable in [
        "CONDUIT_LISTEN",
        "CONDUIT_TOKEN_SECRET",
        "CONDUIT_WEBHOOK_SECRET",
        "CONDUIT_WEBHOOK_URL",
        "DATABASE_URL",
    ] {
        command.env_remove(variable);
    }
    // What goes wrong must not be told by a backtrace even to those who like them.
    command.env("CONDUIT_LOG", "warn").env("RUST_BACKTRACE", "1");
    command
}

/// A server that runs. Dropped, it is killed.
pub struct Process {
    child: Child,
    address: SocketAddr,
    /// Held open: a server may say more than one line.
    _out: Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// Starts a server on a free port, and waits until it says where it listens.
    pub async fn serving(database_url: &str) -> Self {
        Self::serving_with(database_url, &[]).await
    }

    /// The same with more options.
    pub async fn serving_with(database_url: &str, options: &[&str]) -> Self {
        Self::start(&[&["--log", "warn", "--database-url", database_url], options].concat()).await
    }

    /// The same, for a trial that makes requests fail: nobody need read of it.
    pub async fn serving_amid_trouble(database_url: &str) -> Self {
        Self::start(&["--log", "off", "--database-url", database_url]).await
    }

    async fn start(options: &[&str]) -> Self {
        let arguments = [&["--listen", "127.0.0.1:0"], options].concat();
        let mut child = command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = out.next_line().await.unwrap().expect("a line that says where it listens");
        let (_, address) = line.split_once("http://").expect(&line);
        Self { child, address: address.parse().expect(&line), _out: out }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Somebody who has not signed in.
    pub fn anonymous(&self) -> Actor {
        Actor::at(self.address)
    }

    /// Ends at once, whatever it is doing.
    pub async fn killed(mut self) {
        self.child.kill().await.unwrap();
    }

    /// Sends it a signal.
    pub fn receives(&self, signal: Signal) {
        let pid = i32::try_from(self.child.id().expect("it runs")).unwrap();
        kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
    }

    /// Ends by itself.
    pub async fn ended(mut self) -> ExitStatus {
        self.child.wait().await.unwrap()
    }
}
