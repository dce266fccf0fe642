//! HTTP, configuration, telemetry, the composition root.

mod http;

pub use http::build;
