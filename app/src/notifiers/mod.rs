//! Who tells people what has happened.

mod log;
mod webhook;

pub use log::LogNotifier;
pub use webhook::WebhookNotifier;
