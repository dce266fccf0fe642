//! Opening an account, and signing in.

use crate::actors::{Conduit, PASSWORD};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(a_new_user_has_neither_bio_nor_image),
        scenario(the_token_of_a_registration_signs_in),
        scenario(every_blank_field_of_a_registration_is_told),
        scenario(a_password_that_is_too_short_is_told),
        scenario(a_taken_username_is_refused),
        scenario(a_taken_email_is_refused_whatever_its_case),
        scenario(a_refused_registration_leaves_the_name_free),
        scenario(who_signs_in_is_answered_with_the_account),
        scenario(the_case_of_an_email_does_not_matter_when_signing_in),
        scenario(a_wrong_password_and_an_unknown_email_are_refused_alike),
        scenario(a_blank_credential_is_told),
    ]
}

const REGISTER: &str = "/api/users";
const LOGIN: &str = "/api/users/login";

fn registration(username: &str, email: &str, password: &str) -> Value {
    json!({ "user": { "username": username, "email": email, "password": password } })
}

fn credentials(email: &str, password: &str) -> Value {
    json!({ "user": { "email": email, "password": password } })
}

async fn a_new_user_has_neither_bio_nor_image(conduit: &Conduit) {
    let rosalind = registration("rosalind", "Rosalind@helix.example", PASSWORD);

    let answer = conduit.anonymous().post(REGISTER, &rosalind).await;

    let expected = json!({ "user": {
        "email": "Rosalind@helix.example",
        "token": answer.json["user"]["token"],
        "username": "rosalind",
        "bio": null,
        "image": null,
    }});
    assert_eq!((answer.status, &answer.json), (201, &expected));
}

async fn the_token_of_a_registration_signs_in(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    let answer = rosalind.get("/api/user").await;

    assert_eq!((answer.status, &answer.json["user"]["username"]), (200, &json!("rosalind")));
}

async fn every_blank_field_of_a_registration_is_told(conduit: &Conduit) {
    for blank in [json!(""), json!(" \t\n"), json!(null)] {
        for field in ["username", "email", "password"] {
            let mut user = registration("rosalind", "rosalind@helix.example", PASSWORD);
            user["user"][field] = blank.clone();
            let answer = conduit.anonymous().post(REGISTER, &user).await;
            assert_eq!(answer.refusal(), (422, &json!({ field: ["can't be blank"] })));
        }
    }

    let answer = conduit.anonymous().post(REGISTER, &registration("", "", "")).await;

    let blank = json!(["can't be blank"]);
    let all = json!({ "username": blank, "email": blank, "password": blank });
    assert_eq!(answer.refusal(), (422, &all));
}

async fn a_password_that_is_too_short_is_told(conduit: &Conduit) {
    let user = registration("rosalind", "rosalind@helix.example", "1234567");

    let answer = conduit.anonymous().post(REGISTER, &user).await;

    let too_short = json!({ "password": ["is too short (minimum is 8 characters)"] });
    assert_eq!(answer.refusal(), (422, &too_short));
}

async fn a_taken_username_is_refused(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;
    let another = registration("rosalind", "another@helix.example", PASSWORD);

    let answer = conduit.anonymous().post(REGISTER, &another).await;

    assert_eq!(answer.refusal(), (409, &json!({ "username": ["has already been taken"] })));
}

async fn a_taken_email_is_refused_whatever_its_case(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;

    for email in ["rosalind@helix.example", "ROSALIND@helix.example"] {
        let another = registration("jocasta", email, PASSWORD);
        let answer = conduit.anonymous().post(REGISTER, &another).await;
        assert_eq!(answer.refusal(), (409, &json!({ "email": ["has already been taken"] })));
    }
}

async fn a_refused_registration_leaves_the_name_free(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;
    let refused = registration("jocasta", "rosalind@helix.example", PASSWORD);
    conduit.anonymous().post(REGISTER, &refused).await;

    let answer = conduit.anonymous().get("/api/profiles/jocasta").await;

    assert_eq!(answer.status, 404);
    conduit.signed_in("jocasta").await;
}

async fn who_signs_in_is_answered_with_the_account(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.put("/api/user", &json!({ "user": { "bio": "I photograph." } })).await;

    let answer =
        conduit.anonymous().post(LOGIN, &credentials("rosalind@helix.example", PASSWORD)).await;

    let expected = json!({ "user": {
        "email": "rosalind@helix.example",
        "token": rosalind.token(),
        "username": "rosalind",
        "bio": "I photograph.",
        "image": null,
    }});
    assert_eq!((answer.status, &answer.json), (200, &expected));
}

async fn the_case_of_an_email_does_not_matter_when_signing_in(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;

    let answer =
        conduit.anonymous().post(LOGIN, &credentials("Rosalind@Helix.Example", PASSWORD)).await;

    assert_eq!(answer.status, 200);
    assert_eq!(answer.json["user"]["email"], "rosalind@helix.example");
}

async fn a_wrong_password_and_an_unknown_email_are_refused_alike(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;
    let wrong = credentials("rosalind@helix.example", "photograph 52");
    let unknown = credentials("watson@helix.example", PASSWORD);
    let no_email_at_all = credentials("rosalind", PASSWORD);

    for credentials in [wrong, unknown, no_email_at_all] {
        let answer = conduit.anonymous().post(LOGIN, &credentials).await;
        assert_eq!(answer.refusal(), (401, &json!({ "credentials": ["invalid"] })));
    }
}

async fn a_blank_credential_is_told(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;

    for blank in [json!(""), json!("  "), json!(null)] {
        for field in ["email", "password"] {
            let mut user = credentials("rosalind@helix.example", PASSWORD);
            user["user"][field] = blank.clone();
            let answer = conduit.anonymous().post(LOGIN, &user).await;
            assert_eq!(answer.refusal(), (422, &json!({ field: ["can't be blank"] })));
        }
    }
}
