//! Publishing, reading and deleting.

use crate::actors::Conduit;
use pretty_assertions::assert_eq;
use serde_json::json;

use super::given::{NEW_YEAR, comment, draft, profile, slugs};
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(a_published_article_is_answered_whole),
        scenario(everybody_reads_what_was_published),
        scenario(an_article_needs_no_tags),
        scenario(every_blank_field_of_an_article_is_told),
        scenario(a_refused_article_is_not_published),
        scenario(an_unknown_slug_is_not_found),
        scenario(a_deleted_article_is_gone),
        scenario(with_an_article_go_its_comments_favorites_and_tags),
        scenario(a_stranger_cannot_delete_an_article),
        scenario(a_slug_that_became_free_can_be_used_again),
    ]
}

const ARTICLES: &str = "/api/articles";
const HELICES: &str = "/api/articles/on-helices";

async fn a_published_article_is_answered_whole(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    let answer = rosalind.post(ARTICLES, &draft("On Helices")).await;

    let expected = json!({ "article": {
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
    }});
    assert_eq!((answer.status, &answer.json), (201, &expected));
}

async fn everybody_reads_what_was_published(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    let published = rosalind.post(ARTICLES, &draft("On Helices")).await.json;

    for reader in [conduit.anonymous(), rosalind, jocasta] {
        let answer = reader.get(HELICES).await;
        assert_eq!((answer.status, &answer.json), (200, &published));
    }
}

async fn an_article_needs_no_tags(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let mut untagged = draft("On Helices");
    untagged["article"].as_object_mut().unwrap().remove("tagList");

    let answer = rosalind.post(ARTICLES, &untagged).await;

    assert_eq!((answer.status, &answer.json["article"]["tagList"]), (201, &json!([])));
    assert_eq!(conduit.anonymous().get(HELICES).await.json, answer.json);
}

async fn every_blank_field_of_an_article_is_told(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let blank = json!(["can't be blank"]);

    for empty in [json!(""), json!(" \n "), json!(null)] {
        for field in ["title", "description", "body"] {
            let mut article = draft("On Helices");
            article["article"][field] = empty.clone();
            let answer = rosalind.post(ARTICLES, &article).await;
            assert_eq!(answer.refusal(), (422, &json!({ field: blank })));
        }
    }

    let nothing = json!({ "article": { "title": "", "description": "", "body": "" } });
    let answer = rosalind.post(ARTICLES, &nothing).await;
    let all = json!({ "title": blank, "description": blank, "body": blank });
    assert_eq!(answer.refusal(), (422, &all));
}

async fn a_refused_article_is_not_published(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let mut blank = draft("On Helices");
    blank["article"]["body"] = json!("");

    rosalind.post(ARTICLES, &blank).await;
    conduit.anonymous().post(ARTICLES, &draft("On Helices")).await;

    let list = conduit.anonymous().get(ARTICLES).await;
    assert_eq!(list.json, json!({ "articles": [], "articlesCount": 0 }));
}

async fn an_unknown_slug_is_not_found(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;

    for slug in ["on-coal", "On-Helices", "on-helices-", "%20", "%FF", &"h".repeat(5_000)] {
        let answer = conduit.anonymous().get(&format!("/api/articles/{slug}")).await;
        assert_eq!(answer.refusal(), (404, &json!({ "article": ["not found"] })), "{slug}");
    }
}

async fn a_deleted_article_is_gone(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;
    rosalind.publishes("On Coal").await;

    let answer = rosalind.delete(HELICES).await;

    assert_eq!((answer.status, &answer.json), (204, &json!(null)));
    for answer in [conduit.anonymous().get(HELICES).await, rosalind.delete(HELICES).await] {
        assert_eq!(answer.refusal(), (404, &json!({ "article": ["not found"] })));
    }
    let list = conduit.anonymous().get(ARTICLES).await.json;
    assert_eq!((slugs(&list), &list["articlesCount"]), (vec!["on-coal"], &json!(1)));
}

async fn with_an_article_go_its_comments_favorites_and_tags(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    jocasta.follows("rosalind").await;
    rosalind.publishes_tagged("On Helices", &["dna"]).await;
    jocasta.favorites("on-helices").await;
    jocasta.comments_on("on-helices", "Well turned!").await;

    rosalind.deletes("on-helices").await;

    let nothing = json!({ "articles": [], "articlesCount": 0 });
    for list in ["?favorited=jocasta", "?tag=dna", "?author=rosalind", "/feed"] {
        assert_eq!(jocasta.get(&format!("{ARTICLES}{list}")).await.json, nothing, "{list}");
    }
    assert_eq!(jocasta.get("/api/tags").await.json, json!({ "tags": [] }));
    rosalind.publishes_tagged("On Helices", &[]).await;
    let again = jocasta.get(HELICES).await.json;
    assert_eq!(again["article"]["favoritesCount"], 0);
    assert_eq!(again["article"]["favorited"], false);
    let comments = jocasta.get(&format!("{HELICES}/comments")).await.json;
    assert_eq!(comments, json!({ "comments": [] }));
}

async fn a_stranger_cannot_delete_an_article(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    rosalind.publishes("On Helices").await;

    let by_another = jocasta.delete(HELICES).await;
    let by_nobody = conduit.anonymous().delete(HELICES).await;

    assert_eq!(by_another.refusal(), (403, &json!({ "article": ["forbidden"] })));
    assert_eq!(by_nobody.refusal(), (401, &json!({ "token": ["is missing"] })));
    assert_eq!(conduit.anonymous().get(HELICES).await.status, 200);
}

async fn a_slug_that_became_free_can_be_used_again(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for _ in 0..20 {
        let answer = rosalind.post(ARTICLES, &draft("On Helices")).await;
        assert_eq!((answer.status, &answer.json["article"]["slug"]), (201, &json!("on-helices")));
        let said = rosalind.post(&format!("{HELICES}/comments"), &comment("Quick!")).await;
        assert_eq!(said.status, 201);
        rosalind.deletes("on-helices").await;
    }

    assert_eq!(rosalind.get(ARTICLES).await.json["articlesCount"], 0);
}
