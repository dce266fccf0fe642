use axum::http::Request;
use axum::response::IntoResponse;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::*;
use crate::http::probe::Answer;

async fn read(query: &str) -> Result<ListQuery, ApiError> {
    let request = Request::builder().uri(format!("/api/articles{query}")).body(()).unwrap();
    let (mut parts, ()) = request.into_parts();
    ListQuery::from_request_parts(&mut parts, &()).await
}

async fn problems(query: &str) -> Value {
    let refusal = read(query).await.err().expect(query);
    let (status, body) = Answer::of(refusal.into_response()).await.told();
    assert_eq!(status, 422);
    body["errors"].clone()
}

#[tokio::test]
async fn without_a_query_the_first_twenty_are_listed() {
    for query in ["", "?", "?&&", "?colour=blue&LIMIT=0&%FF=1"] {
        let list = read(query).await.unwrap();

        assert_eq!(list.page, Page::new(20, 0).unwrap(), "{query}");
        assert_eq!(list.filter, ArticleFilter::default(), "{query}");
    }
}

#[tokio::test]
async fn a_page_is_read_to_its_bounds() {
    for (query, limit, offset) in
        [("?limit=1&offset=0", 1, 0), ("?offset=4294967295&limit=100", 100, u32::MAX)]
    {
        let list = read(query).await.unwrap();

        assert_eq!(list.page, Page::new(limit, offset).unwrap());
    }
}

#[tokio::test]
async fn a_filter_is_read_as_a_form_is_encoded() {
    let list =
        read("?tag=caf%C3%A9+cr%C3%A8me&author=Rosalind%20F&f%61vorited=jocasta").await.unwrap();

    let expected = ArticleFilter {
        tag: Some(Tag::parse("café crème").unwrap()),
        author: Some(Username::parse("Rosalind F").unwrap()),
        favorited_by: Some(Username::parse("jocasta").unwrap()),
    };
    assert_eq!(list.filter, expected);
}

#[tokio::test]
async fn a_number_out_of_its_range_is_told_the_range() {
    let huge = format!("?limit={}&offset=-{0}", "9".repeat(60));

    let limit = json!(["must be between 1 and 100"]);
    let offset = json!(["must be between 0 and 4294967295"]);
    for query in ["?limit=0&offset=-1", "?limit=101&offset=4294967296", huge.as_str()] {
        assert_eq!(problems(query).await, json!({"limit": limit, "offset": offset}), "{query}");
    }
}

#[tokio::test]
async fn what_is_no_number_is_told_so() {
    for value in ["", "x", "1e1", "1.0", "0x10", "%31%20", "٣"] {
        let problems = problems(&format!("?limit={value}")).await;
        assert_eq!(problems, json!({"limit": ["must be a whole number"]}), "{value}");
    }
}

#[tokio::test]
async fn a_text_that_cannot_be_is_told_so() {
    assert_eq!(problems("?tag=").await, json!({"tag": ["can't be blank"]}));
    assert_eq!(problems("?author=+%20").await, json!({"author": ["can't be blank"]}));
    assert_eq!(problems("?favorited=a%00b").await, json!({"favorited": ["is invalid"]}));
    assert_eq!(problems("?tag=%FF").await, json!({"tag": ["is invalid"]}));
}

#[tokio::test]
async fn a_parameter_is_given_once() {
    let problems = problems("?limit=1&limit=2&tag=ant&ta%67=bee").await;

    let twice = json!(["is given more than once"]);
    assert_eq!(problems, json!({"limit": twice, "tag": twice}));
}

#[tokio::test]
async fn all_that_is_wrong_is_told_at_once() {
    let problems = problems("?limit=0&offset=x&tag=").await;

    let expected = json!({
        "limit": ["must be between 1 and 100"],
        "offset": ["must be a whole number"],
        "tag": ["can't be blank"],
    });
    assert_eq!(problems, expected);
}
