//! Everything that crosses crates.

pub mod actors;
pub mod audit;
pub mod contracts;
pub mod stateful;
pub mod storages;
