//! What is wrong with a body is told in the one error shape, whatever the operation.

use crate::actors::{Actor, Answer, Conduit, PASSWORD};
use axum::body::Body;
use axum::http::Request;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(malformed_json_is_a_bad_request),
        scenario(a_missing_wrapper_is_named),
        scenario(a_wrapper_that_is_no_object_is_named),
        scenario(a_missing_key_is_named),
        scenario(a_value_of_the_wrong_type_is_named),
        scenario(a_body_that_is_not_declared_json_is_refused),
        scenario(json_may_be_declared_with_a_charset),
        scenario(a_body_over_the_limit_is_refused),
        scenario(a_megabyte_fits_however_it_is_escaped),
        scenario(keys_that_mean_nothing_are_ignored),
    ]
}

/// An operation with a body: its method, path and wrapper, and the keys it accepts, with a value
/// for each. Those of a POST are all required.
type Operation = (&'static str, &'static str, &'static str, Value);

fn operations() -> [Operation; 6] {
    let text = "It twists.";
    let email = "watson@helix.example";
    let account = json!({ "username": "watson", "email": email, "password": PASSWORD });
    let article = json!({ "title": text, "description": text, "body": text });
    let comments = "/api/articles/on-helices/comments";
    [
        ("POST", "/api/users", "user", account.clone()),
        ("POST", "/api/users/login", "user", json!({ "email": email, "password": PASSWORD })),
        ("PUT", "/api/user", "user", account),
        ("POST", "/api/articles", "article", article.clone()),
        ("PUT", "/api/articles/on-helices", "article", article),
        ("POST", comments, "comment", json!({ "body": text })),
    ]
}

/// Rosalind, who may do all of the operations.
async fn author(conduit: &Conduit) -> Actor {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;
    rosalind
}

async fn says(actor: &Actor, method: &str, path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::builder().method(method).uri(path);
    actor.send(request.header("content-type", "application/json"), body).await
}

async fn malformed_json_is_a_bad_request(conduit: &Conduit) {
    let rosalind = author(conduit).await;
    let deep = "[".repeat(100_000);
    let malformed: [&[u8]; 7] =
        [b"", b"{", b"twist", b"{\"user\":}", b"\"\xFF\"", b"{} {}", deep.as_bytes()];

    for (method, path, ..) in operations() {
        for body in malformed {
            let answer = says(&rosalind, method, path, body.to_vec()).await;
            assert_eq!(answer.status, 400, "{method} {path} {:.20?}", body);
            let messages = answer.json["errors"]["body"].as_array().expect("messages");
            assert!(messages[0].is_string() && messages.len() == 1, "{messages:?}");
        }
    }
}

async fn a_missing_wrapper_is_named(conduit: &Conduit) {
    let rosalind = author(conduit).await;

    for (method, path, wrapper, fields) in operations() {
        for body in [json!({}), fields, json!([]), json!(null), json!("text"), json!(51)] {
            let answer = says(&rosalind, method, path, body.to_string()).await;
            assert_eq!(answer.refusal(), (422, &json!({ wrapper: ["is missing"] })), "{body}");
        }
    }
}

async fn a_wrapper_that_is_no_object_is_named(conduit: &Conduit) {
    let rosalind = author(conduit).await;

    for (method, path, wrapper, _) in operations() {
        for odd in [json!(null), json!([]), json!("text"), json!(51), json!(true)] {
            let body = json!({ wrapper: odd }).to_string();
            let answer = says(&rosalind, method, path, body).await;
            assert_eq!(answer.refusal(), (422, &json!({ wrapper: ["must be an object"] })));
        }
    }
}

async fn a_missing_key_is_named(conduit: &Conduit) {
    let rosalind = author(conduit).await;

    for (method, path, wrapper, fields) in operations().into_iter().filter(|op| op.0 == "POST") {
        for key in fields.as_object().unwrap().keys() {
            let mut rest = fields.clone();
            rest.as_object_mut().unwrap().remove(key);
            let answer = says(&rosalind, method, path, json!({ wrapper: rest }).to_string()).await;
            assert_eq!(answer.refusal(), (422, &json!({ key: ["is missing"] })), "{path}");
        }
    }
}

async fn a_value_of_the_wrong_type_is_named(conduit: &Conduit) {
    let rosalind = author(conduit).await;

    for (method, path, wrapper, fields) in operations() {
        for key in fields.as_object().unwrap().keys() {
            for odd in [json!(51), json!(true), json!([]), json!({})] {
                let mut spoilt = fields.clone();
                spoilt[key] = odd;
                let body = json!({ wrapper: spoilt }).to_string();
                let answer = says(&rosalind, method, path, body).await;
                assert_eq!(answer.refusal(), (422, &json!({ key: ["must be a string"] })));
            }
        }
    }
    for odd in [json!("dna"), json!(51), json!({}), json!([51]), json!([null])] {
        let body = json!({ "article": { "tagList": odd } }).to_string();
        let answer = says(&rosalind, "PUT", "/api/articles/on-helices", body).await;
        assert_eq!(answer.refusal(), (422, &json!({ "tagList": ["must be a list of strings"] })));
    }
}

async fn a_body_that_is_not_declared_json_is_refused(conduit: &Conduit) {
    let rosalind = author(conduit).await;

    for (method, path, wrapper, fields) in operations() {
        let body = json!({ wrapper: fields }).to_string();
        for odd in ["text/plain", "application/x-www-form-urlencoded", "application/xml", ""] {
            let request = Request::builder().method(method).uri(path).header("content-type", odd);
            let answer = rosalind.send(request, body.clone()).await;
            let refused = json!({ "body": ["must be application/json"] });
            assert_eq!(answer.refusal(), (415, &refused), "{method} {path} {odd}");
        }
        let undeclared = Request::builder().method(method).uri(path);
        assert_eq!(rosalind.send(undeclared, body).await.status, 415, "{method} {path}");
    }
}

async fn json_may_be_declared_with_a_charset(conduit: &Conduit) {
    let rosalind = author(conduit).await;

    for declared in ["application/json; charset=utf-8", "Application/JSON"] {
        let request = Request::builder().method("PUT").uri("/api/user");
        let request = request.header("content-type", declared);
        let answer = rosalind.send(request, json!({ "user": {} }).to_string()).await;
        assert_eq!(answer.status, 200, "{declared}");
    }
}

async fn a_body_over_the_limit_is_refused(conduit: &Conduit) {
    let rosalind = author(conduit).await;
    let endless = vec![b' '; 9_000_000];

    for (method, path, ..) in operations() {
        let answer = says(&rosalind, method, path, endless.clone()).await;
        assert_eq!(answer.status, 413, "{method} {path}");
        assert!(answer.json["errors"]["body"].is_array(), "{}", answer.json);
    }
}

async fn a_megabyte_fits_however_it_is_escaped(conduit: &Conduit) {
    let rosalind = author(conduit).await;
    let escaped = "\\u0041".repeat(1024 * 1024);
    let article = format!(r#"{{"article":{{"title":"A","description":"A","body":"{escaped}"}}}}"#);

    let answer = says(&rosalind, "POST", "/api/articles", article).await;

    assert_eq!(answer.status, 201);
    assert!(answer.json["article"]["body"] == "A".repeat(1024 * 1024));
}

async fn keys_that_mean_nothing_are_ignored(conduit: &Conduit) {
    let rosalind = author(conduit).await;
    let body = json!({ "user": { "bio": "I photograph.", "admin": true }, "extra": [] });

    let answer = says(&rosalind, "PUT", "/api/user", body.to_string()).await;

    assert_eq!((answer.status, &answer.json["user"]["bio"]), (200, &json!("I photograph.")));
}
