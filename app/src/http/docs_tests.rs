use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request};
use pretty_assertions::assert_eq;
use serde_json::Value;

use super::*;
use crate::http::probe::{ask, get, service};

async fn document() -> Value {
    get(&service(), DOCUMENT).await.json()
}

/// Method, path and description of every operation in the document.
fn operations(document: &Value) -> Vec<(Method, String, Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(move |(method, operation)| {
            let method = method.to_uppercase().parse().unwrap();
            (method, path.clone(), operation.clone())
        })
    });
    operations.collect()
}

fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn every_operation_of_the_document_is_served() {
    let service = service();
    let document = document().await;

    for (method, path, _) in operations(&document) {
        let path = path.replace("{slug}", "x").replace("{username}", "x").replace("{id}", "1");
        let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        let (method, path) = (request.method().clone(), request.uri().clone());

        let answer = ask(&service, request).await;

        let unrouted = answer.status == 404 && answer.json()["errors"].get("route").is_some();
        assert!(!unrouted && answer.status != 405, "{method} {path}");
    }
}

#[tokio::test]
async fn the_document_has_all_operations_of_the_contract() {
    let document = document().await;

    let listed: BTreeSet<_> = operations(&document)
        .into_iter()
        .map(|(method, path, _)| format!("{method} {path}"))
        .collect();

    let expected = BTreeSet::from([
        "DELETE /api/articles/{slug}",
        "DELETE /api/articles/{slug}/comments/{id}",
        "DELETE /api/articles/{slug}/favorite",
        "DELETE /api/profiles/{username}/follow",
        "GET /api/articles",
        "GET /api/articles/feed",
        "GET /api/articles/{slug}",
        "GET /api/articles/{slug}/comments",
        "GET /api/profiles/{username}",
        "GET /api/tags",
        "GET /api/user",
        "GET /healthz",
        "GET /readyz",
        "POST /api/articles",
        "POST /api/articles/{slug}/comments",
        "POST /api/articles/{slug}/favorite",
        "POST /api/profiles/{username}/follow",
        "POST /api/users",
        "POST /api/users/login",
        "PUT /api/articles/{slug}",
        "PUT /api/user",
    ]);
    assert_eq!(listed, expected.into_iter().map(String::from).collect());
}

#[tokio::test]
async fn the_document_is_of_version_3_1_and_points_nowhere_in_vain() {
    let document = document().await;
    let mut found = BTreeSet::new();

    references(&document, &mut found);

    assert_eq!(document["openapi"], "3.1.0");
    assert!(found.len() > 10, "{found:?}");
    for reference in found {
        let target = document.pointer(reference.trim_start_matches('#'));
        assert!(target.is_some_and(Value::is_object), "{reference}");
    }
}

#[tokio::test]
async fn every_operation_has_a_name_of_its_own_a_summary_and_a_tag_that_is_explained() {
    let document = document().await;
    let tags = document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].clone());
    let tags: Vec<Value> = tags.collect();
    let mut names = BTreeSet::new();

    for (method, path, operation) in operations(&document) {
        assert!(names.insert(operation["operationId"].to_string()), "{method} {path}");
        assert!(operation["summary"].is_string(), "{method} {path}");
        assert!(tags.contains(&operation["tags"][0]), "{method} {path}");
    }
}

#[tokio::test]
async fn every_refusal_has_the_one_shape() {
    for (method, path, operation) in operations(&document().await) {
        let responses = operation["responses"].as_object().unwrap();

        let refusals = responses.iter().filter(|(status, _)| status.as_str() >= "400");

        for (status, refusal) in refusals {
            let schema = &refusal["content"]["application/json"]["schema"];
            assert_eq!(schema["$ref"], "#/components/schemas/Error", "{method} {path} {status}");
        }
    }
}

#[tokio::test]
async fn an_operation_names_the_refusals_of_its_kind() {
    let document = document().await;
    let statuses = |path: &str, method: &str| {
        let responses = document["paths"][path][method]["responses"].as_object().unwrap();
        responses.keys().cloned().collect::<Vec<_>>().join(" ")
    };

    assert_eq!(
        statuses("/api/articles/{slug}", "put"),
        "200 400 401 403 404 408 413 415 422 500 503"
    );
    assert_eq!(statuses("/api/articles", "get"), "200 401 422 500 503");
    assert_eq!(statuses("/api/users", "post"), "201 400 408 409 413 415 422 500 503");
    assert_eq!(statuses("/api/tags", "get"), "200 500 503");
}

#[tokio::test]
async fn the_page_reads_the_document_and_needs_no_network() {
    let service = service();
    let page = get(&service, "/docs/").await;
    let script = get(&service, "/docs/swagger-initializer.js").await;

    let (page, script) = (String::from_utf8(page.bytes), String::from_utf8(script.bytes));

    let (page, script) = (page.unwrap(), script.unwrap());
    assert!(page.contains("swagger-ui") && !page.contains("http"), "{page}");
    assert!(script.contains(DOCUMENT) && script.contains("\"validatorUrl\": \"none\""), "{script}");
}

#[tokio::test]
async fn the_page_is_found_without_its_slash_too() {
    let answer = get(&service(), "/docs").await;

    assert_eq!(answer.status, 308);
    assert_eq!(answer.headers["location"], "/docs/");
}

#[tokio::test]
async fn a_file_that_the_page_does_not_have_is_not_there() {
    for path in ["/docs/nope.js", "/docs/%FF", "/docs/../lib.rs"] {
        let (status, body) = get(&service(), path).await.told();
        assert_eq!((status, &body["errors"]["route"][0]), (404, &"not found".into()), "{path}");
    }
}
