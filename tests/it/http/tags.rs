//! Tags: of an article, and of all.

use crate::actors::Conduit;
use pretty_assertions::assert_eq;
use serde_json::json;

use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(where_no_article_bears_a_tag_there_are_none),
        scenario(every_tag_is_told_once),
        scenario(an_article_keeps_its_tags_in_the_order_given_and_each_once),
        scenario(a_tag_goes_with_its_last_article),
        scenario(a_tag_that_an_edit_removed_is_told_no_longer),
        scenario(a_blank_tag_is_told),
    ]
}

async fn where_no_article_bears_a_tag_there_are_none(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    let answer = conduit.anonymous().get("/api/tags").await;

    assert_eq!((answer.status, &answer.json), (200, &json!({ "tags": [] })));
}

async fn every_tag_is_told_once(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes_tagged("On Helices", &["x-rays", "dna", "螺旋"]).await;
    rosalind.publishes_tagged("On Coal", &["coal", "x-rays", "DNA"]).await;

    let answer = conduit.anonymous().get("/api/tags").await;

    let all = json!({ "tags": ["DNA", "coal", "dna", "x-rays", "螺旋"] });
    assert_eq!((answer.status, &answer.json), (200, &all));
}

async fn an_article_keeps_its_tags_in_the_order_given_and_each_once(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let given = ["zebra", "ant", "zebra", "Ant", "mule", "ant"];
    let kept = json!(["zebra", "ant", "Ant", "mule"]);

    let slug = rosalind.publishes_tagged("On Animals", &given).await;

    let read = rosalind.get(&format!("/api/articles/{slug}")).await.json;
    assert_eq!(read["article"]["tagList"], kept);
    let list = rosalind.get("/api/articles?tag=zebra").await.json;
    assert_eq!((&list["articles"][0]["tagList"], &list["articlesCount"]), (&kept, &json!(1)));
}

async fn a_tag_goes_with_its_last_article(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes_tagged("On Helices", &["x-rays", "dna"]).await;
    rosalind.publishes_tagged("On Coal", &["x-rays"]).await;

    rosalind.deletes("on-helices").await;
    let after_one = conduit.anonymous().get("/api/tags").await.json;
    rosalind.deletes("on-coal").await;

    assert_eq!(after_one, json!({ "tags": ["x-rays"] }));
    assert_eq!(conduit.anonymous().get("/api/tags").await.json, json!({ "tags": [] }));
}

async fn a_tag_that_an_edit_removed_is_told_no_longer(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes_tagged("On Helices", &["x-rays", "dna"]).await;

    rosalind.edits("on-helices", &json!({ "tagList": ["dna", "chance"] })).await;

    let tags = conduit.anonymous().get("/api/tags").await.json;
    assert_eq!(tags, json!({ "tags": ["chance", "dna"] }));
    let by_old = conduit.anonymous().get("/api/articles?tag=x-rays").await.json;
    assert_eq!(by_old["articlesCount"], 0);
}

async fn a_blank_tag_is_told(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let article = json!({ "article": {
        "title": "On Helices", "description": "Why", "body": "It twists.", "tagList": ["dna", " "],
    }});

    let answer = rosalind.post("/api/articles", &article).await;

    assert_eq!(answer.refusal(), (422, &json!({ "tagList": ["can't be blank"] })));
    assert_eq!(conduit.anonymous().get("/api/tags").await.json, json!({ "tags": [] }));
}
