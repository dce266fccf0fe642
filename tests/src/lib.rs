//! Everything that crosses crates.

pub mod audit;
pub mod contracts;
pub mod storages;
