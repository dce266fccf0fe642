//! Seeing and changing one's own account.

use crate::actors::{Actor, Conduit, PASSWORD};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(an_account_is_seen_whole_by_its_owner),
        scenario(every_field_of_an_account_can_be_changed_at_once),
        scenario(an_absent_field_stays_as_it_is),
        scenario(a_name_and_an_email_cannot_be_emptied),
        scenario(a_password_cannot_be_emptied_or_shortened),
        scenario(a_password_of_8_or_64_characters_is_accepted),
        scenario(after_a_change_only_the_new_password_signs_in),
        scenario(a_bio_and_an_image_are_emptied_by_null_and_by_blank),
        scenario(what_another_has_is_refused),
        scenario(what_one_has_already_is_no_conflict),
        scenario(one_bad_field_spoils_the_whole_change),
        scenario(a_new_name_is_seen_everywhere_at_once),
    ]
}

const USER: &str = "/api/user";

async fn changes(actor: &Actor, change: Value) -> Value {
    actor.put(USER, &json!({ "user": change })).await.unless_refused()
}

async fn signs_in(conduit: &Conduit, email: &str, password: &str) -> u16 {
    let credentials = json!({ "user": { "email": email, "password": password } });
    conduit.anonymous().post("/api/users/login", &credentials).await.status
}

async fn an_account_is_seen_whole_by_its_owner(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    let answer = rosalind.get(USER).await;

    let expected = json!({ "user": {
        "email": "rosalind@helix.example",
        "token": rosalind.token(),
        "username": "rosalind",
        "bio": null,
        "image": null,
    }});
    assert_eq!((answer.status, &answer.json), (200, &expected));
}

async fn every_field_of_an_account_can_be_changed_at_once(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let change = json!({ "user": {
        "email": "franklin@helix.example",
        "username": "franklin",
        "password": "the structure of coal",
        "bio": "I photograph.",
        "image": "https://helix.example/51.png",
    }});

    let answer = rosalind.put(USER, &change).await;

    let expected = json!({ "user": {
        "email": "franklin@helix.example",
        "token": rosalind.token(),
        "username": "franklin",
        "bio": "I photograph.",
        "image": "https://helix.example/51.png",
    }});
    assert_eq!((answer.status, &answer.json), (200, &expected));
    assert_eq!(rosalind.get(USER).await.json, expected);
    assert_eq!(signs_in(conduit, "franklin@helix.example", "the structure of coal").await, 200);
}

async fn an_absent_field_stays_as_it_is(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    changes(&rosalind, json!({ "bio": "I photograph.", "image": "https://helix.example/51.png" }))
        .await;
    let before = rosalind.get(USER).await.json;

    assert_eq!(changes(&rosalind, json!({})).await, before);
    changes(&rosalind, json!({ "bio": "I twist." })).await;

    let mut expected = before;
    expected["user"]["bio"] = json!("I twist.");
    assert_eq!(rosalind.get(USER).await.json, expected);
    assert_eq!(signs_in(conduit, "rosalind@helix.example", PASSWORD).await, 200);
}

async fn a_name_and_an_email_cannot_be_emptied(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let before = rosalind.get(USER).await.json;

    for blank in [json!(""), json!("  "), json!(null)] {
        for field in ["username", "email"] {
            let answer = rosalind.put(USER, &json!({ "user": { field: blank } })).await;
            assert_eq!(answer.refusal(), (422, &json!({ field: ["can't be blank"] })));
        }
    }

    assert_eq!(rosalind.get(USER).await.json, before);
}

async fn a_password_cannot_be_emptied_or_shortened(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let blank = "can't be blank";
    let too_short = "is too short (minimum is 8 characters)";

    for (password, message) in [
        (json!(""), blank),
        (json!("         "), blank),
        (json!(null), blank),
        (json!("1234567"), too_short),
    ] {
        let answer = rosalind.put(USER, &json!({ "user": { "password": password } })).await;
        assert_eq!(answer.refusal(), (422, &json!({ "password": [message] })));
    }

    assert_eq!(signs_in(conduit, "rosalind@helix.example", PASSWORD).await, 200);
}

async fn a_password_of_8_or_64_characters_is_accepted(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for length in [8, 64] {
        let password = "p".repeat(length);
        changes(&rosalind, json!({ "password": password })).await;
        assert_eq!(signs_in(conduit, "rosalind@helix.example", &password).await, 200);
    }
}

async fn after_a_change_only_the_new_password_signs_in(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    changes(&rosalind, json!({ "password": "the structure of coal" })).await;

    assert_eq!(signs_in(conduit, "rosalind@helix.example", PASSWORD).await, 401);
    assert_eq!(signs_in(conduit, "rosalind@helix.example", "the structure of coal").await, 200);
}

async fn a_bio_and_an_image_are_emptied_by_null_and_by_blank(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for field in ["bio", "image"] {
        for empty in [json!(null), json!(""), json!("  ")] {
            changes(&rosalind, json!({ field: "https://helix.example/51.png" })).await;
            let emptied = changes(&rosalind, json!({ field: empty })).await;
            assert_eq!(emptied["user"][field], Value::Null);
            assert_eq!(rosalind.get(USER).await.json, emptied);
        }
    }
}

async fn what_another_has_is_refused(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    conduit.signed_in("jocasta").await;

    for (field, taken) in [("username", "jocasta"), ("email", "Jocasta@helix.example")] {
        let answer = rosalind.put(USER, &json!({ "user": { field: taken } })).await;
        assert_eq!(answer.refusal(), (409, &json!({ field: ["has already been taken"] })));
    }

    assert_eq!(rosalind.get(USER).await.json["user"]["username"], "rosalind");
}

async fn what_one_has_already_is_no_conflict(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    let same = json!({ "username": "rosalind", "email": "ROSALIND@helix.example" });
    changes(&rosalind, same).await;

    let user = &rosalind.get(USER).await.json["user"];
    assert_eq!(
        (&user["username"], &user["email"]),
        (&json!("rosalind"), &json!("ROSALIND@helix.example"))
    );
}

async fn one_bad_field_spoils_the_whole_change(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let before = rosalind.get(USER).await.json;

    let change = json!({ "username": "franklin", "bio": "I photograph.", "email": "" });
    let answer = rosalind.put(USER, &json!({ "user": change })).await;

    assert_eq!(answer.refusal(), (422, &json!({ "email": ["can't be blank"] })));
    assert_eq!(rosalind.get(USER).await.json, before);
}

async fn a_new_name_is_seen_everywhere_at_once(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let helices = rosalind.publishes("On Helices").await;
    rosalind.comments_on(&helices, "It does.").await;

    changes(&rosalind, json!({ "username": "franklin", "bio": "I photograph." })).await;

    let stranger = conduit.anonymous();
    let article = format!("/api/articles/{helices}");
    let profile = stranger.get("/api/profiles/franklin").await.json["profile"].clone();
    assert_eq!(profile["bio"], "I photograph.");
    assert_eq!(stranger.get(&article).await.json["article"]["author"], profile);
    let comments = stranger.get(&format!("{article}/comments")).await.json;
    assert_eq!(comments["comments"][0]["author"], profile);
    let by_franklin = stranger.get("/api/articles?author=franklin").await.json;
    assert_eq!(by_franklin["articles"][0]["author"], profile);
    assert_eq!(stranger.get("/api/articles?author=rosalind").await.json["articlesCount"], 0);
    assert_eq!(stranger.get("/api/profiles/rosalind").await.status, 404);
}
