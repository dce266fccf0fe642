//! The scenarios as one writes them who looks at what is asked of others. What others would answer
//! is what the author believes of them: no storage is there to say otherwise.

mod given;
mod loose;
mod strict;

use crate::style::Style;

/// As little as a scenario is about, and every single call.
pub fn styles() -> Vec<Style> {
    vec![loose::style(), strict::style()]
}
