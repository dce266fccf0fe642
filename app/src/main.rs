//! The `conduit` binary.

fn main() {}
