//! HTTP, configuration, telemetry, the composition root.
