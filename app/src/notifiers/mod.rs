//! Who tells people what has happened.

mod log;

pub use log::LogNotifier;
