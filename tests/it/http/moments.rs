//! When things were made and changed.

use std::time::Duration;

use crate::actors::Conduit;
use axum::http::Method;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::given::{comment, draft};
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(a_moment_of_creation_is_told_to_the_byte_wherever_the_article_is_shown),
        scenario(every_change_is_later_than_the_one_before_though_the_clock_stands_still),
        scenario(a_change_is_told_at_the_moment_of_the_change),
        scenario(a_comment_keeps_its_moment),
    ]
}

/// A time with an odd number of microseconds.
const A_WHILE: Duration = Duration::from_micros(3_600_123_457);

async fn a_moment_of_creation_is_told_to_the_byte_wherever_the_article_is_shown(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.follows("rosalind").await;
    conduit.clock.advance(A_WHILE);
    let created = |article: &Value| article["createdAt"].clone();

    let published = rosalind.post("/api/articles", &draft("On Helices")).await.json;
    conduit.clock.advance(A_WHILE);
    let change = json!({ "article": { "body": "It turns." } });
    let changed = rosalind.put("/api/articles/on-helices", &change).await.json;

    let moment = json!("2020-01-01T01:00:00.123457Z");
    assert_eq!(created(&published["article"]), moment);
    assert_eq!(created(&changed["article"]), moment);
    let read = rosalind.get("/api/articles/on-helices").await.json;
    assert_eq!(created(&read["article"]), moment);
    for list in ["", "/feed", "?author=rosalind", "?tag=dna"] {
        let list = rosalind.get(&format!("/api/articles{list}")).await.json;
        assert_eq!(created(&list["articles"][0]), moment);
    }
    let favorited = rosalind.ask(Method::POST, "/api/articles/on-helices/favorite").await;
    assert_eq!(created(&favorited.json["article"]), moment);
}

async fn every_change_is_later_than_the_one_before_though_the_clock_stands_still(
    conduit: &Conduit,
) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;
    let updated = async || {
        let article = rosalind.get("/api/articles/on-helices").await.json["article"].clone();
        article["updatedAt"].as_str().unwrap().to_owned()
    };

    let mut moments = vec![updated().await];
    for change in [json!({ "body": "It turns." }), json!({ "body": "It turns." }), json!({})] {
        rosalind.edits("on-helices", &change).await;
        moments.push(updated().await);
    }

    assert!(moments.is_sorted_by(|earlier, later| earlier < later), "{moments:?}");
}

async fn a_change_is_told_at_the_moment_of_the_change(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    conduit.clock.advance(A_WHILE);
    rosalind.edits("on-helices", &json!({ "body": "It turns." })).await;

    let moment = json!("2020-01-01T01:00:00.123457Z");
    let read = rosalind.get("/api/articles/on-helices").await.json;
    assert_eq!(read["article"]["updatedAt"], moment);
    let list = rosalind.get("/api/articles").await.json;
    assert_eq!(list["articles"][0]["updatedAt"], moment);
}

async fn a_comment_keeps_its_moment(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;
    conduit.clock.advance(A_WHILE);

    let path = "/api/articles/on-helices/comments";
    let said = rosalind.post(path, &comment("It does.")).await.json;
    conduit.clock.advance(A_WHILE);

    assert_eq!(said["comment"]["createdAt"], "2020-01-01T01:00:00.123457Z");
    assert_eq!(said["comment"]["updatedAt"], said["comment"]["createdAt"]);
    assert_eq!(rosalind.get(path).await.json["comments"][0], said["comment"]);
}
