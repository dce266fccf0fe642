//! Texts come back as they were sent, whatever they are made of.

use crate::actors::{Conduit, PASSWORD};
use pretty_assertions::assert_eq;
use serde_json::json;

use super::given::{comment, draft};
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(a_body_of_a_megabyte_comes_back),
        scenario(articles_in_any_script_come_back),
        scenario(comments_in_any_script_come_back),
        scenario(a_name_in_any_script_is_found_by_its_path),
        scenario(white_space_around_a_text_is_kept),
        scenario(a_text_that_some_storage_cannot_keep_is_told),
        scenario(a_text_that_is_too_long_is_told),
    ]
}

const SCRIPTS: [&str; 6] = [
    "שלום \u{202E}עולם",
    "مرحبا بالعالم",
    "🧬👩\u{200D}🔬🏴\u{E0067}\u{E0062}",
    "双螺旋 ねじれ",
    "e\u{301} is not é",
    "\"quoted\" \\ back\u{2028}slashed <b>&amp;</b> '; DROP TABLE users; --",
];

async fn a_body_of_a_megabyte_comes_back(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let body = "Photograph 51. \u{1F9EC}\n".repeat(1_000_000 / 20);
    let mut long = draft("On Helices");
    long["article"]["body"] = json!(body);

    let answer = rosalind.post("/api/articles", &long).await;
    let said = rosalind.post("/api/articles/on-helices/comments", &comment(&body)).await;

    assert_eq!((answer.status, said.status), (201, 201));
    let read = rosalind.get("/api/articles/on-helices").await.json;
    assert!(read["article"]["body"] == body, "another body");
    let comments = rosalind.get("/api/articles/on-helices/comments").await.json;
    assert!(comments["comments"][0]["body"] == body, "another comment");
}

async fn articles_in_any_script_come_back(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for text in SCRIPTS {
        let article = json!({ "article": {
            "title": text, "description": text, "body": text, "tagList": [text],
        }});
        let published = rosalind.post("/api/articles", &article).await.unless_refused();
        let slug = published["article"]["slug"].as_str().unwrap();
        let read = &rosalind.get(&format!("/api/articles/{slug}")).await.json["article"];
        for field in ["title", "description", "body"] {
            assert_eq!(read[field], text);
        }
        assert_eq!(read["tagList"], json!([text]));
    }
}

async fn comments_in_any_script_come_back(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    for text in SCRIPTS {
        rosalind.comments_on("on-helices", text).await;
        let listed = rosalind.get("/api/articles/on-helices/comments").await.json;
        assert_eq!(listed["comments"][0]["body"], text);
    }
}

async fn a_name_in_any_script_is_found_by_its_path(conduit: &Conduit) {
    for (number, (name, path)) in [
        ("Rosalind Franklin", "Rosalind%20Franklin"),
        ("a+b", "a+b"),
        ("100%/2?", "100%25%2F2%3F"),
        ("🧬", "%F0%9F%A7%AC"),
        ("שלום", "%D7%A9%D7%9C%D7%95%D7%9D"),
    ]
    .into_iter()
    .enumerate()
    {
        let email = format!("number-{number}@helix.example");
        let user = json!({ "user": { "username": name, "email": email, "password": PASSWORD } });
        let user = conduit.anonymous().post("/api/users", &user).await.unless_refused();
        let answer = conduit.anonymous().get(&format!("/api/profiles/{path}")).await;
        assert_eq!((answer.status, &answer.json["profile"]["username"]), (200, &json!(name)));
        assert_eq!(user["user"]["username"], name);
    }
}

async fn white_space_around_a_text_is_kept(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let spaced = "\n  It\ttwists. \r\n";

    rosalind.publishes("On Helices").await;
    rosalind.edits("on-helices", &json!({ "body": spaced })).await;

    let read = rosalind.get("/api/articles/on-helices").await.json;
    assert_eq!(read["article"]["body"], spaced);
}

async fn a_text_that_some_storage_cannot_keep_is_told(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for field in ["title", "description", "body"] {
        let mut article = draft("On Helices");
        article["article"][field] = json!("It\u{0}twists");
        let answer = rosalind.post("/api/articles", &article).await;
        assert_eq!(answer.refusal(), (422, &json!({ field: ["is invalid"] })));
    }
}

async fn a_text_that_is_too_long_is_told(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let endless = "helix".repeat(10_000);

    for field in ["username", "email", "password", "bio", "image"] {
        let answer = rosalind.put("/api/user", &json!({ "user": { field: endless } })).await;
        assert_eq!(answer.status, 422, "{field}");
        let message = answer.json["errors"][field][0].as_str().unwrap();
        assert!(message.starts_with("is too long"), "{field} {message}");
    }
    for field in ["title", "description"] {
        let mut article = draft("On Helices");
        article["article"][field] = json!(endless);
        let answer = rosalind.post("/api/articles", &article).await;
        assert_eq!(answer.status, 422, "{field}");
        let message = answer.json["errors"][field][0].as_str().unwrap();
        assert!(message.starts_with("is too long"), "{field} {message}");
    }
}
