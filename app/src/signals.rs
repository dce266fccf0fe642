//! When to stop.

use std::io;

/// Is ready when the process was asked to stop. Signals count from the call on, not only from the
/// first poll on.
#[cfg(unix)]
pub fn stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Is ready when the process was asked to stop.
#[cfg(not(unix))]
pub fn stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the handler nothing can ask, so nothing does.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
