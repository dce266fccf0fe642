//! Seeing and following others.

use crate::actors::Conduit;
use axum::http::Method;
use pretty_assertions::assert_eq;
use serde_json::json;

use super::given::{followed, profile};
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(a_profile_is_seen_whole_by_anybody),
        scenario(a_profile_tells_what_its_owner_says_of_themselves),
        scenario(following_answers_the_profile_and_lasts),
        scenario(only_who_follows_sees_it),
        scenario(following_twice_is_following_once),
        scenario(unfollowing_whom_one_did_not_follow_is_no_error),
        scenario(nobody_of_that_name_is_not_found),
        scenario(who_has_not_signed_in_follows_nobody),
    ]
}

async fn a_profile_is_seen_whole_by_anybody(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;

    for viewer in [conduit.anonymous(), rosalind, jocasta] {
        let answer = viewer.get("/api/profiles/rosalind").await;
        let expected = json!({ "profile": profile("rosalind") });
        assert_eq!((answer.status, &answer.json), (200, &expected));
    }
}

async fn a_profile_tells_what_its_owner_says_of_themselves(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let said = json!({ "bio": "I photograph.", "image": "https://helix.example/51.png" });
    rosalind.put("/api/user", &json!({ "user": said })).await.unless_refused();

    let answer = conduit.anonymous().get("/api/profiles/rosalind").await;

    let expected = json!({ "profile": {
        "username": "rosalind",
        "bio": "I photograph.",
        "image": "https://helix.example/51.png",
        "following": false,
    }});
    assert_eq!(answer.json, expected);
}

async fn following_answers_the_profile_and_lasts(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;

    for (method, expected) in
        [(Method::POST, followed("rosalind")), (Method::DELETE, profile("rosalind"))]
    {
        let answer = jocasta.ask(method, "/api/profiles/rosalind/follow").await;
        let expected = json!({ "profile": expected });
        assert_eq!((answer.status, &answer.json), (200, &expected));
        assert_eq!(jocasta.get("/api/profiles/rosalind").await.json, expected);
    }
}

async fn only_who_follows_sees_it(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;

    jocasta.follows("rosalind").await;

    let following = async |viewer: &crate::actors::Actor, name: &str| {
        viewer.get(&format!("/api/profiles/{name}")).await.json["profile"]["following"].clone()
    };
    assert_eq!(following(&jocasta, "rosalind").await, true);
    assert_eq!(following(&rosalind, "jocasta").await, false);
    assert_eq!(following(&conduit.anonymous(), "rosalind").await, false);
}

async fn following_twice_is_following_once(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;

    jocasta.follows("rosalind").await;
    jocasta.follows("rosalind").await;
    jocasta.unfollows("rosalind").await;

    let seen = jocasta.get("/api/profiles/rosalind").await;
    assert_eq!(seen.json, json!({ "profile": profile("rosalind") }));
}

async fn unfollowing_whom_one_did_not_follow_is_no_error(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;

    let answer = jocasta.delete("/api/profiles/rosalind/follow").await;

    let expected = json!({ "profile": profile("rosalind") });
    assert_eq!((answer.status, &answer.json), (200, &expected));
}

async fn nobody_of_that_name_is_not_found(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let not_found = json!({ "profile": ["not found"] });

    for name in ["watson", "Rosalind", "%20", "%FF"] {
        let profile = format!("/api/profiles/{name}");
        let follow = format!("{profile}/follow");
        assert_eq!(conduit.anonymous().get(&profile).await.refusal(), (404, &not_found), "{name}");
        for method in [Method::POST, Method::DELETE] {
            assert_eq!(rosalind.ask(method, &follow).await.refusal(), (404, &not_found), "{name}");
        }
    }
}

async fn who_has_not_signed_in_follows_nobody(conduit: &Conduit) {
    conduit.signed_in("rosalind").await;

    for name in ["rosalind", "watson"] {
        for method in [Method::POST, Method::DELETE] {
            let path = format!("/api/profiles/{name}/follow");
            let answer = conduit.anonymous().ask(method, &path).await;
            assert_eq!(answer.refusal(), (401, &json!({ "token": ["is missing"] })));
        }
    }
}
