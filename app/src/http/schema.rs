//! How the document describes the domain's texts. A test holds these to what the domain accepts.

use domain::TagList;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType};
use utoipa::openapi::{KnownFormat, SchemaFormat, Type};

/// What Unicode calls white space, and the domain blank.
macro_rules! white {
    () => {
        r"\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000"
    };
}

/// What Unicode calls control characters.
macro_rules! control {
    () => {
        r"\u0000-\u001F\u007F-\u009F"
    };
}

const VISIBLE: &str = concat!(r"^[^\u0000]*[^\u0000", white!(), r"][^\u0000]*$");
const VISIBLE_LINE: &str =
    concat!("^[^", control!(), "]*[^", control!(), white!(), "][^", control!(), "]*$");
const ADDRESS: &str = concat!("^[^", control!(), white!(), "]+@[^@", control!(), white!(), "]+$");
const NOT_BLANK: &str = concat!("[^", white!(), "]");
const STORABLE: &str = r"^[^\u0000]*$";

fn text(pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern))
}

fn visible(max: usize) -> ObjectBuilder {
    text(VISIBLE).min_length(Some(1)).max_length(Some(max))
}

fn clearable(max: usize) -> ObjectBuilder {
    text(STORABLE).schema_type(nullable()).max_length(Some(max))
}

fn nullable() -> SchemaType {
    SchemaType::from_iter([Type::String, Type::Null])
}

pub fn username() -> ObjectBuilder {
    text(VISIBLE_LINE).min_length(Some(1)).max_length(Some(100))
}

pub fn email() -> ObjectBuilder {
    text(ADDRESS).min_length(Some(3)).max_length(Some(254))
}

pub fn password() -> ObjectBuilder {
    let format = SchemaFormat::KnownFormat(KnownFormat::Password);
    visible(256).min_length(Some(8)).format(Some(format))
}

/// What somebody types to sign in. A wrong address is wrong, not invalid.
pub fn attempt() -> ObjectBuilder {
    text(NOT_BLANK).min_length(Some(1))
}

pub fn bio() -> ObjectBuilder {
    clearable(10_000)
}

pub fn image() -> ObjectBuilder {
    clearable(2_000)
}

pub fn slug() -> ObjectBuilder {
    visible(150)
}

pub fn title() -> ObjectBuilder {
    visible(1_000)
}

pub fn description() -> ObjectBuilder {
    visible(5_000)
}

/// Bounded only by what a request may carry.
pub fn body() -> ObjectBuilder {
    text(VISIBLE).min_length(Some(1))
}

pub fn tag() -> ObjectBuilder {
    visible(100)
}

pub fn tag_list() -> ArrayBuilder {
    ArrayBuilder::new().items(tag()).max_items(Some(TagList::MAX))
}

pub fn moment() -> ObjectBuilder {
    text(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$")
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
