use axum::response::IntoResponse;
use domain::{Bio, Tag, Title};
use pretty_assertions::assert_eq;
use serde_json::json;

use super::*;
use crate::http::probe::Answer;

/// The field that a client who sent `value` meant.
fn field(value: Value) -> Field {
    Field(Some(value))
}

async fn problems(reader: Reader) -> Value {
    let refusal = reader.finish::<()>(None).unwrap_err();
    Answer::of(refusal.into_response()).await.json()["errors"].clone()
}

#[tokio::test]
async fn absent_null_and_a_value_are_three_things() {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Change {
        bio: Field,
    }

    let read = |body| serde_json::from_value::<Change>(body).unwrap().bio.0;

    assert_eq!(read(json!({})), None);
    assert_eq!(read(json!({"bio": null})), Some(Value::Null));
    assert_eq!(read(json!({"bio": "Crystals."})), Some(json!("Crystals.")));
}

#[tokio::test]
async fn a_required_value_must_be_there() {
    let mut reader = Reader::default();

    let title = reader.required("title", Field::default(), Title::parse);

    assert_eq!(title, None);
    assert_eq!(problems(reader).await, json!({"title": ["is missing"]}));
}

#[tokio::test]
async fn an_optional_value_may_be_absent_but_not_empty() {
    let mut reader = Reader::default();

    assert_eq!(reader.optional("absent", Field::default(), Title::parse), None);
    for (key, value) in [("null", Value::Null), ("empty", json!("")), ("blank", json!(" \t"))] {
        assert_eq!(reader.optional(key, field(value), Title::parse), None);
    }

    let blank = ["can't be blank"];
    assert_eq!(problems(reader).await, json!({"null": blank, "empty": blank, "blank": blank}));
}

#[tokio::test]
async fn a_clearable_value_is_emptied_by_null_and_by_blanks() {
    let mut reader = Reader::default();
    let mut read = |field| reader.clearable("bio", field, Bio::parse);

    assert_eq!(read(Field::default()), None);
    for empty in [Value::Null, json!(""), json!("\u{3000} ")] {
        assert_eq!(read(field(empty)), Some(None));
    }
    assert_eq!(read(field(json!("Crystals."))), Some(Some(Bio::parse("Crystals.").unwrap())));
    assert!(reader.finish(Some(())).is_ok());
}

#[tokio::test]
async fn a_tag_list_may_be_absent_or_empty_but_not_null() {
    let mut reader = Reader::default();

    assert_eq!(reader.tags("absent", Field::default()), None);
    assert_eq!(reader.tags("empty", field(json!([]))), Some(TagList::default()));
    assert_eq!(reader.tags("null", field(Value::Null)), None);

    assert_eq!(problems(reader).await, json!({"null": ["can't be blank"]}));
}

#[tokio::test]
async fn a_tag_list_keeps_its_order() {
    let mut reader = Reader::default();

    let tags = reader.tags("tagList", field(json!(["zebra", "ant"]))).unwrap();

    let kept: Vec<_> = tags.as_slice().iter().map(Tag::as_str).collect();
    assert_eq!(kept, ["zebra", "ant"]);
}

#[tokio::test]
async fn values_of_a_wrong_type_are_named_all_at_once() {
    let mut reader = Reader::default();

    reader.required("title", field(json!(7)), Title::parse);
    reader.clearable("bio", field(json!({})), Bio::parse);
    reader.tags("tagList", field(json!("helix")));
    reader.tags("more", field(json!(["helix", 7])));

    assert_eq!(
        problems(reader).await,
        json!({
            "title": ["must be a string"],
            "bio": ["must be a string"],
            "tagList": ["must be a list of strings"],
            "more": ["must be a list of strings"],
        })
    );
}

#[tokio::test]
async fn a_list_that_is_too_long_is_not_looked_through() {
    let mut reader = Reader::default();

    reader.tags("tagList", field(json!(vec!["helix"; 51])));

    let told = json!({"tagList": ["has too many entries (maximum is 50)"]});
    assert_eq!(problems(reader).await, told);
}
