//! Talking under an article.

use crate::actors::{Actor, Conduit};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::given::{NEW_YEAR, comment, followed, profile, texts};
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(a_comment_is_answered_whole),
        scenario(comments_are_listed_newest_first),
        scenario(an_article_without_comments_has_an_empty_list),
        scenario(a_reader_sees_which_commenters_they_follow),
        scenario(a_blank_comment_is_told),
        scenario(who_has_not_signed_in_does_not_comment),
        scenario(an_unknown_article_has_no_comments),
        scenario(a_deleted_comment_is_gone),
        scenario(nobody_deletes_the_comment_of_another),
        scenario(an_unknown_comment_is_not_found),
        scenario(a_comment_has_one_address),
        scenario(a_comment_is_not_found_under_another_article),
        scenario(the_id_of_a_deleted_comment_is_not_given_again),
    ]
}

const COMMENTS: &str = "/api/articles/on-helices/comments";

/// Rosalind, whose article on helices has no comments yet, and jocasta.
async fn author_and_reader(conduit: &Conduit) -> (Actor, Actor) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes("On Helices").await;
    (rosalind, conduit.signed_in("jocasta").await)
}

async fn listed(conduit: &Conduit) -> Value {
    conduit.anonymous().get(COMMENTS).await.unless_refused()
}

async fn a_comment_is_answered_whole(conduit: &Conduit) {
    let (_, jocasta) = author_and_reader(conduit).await;

    let answer = jocasta.post(COMMENTS, &comment("Well turned!")).await;

    let expected = json!({ "comment": {
        "id": answer.json["comment"]["id"].as_i64().expect("an integer"),
        "createdAt": NEW_YEAR,
        "updatedAt": NEW_YEAR,
        "body": "Well turned!",
        "author": profile("jocasta"),
    }});
    assert_eq!((answer.status, &answer.json), (201, &expected));
}

async fn comments_are_listed_newest_first(conduit: &Conduit) {
    let (rosalind, jocasta) = author_and_reader(conduit).await;
    let first = jocasta.post(COMMENTS, &comment("Well turned!")).await.json;
    let second = rosalind.post(COMMENTS, &comment("Thank you.")).await.json;

    let answer = conduit.anonymous().get(COMMENTS).await;

    let expected = json!({ "comments": [second["comment"], first["comment"]] });
    assert_eq!((answer.status, &answer.json), (200, &expected));
}

async fn an_article_without_comments_has_an_empty_list(conduit: &Conduit) {
    let (_, jocasta) = author_and_reader(conduit).await;

    let answer = jocasta.get(COMMENTS).await;

    assert_eq!((answer.status, &answer.json), (200, &json!({ "comments": [] })));
}

async fn a_reader_sees_which_commenters_they_follow(conduit: &Conduit) {
    let (rosalind, jocasta) = author_and_reader(conduit).await;
    rosalind.comments_on("on-helices", "First!").await;
    jocasta.follows("rosalind").await;

    let author =
        async |reader: &Actor| reader.get(COMMENTS).await.json["comments"][0]["author"].clone();

    assert_eq!(author(&jocasta).await, followed("rosalind"));
    assert_eq!(author(&rosalind).await, profile("rosalind"));
    assert_eq!(author(&conduit.anonymous()).await, profile("rosalind"));
}

async fn a_blank_comment_is_told(conduit: &Conduit) {
    let (_, jocasta) = author_and_reader(conduit).await;

    for blank in [json!(""), json!(" \r\n"), json!("\u{3000}"), json!(null)] {
        let answer = jocasta.post(COMMENTS, &json!({ "comment": { "body": blank } })).await;
        assert_eq!(answer.refusal(), (422, &json!({ "body": ["can't be blank"] })));
    }

    assert_eq!(listed(conduit).await, json!({ "comments": [] }));
}

async fn who_has_not_signed_in_does_not_comment(conduit: &Conduit) {
    let (rosalind, _) = author_and_reader(conduit).await;
    let id = rosalind.comments_on("on-helices", "First!").await;

    let said = conduit.anonymous().post(COMMENTS, &comment("Me too!")).await;
    let deleted = conduit.anonymous().delete(&format!("{COMMENTS}/{id}")).await;

    for answer in [said, deleted] {
        assert_eq!(answer.refusal(), (401, &json!({ "token": ["is missing"] })));
    }
    assert_eq!(texts(&listed(conduit).await["comments"], "body"), ["First!"]);
}

