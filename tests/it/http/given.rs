//! What the scenarios are about.

use serde_json::{Value, json};

/// The moment at which everything happens, while nobody moves the clock.
pub const NEW_YEAR: &str = "2020-01-01T00:00:00.000000Z";

/// A microsecond later: the moment of a first change.
pub const FIRST_CHANGE: &str = "2020-01-01T00:00:00.000001Z";

/// What a fresh account looks like to those who do not follow it.
pub fn profile(name: &str) -> Value {
    json!({ "username": name, "bio": null, "image": null, "following": false })
}

/// What a fresh account looks like to those who follow it.
pub fn followed(name: &str) -> Value {
    json!({ "username": name, "bio": null, "image": null, "following": true })
}

/// What it takes to publish under a title.
pub fn draft(title: &str) -> Value {
    json!({ "article": {
        "title": title,
        "description": "Why they twist",
        "body": "Photograph 51 shows a cross.",
        "tagList": ["x-rays", "dna"],
    }})
}

/// The slugs of a list, in its order.
pub fn slugs(list: &Value) -> Vec<&str> {
    texts(&list["articles"], "slug")
}

/// What the entries of a list say under `key`.
pub fn texts<'a>(entries: &'a Value, key: &str) -> Vec<&'a str> {
    let entries = entries.as_array().expect("a list");
    entries.iter().map(|entry| entry[key].as_str().expect("a string")).collect()
}

/// `change` as the body of a request to change an article.
pub fn article(change: &Value) -> Value {
    json!({ "article": change })
}

/// `body` as the body of a request to comment.
pub fn comment(body: &str) -> Value {
    json!({ "comment": { "body": body } })
}
