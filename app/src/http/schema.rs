//! How the document describes the domain's texts, and the parameters that carry them. A test holds
//! these to what the domain accepts.

use domain::TagList;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType};
use utoipa::openapi::{KnownFormat, Required, SchemaFormat, Type};

/// What Unicode calls white space, and the domain blank.
const WHITE: &str =
    r"\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000";

/// What Unicode calls control characters.
const CONTROL: &str = r"\u0000-\u001F\u007F-\u009F";

const NUL: &str = r"\u0000";

fn text(pattern: String) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern))
}

/// Text without any of `refused`, and not blank.
fn visible_without(refused: &str) -> ObjectBuilder {
    visible_unless("", refused)
}

/// The same, and not what `exception` matches.
fn visible_unless(exception: &str, refused: &str) -> ObjectBuilder {
    let pattern = format!("^{exception}[^{refused}]*[^{refused}{WHITE}][^{refused}]*$");
    text(pattern).min_length(Some(1))
}

fn visible(max: usize) -> ObjectBuilder {
    visible_without(NUL).max_length(Some(max))
}

fn clearable(max: usize) -> ObjectBuilder {
    let nullable = SchemaType::from_iter([Type::String, Type::Null]);
    text(format!("^[^{NUL}]*$")).schema_type(nullable).max_length(Some(max))
}

pub fn username() -> ObjectBuilder {
    visible_unless(r"(?!\.{1,2}$)", CONTROL).max_length(Some(100))
}

pub fn email() -> ObjectBuilder {
    let pattern = format!("^[^{CONTROL}{WHITE}]+@[^@{CONTROL}{WHITE}]+$");
    text(pattern).min_length(Some(3)).max_length(Some(254))
}

pub fn password() -> ObjectBuilder {
    let format = SchemaFormat::KnownFormat(KnownFormat::Password);
    visible(256).min_length(Some(8)).format(Some(format))
}

/// What somebody types to sign in. A wrong address is wrong, not invalid.
pub fn attempt() -> ObjectBuilder {
    text(format!("[^{WHITE}]")).min_length(Some(1))
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
    visible_without(NUL)
}

pub fn tag() -> ObjectBuilder {
    visible(100)
}

pub fn tag_list() -> ArrayBuilder {
    ArrayBuilder::new().items(tag()).max_items(Some(TagList::MAX))
}

pub fn moment() -> ObjectBuilder {
    text(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$".into())
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
}

pub fn path_parameter(name: &str, description: &str, schema: ObjectBuilder) -> Parameter {
    let parameter = parameter(name, description, schema).parameter_in(ParameterIn::Path);
    parameter.required(Required::True).build()
}

pub fn query_parameter(name: &str, description: &str, schema: ObjectBuilder) -> Parameter {
    let parameter = parameter(name, description, schema).parameter_in(ParameterIn::Query);
    parameter.required(Required::False).build()
}

fn parameter(name: &str, description: &str, schema: ObjectBuilder) -> ParameterBuilder {
    ParameterBuilder::new().name(name).description(Some(description)).schema(Some(schema))
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