async fn an_unknown_article_has_no_comments(conduit: &Conduit) {
    let jocasta = conduit.signed_in("jocasta").await;

    let listed = conduit.anonymous().get(COMMENTS).await;
    let said = jocasta.post(COMMENTS, &comment("Well turned!")).await;
    let deleted = jocasta.delete(&format!("{COMMENTS}/1")).await;

    for answer in [listed, said, deleted] {
        assert_eq!(answer.refusal(), (404, &json!({ "article": ["not found"] })));
    }
}

async fn a_deleted_comment_is_gone(conduit: &Conduit) {
    let (rosalind, jocasta) = author_and_reader(conduit).await;
    let id = jocasta.comments_on("on-helices", "Well turned!").await;
    rosalind.comments_on("on-helices", "Thank you.").await;

    let answer = jocasta.delete(&format!("{COMMENTS}/{id}")).await;

    assert_eq!((answer.status, &answer.json), (204, &json!(null)));
    assert_eq!(texts(&listed(conduit).await["comments"], "body"), ["Thank you."]);
    let again = jocasta.delete(&format!("{COMMENTS}/{id}")).await;
    assert_eq!(again.refusal(), (404, &json!({ "comment": ["not found"] })));
}

async fn nobody_deletes_the_comment_of_another(conduit: &Conduit) {
    let (rosalind, jocasta) = author_and_reader(conduit).await;
    let id = jocasta.comments_on("on-helices", "It is all chance.").await;

    let answer = rosalind.delete(&format!("{COMMENTS}/{id}")).await;

    assert_eq!(answer.refusal(), (403, &json!({ "comment": ["forbidden"] })));
    assert_eq!(texts(&listed(conduit).await["comments"], "body"), ["It is all chance."]);
}

async fn an_unknown_comment_is_not_found(conduit: &Conduit) {
    let (_, jocasta) = author_and_reader(conduit).await;

    for id in ["1", "0", "-1", "first", "1.5", "99999999999999999999", "%FF"] {
        let answer = jocasta.delete(&format!("{COMMENTS}/{id}")).await;
        assert_eq!(answer.refusal(), (404, &json!({ "comment": ["not found"] })), "{id}");
    }
}

async fn a_comment_has_one_address(conduit: &Conduit) {
    let (_, jocasta) = author_and_reader(conduit).await;
    let id = jocasta.comments_on("on-helices", "Well turned!").await;

    for other in [format!("+{id}"), format!("0{id}"), format!("{id}%20")] {
        let answer = jocasta.delete(&format!("{COMMENTS}/{other}")).await;
        assert_eq!(answer.refusal(), (404, &json!({ "comment": ["not found"] })), "{other}");
    }

    assert_eq!(texts(&listed(conduit).await["comments"], "body"), ["Well turned!"]);
}

async fn a_comment_is_not_found_under_another_article(conduit: &Conduit) {
    let (rosalind, jocasta) = author_and_reader(conduit).await;
    let coal = rosalind.publishes("On Coal").await;
    let id = jocasta.comments_on("on-helices", "Well turned!").await;

    let answer = jocasta.delete(&format!("/api/articles/{coal}/comments/{id}")).await;

    assert_eq!(answer.refusal(), (404, &json!({ "comment": ["not found"] })));
    assert_eq!(texts(&listed(conduit).await["comments"], "body"), ["Well turned!"]);
}

async fn the_id_of_a_deleted_comment_is_not_given_again(conduit: &Conduit) {
    let (_, jocasta) = author_and_reader(conduit).await;
    let first = jocasta.comments_on("on-helices", "Well turned!").await;

    jocasta.delete(&format!("{COMMENTS}/{first}")).await.unless_refused();
    let second = jocasta.comments_on("on-helices", "Well turned, I said!").await;

    assert!(second > first, "{second} after {first}");
}
