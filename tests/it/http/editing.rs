//! Changing an article.

use crate::actors::Conduit;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::given::{FIRST_CHANGE, NEW_YEAR, article, draft, profile};
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(every_field_of_an_article_can_be_changed_at_once),
        scenario(an_absent_field_of_an_article_stays_as_it_is),
        scenario(title_description_and_body_cannot_be_emptied),
        scenario(a_null_tag_list_is_refused_and_an_empty_one_removes_all_tags),
        scenario(a_change_keeps_favorites_and_comments),
        scenario(a_stranger_cannot_change_an_article),
        scenario(one_bad_field_spoils_the_whole_edit),
        scenario(what_is_not_there_cannot_be_changed),
    ]
}

const HELICES: &str = "/api/articles/on-helices";

/// The article that [`draft`] becomes under the title "On Helices".
fn published() -> Value {
    json!({
        "slug": "on-helices",
        "title": "On Helices",
        "description": "Why they twist",
        "body": "Photograph 51 shows a cross.",
        "tagList": ["x-rays", "dna"],
        "createdAt": NEW_YEAR,
        "updatedAt": NEW_YEAR,
        "favorited": false,
        "favoritesCount": 0,
        "author": profile("rosalind"),
    })
}

async fn every_field_of_an_article_can_be_changed_at_once(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.post("/api/articles", &draft("On Helices")).await.unless_refused();
    let change = json!({
        "title": "On Coal",
        "description": "Why it burns",
        "body": "It is porous.",
        "tagList": ["coal", "x-rays"],
    });

    let answer = rosalind.put(HELICES, &article(&change)).await;

    let expected = json!({ "article": {
        "slug": "on-coal",
        "title": "On Coal",
        "description": "Why it burns",
        "body": "It is porous.",
        "tagList": ["coal", "x-rays"],
        "createdAt": NEW_YEAR,
        "updatedAt": FIRST_CHANGE,
        "favorited": false,
        "favoritesCount": 0,
        "author": profile("rosalind"),
    }});
    assert_eq!((answer.status, &answer.json), (200, &expected));
    assert_eq!(conduit.anonymous().get("/api/articles/on-coal").await.json, expected);
}

async fn an_absent_field_of_an_article_stays_as_it_is(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for (field, value) in
        [("description", json!("Why they turn")), ("body", json!("X.")), ("tagList", json!(["a"]))]
    {
        rosalind.post("/api/articles", &draft("On Helices")).await.unless_refused();
        let answer = rosalind.put(HELICES, &article(&json!({ field: value }))).await;
        let mut expected = published();
        expected[field] = value;
        expected["updatedAt"] = json!(FIRST_CHANGE);
        assert_eq!(answer.json, article(&expected));
        assert_eq!(rosalind.get(HELICES).await.json, answer.json);
        rosalind.deletes("on-helices").await;
    }
}

async fn title_description_and_body_cannot_be_emptied(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.post("/api/articles", &draft("On Helices")).await.unless_refused();

    for blank in [json!(""), json!("\t"), json!(null)] {
        for field in ["title", "description", "body"] {
            let answer = rosalind.put(HELICES, &article(&json!({ field: blank }))).await;
            assert_eq!(answer.refusal(), (422, &json!({ field: ["can't be blank"] })));
        }
    }

    assert_eq!(rosalind.get(HELICES).await.json, article(&published()));
}

async fn a_null_tag_list_is_refused_and_an_empty_one_removes_all_tags(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.post("/api/articles", &draft("On Helices")).await.unless_refused();

    let null = rosalind.put(HELICES, &article(&json!({ "tagList": null }))).await;
    let kept = rosalind.get(HELICES).await.json;
    let empty = rosalind.put(HELICES, &article(&json!({ "tagList": [] }))).await;

    assert_eq!(null.refusal(), (422, &json!({ "tagList": ["can't be blank"] })));
    assert_eq!(kept, article(&published()));
    assert_eq!((empty.status, &empty.json["article"]["tagList"]), (200, &json!([])));
    assert_eq!(rosalind.get(HELICES).await.json, empty.json);
}

async fn a_change_keeps_favorites_and_comments(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    rosalind.publishes("On Helices").await;
    jocasta.favorites("on-helices").await;
    jocasta.comments_on("on-helices", "Well turned!").await;

    let slug = rosalind.edits("on-helices", &json!({ "title": "On Coal" })).await;

    let seen = jocasta.get(&format!("/api/articles/{slug}")).await.json;
    assert_eq!(seen["article"]["favoritesCount"], 1);
    assert_eq!(seen["article"]["favorited"], true);
    let comments = jocasta.get(&format!("/api/articles/{slug}/comments")).await.json;
    assert_eq!(comments["comments"][0]["body"], "Well turned!");
}

async fn a_stranger_cannot_change_an_article(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    rosalind.post("/api/articles", &draft("On Helices")).await.unless_refused();
    let change = article(&json!({ "body": "It does not twist." }));

    let by_another = jocasta.put(HELICES, &change).await;
    let by_nobody = conduit.anonymous().put(HELICES, &change).await;

    assert_eq!(by_another.refusal(), (403, &json!({ "article": ["forbidden"] })));
    assert_eq!(by_nobody.refusal(), (401, &json!({ "token": ["is missing"] })));
    assert_eq!(rosalind.get(HELICES).await.json, article(&published()));
}

async fn one_bad_field_spoils_the_whole_edit(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.post("/api/articles", &draft("On Helices")).await.unless_refused();
    let change =
        article(&json!({ "title": "On Coal", "body": "Porous.", "tagList": ["coal", ""] }));

    let answer = rosalind.put(HELICES, &change).await;

    assert_eq!(answer.refusal(), (422, &json!({ "tagList": ["can't be blank"] })));
    assert_eq!(rosalind.get(HELICES).await.json, article(&published()));
}

async fn what_is_not_there_cannot_be_changed(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    let answer = rosalind.put(HELICES, &article(&json!({ "body": "It twists." }))).await;

    assert_eq!(answer.refusal(), (404, &json!({ "article": ["not found"] })));
}
