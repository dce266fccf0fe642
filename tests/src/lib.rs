//! Everything that crosses crates.

pub mod contracts;
pub mod storages;
