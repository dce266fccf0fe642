//! Everything that crosses crates.

pub mod audit;
pub mod contracts;
pub mod decorators;
pub mod postgres;
pub mod scripted;
pub mod scripted_storage;
pub mod stateful;
pub mod storages;
pub mod trial;
