use domain::{
    Bio, Body, CommentBody, Description, Email, ImageUrl, Invalid, Password, Slug, Tag, Title,
    Username,
};
use pretty_assertions::assert_eq;

use super::*;

/// The lengths that the document allows.
fn lengths(schema: ObjectBuilder) -> (Option<usize>, Option<usize>) {
    let schema = serde_json::to_value(schema.build()).unwrap();
    let length = |key: &str| schema[key].as_u64().map(|length| length.try_into().unwrap());
    (length("minLength"), length("maxLength"))
}

type Parse = fn(String) -> Result<(), Invalid>;

fn texts() -> Vec<(&'static str, ObjectBuilder, Parse)> {
    vec![
        ("username", username(), |text| Username::parse(text).map(drop)),
        ("password", password(), |text| Password::parse(text).map(drop)),
        ("bio", bio(), |text| Bio::parse(text).map(drop)),
        ("image", image(), |text| ImageUrl::parse(text).map(drop)),
        ("slug", slug(), |text| Slug::parse(text).map(drop)),
        ("title", title(), |text| Title::parse(text).map(drop)),
        ("description", description(), |text| Description::parse(text).map(drop)),
        ("tag", tag(), |text| Tag::parse(text).map(drop)),
        ("body", body(), |text| Body::parse(text).map(drop)),
        ("comment", body(), |text| CommentBody::parse(text).map(drop)),
    ]
}

#[test]
fn the_document_allows_the_lengths_that_the_domain_allows() {
    for (name, schema, parse) in texts() {
        let (min, max) = lengths(schema);

        let fits = |length: usize| parse("🦀".repeat(length)).is_ok();

        let min = min.unwrap_or(1);
        assert!(fits(min) && !fits(min - 1), "{name}");
        match max {
            Some(max) => assert!(fits(max) && !fits(max + 1), "{name}"),
            None => assert!(fits(2_000_000), "{name}"),
        }
    }
}

#[test]
fn the_document_allows_emails_of_the_length_that_the_domain_allows() {
    let (min, max) = lengths(email());
    let fits = |length: usize| Email::parse(format!("{}@h", "r".repeat(length - 2))).is_ok();

    assert_eq!((min, max), (Some(3), Some(254)));
    assert!(fits(3) && !fits(2));
    assert!(fits(254) && !fits(255));
}

#[test]
fn the_document_calls_white_what_the_domain_calls_blank() {
    let white: Vec<char> = ('\0'..='\u{FFFF}').filter(|c| c.is_whitespace()).collect();

    let blank = |c: &char| Title::parse(c.to_string()) == Err(Invalid::Blank);

    assert!(white.iter().all(blank));
    assert_eq!(ranges(&white), WHITE);
}

#[test]
fn the_document_calls_control_what_the_domain_refuses_in_a_name() {
    let refused: Vec<char> =
        ('\0'..='\u{FFFF}').filter(|c| Username::parse(format!("r{c}f")).is_err()).collect();

    assert_eq!(ranges(&refused), CONTROL);
}

/// The characters as a regular expression lists them.
fn ranges(chars: &[char]) -> String {
    let neighbours = |a: &char, b: &char| u32::from(*a) + 1 == u32::from(*b);
    let runs = chars.chunk_by(neighbours);
    runs.map(|run| match run {
        [one] => code(*one),
        [first, last] => code(*first) + &code(*last),
        [first, .., last] => format!("{}-{}", code(*first), code(*last)),
        [] => String::new(),
    })
    .collect()
}

fn code(c: char) -> String {
    format!("\\u{:04X}", u32::from(c))
}
