//! What is the same for all routes: unknown paths, wrong methods, HEAD, CORS, request ids.

use crate::actors::Conduit;
use axum::body::Body;
use axum::http::{Method, Request};
use pretty_assertions::assert_eq;
use serde_json::json;

use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(an_unknown_route_is_not_found_in_the_same_shape),
        scenario(a_wrong_method_is_told_which_are_right),
        scenario(head_is_answered_as_get_without_the_body),
        scenario(pages_of_other_origins_may_call),
        scenario(answers_and_refusals_alike_may_be_read_by_other_origins),
        scenario(every_answer_bears_an_id),
        scenario(a_service_that_is_alive_and_ready_says_so),
    ]
}

async fn an_unknown_route_is_not_found_in_the_same_shape(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for path in ["/", "/api", "/api/", "/api/articles/", "/api/nothing", "/api/users/rosalind"] {
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
            let answer = rosalind.ask(method, path).await;
            assert_eq!(answer.status, 404, "{path}");
            assert!(answer.json["errors"].is_object(), "{path}: {}", answer.json);
        }
    }
}

async fn a_wrong_method_is_told_which_are_right(conduit: &Conduit) {
    for (method, path, allowed) in [
        ("GET", "/api/users", "POST"),
        ("DELETE", "/api/users/login", "POST"),
        ("POST", "/api/user", "GET,HEAD,PUT"),
        ("PUT", "/api/profiles/rosalind", "GET,HEAD"),
        ("GET", "/api/profiles/rosalind/follow", "DELETE,POST"),
        ("DELETE", "/api/articles", "GET,HEAD,POST"),
        ("POST", "/api/articles/feed", "GET,HEAD"),
        ("PATCH", "/api/articles/on-helices", "DELETE,GET,HEAD,PUT"),
        ("PUT", "/api/articles/on-helices/comments", "GET,HEAD,POST"),
        ("GET", "/api/articles/on-helices/comments/1", "DELETE"),
        ("PUT", "/api/articles/on-helices/favorite", "DELETE,POST"),
        ("POST", "/api/tags", "GET,HEAD"),
    ] {
        let answer = conduit.anonymous().ask(method.parse().unwrap(), path).await;
        let mut told: Vec<_> = answer.header("allow").expect("Allow").split(',').collect();
        told.sort_unstable();
        assert_eq!((answer.status, told.join(",")), (405, allowed.to_owned()), "{method} {path}");
        assert!(answer.json["errors"].is_object(), "{method} {path}: {}", answer.json);
    }
}

async fn head_is_answered_as_get_without_the_body(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    for path in [
        "/api/user",
        "/api/profiles/rosalind",
        "/api/articles",
        "/api/articles/feed",
        "/api/articles/on-helices",
        "/api/articles/on-helices/comments",
        "/api/articles/on-coal",
        "/api/tags",
    ] {
        let get = rosalind.get(path).await;
        let head = rosalind.ask(Method::HEAD, path).await;
        assert_eq!((head.status, &head.json), (get.status, &json!(null)), "{path}");
        for header in ["content-type", "content-length"] {
            assert_eq!(head.header(header), get.header(header), "{path} {header}");
        }
    }
}

async fn pages_of_other_origins_may_call(conduit: &Conduit) {
    for method in ["GET", "POST", "PUT", "DELETE"] {
        let preflight = Request::builder()
            .method(Method::OPTIONS)
            .uri("/api/articles/on-helices")
            .header("origin", "https://reader.example")
            .header("access-control-request-method", method)
            .header("access-control-request-headers", "authorization,content-type");
        let answer = conduit.anonymous().send(preflight, Body::empty()).await;
        let header = |name| answer.header(name).unwrap_or_default().to_lowercase();
        assert!(matches!(answer.status, 200 | 204), "{}", answer.status);
        assert_eq!(header("access-control-allow-origin"), "*");
        assert!(header("access-control-allow-methods").contains(&method.to_lowercase()));
        for allowed in ["authorization", "content-type"] {
            assert!(header("access-control-allow-headers").contains(allowed), "{allowed}");
        }
    }
}

async fn answers_and_refusals_alike_may_be_read_by_other_origins(conduit: &Conduit) {
    for path in ["/api/articles", "/api/user", "/api/articles/on-coal", "/api/nothing"] {
        let request = Request::builder().uri(path).header("origin", "https://reader.example");
        let answer = conduit.anonymous().send(request, Body::empty()).await;
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{path}");
    }
}

async fn every_answer_bears_an_id(conduit: &Conduit) {
    let first = conduit.anonymous().get("/api/tags").await;
    let second = conduit.anonymous().get("/api/nothing").await;
    let named = Request::builder().uri("/api/tags").header("x-request-id", "photograph-51");
    let named = conduit.anonymous().send(named, Body::empty()).await;

    let id = |answer: &crate::actors::Answer| answer.header("x-request-id").unwrap().to_owned();
    assert_ne!(id(&first), id(&second));
    assert_eq!(id(&named), "photograph-51");
}

async fn a_service_that_is_alive_and_ready_says_so(conduit: &Conduit) {
    for path in ["/healthz", "/readyz"] {
        let answer = conduit.anonymous().get(path).await;
        assert_eq!((answer.status, &answer.json), (200, &json!({ "status": "ok" })), "{path}");
    }
}
