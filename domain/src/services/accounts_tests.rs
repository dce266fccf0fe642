use std::sync::Mutex;

use pretty_assertions::assert_eq;
use uuid::Uuid;

use super::*;
use crate::fakes;
use crate::services::broken::{Broken, cause};
use crate::services::given::{PASSWORD, World, attempt, email, registration, username};

#[tokio::test]
async fn a_new_account_has_neither_bio_nor_image() {
    let world = World::new();

    let signed_in = world.accounts.register(registration("rosalind")).await.unwrap();

    let rosalind = world.accounts.authenticate(&signed_in.token).await.unwrap();
    assert_eq!(rosalind, signed_in.user);
    assert_eq!(rosalind.username, username("rosalind"));
    assert_eq!(rosalind.email, email("rosalind@helix.example"));
    assert_eq!((rosalind.bio, rosalind.image), (None, None));
}

#[tokio::test]
async fn a_password_is_kept_only_as_its_hash() {
    let world = World::new();

    let rosalind = world.user("rosalind").await;

    assert_eq!(rosalind.password.reveal(), "hash of photograph 51");
}

#[tokio::test]
async fn a_taken_name_is_refused() {
    let world = World::new();
    world.user("rosalind").await;

    let second = Registration { email: email("other@helix.example"), ..registration("rosalind") };
    let refusal = world.accounts.register(second).await.unwrap_err();

    assert!(matches!(refusal, AccountError::UsernameTaken), "{refusal:?}");
}

#[tokio::test]
async fn a_name_in_another_case_is_another_name() {
    let world = World::new();
    world.user("rosalind").await;

    let second = Registration { email: email("other@helix.example"), ..registration("Rosalind") };
    let signed_in = world.accounts.register(second).await.unwrap();

    assert_eq!(signed_in.user.username, username("Rosalind"));
}

#[tokio::test]
async fn a_taken_email_is_refused_whatever_its_case() {
    let world = World::new();
    world.user("rosalind").await;

    for taken in ["rosalind@helix.example", "ROSALIND@Helix.Example"] {
        let second = Registration { email: email(taken), ..registration("jocasta") };
        let refusal = world.accounts.register(second).await.unwrap_err();

        assert!(matches!(refusal, AccountError::EmailTaken), "{taken}: {refusal:?}");
    }
}

#[tokio::test]
async fn of_a_taken_name_and_a_taken_email_the_name_is_told() {
    let world = World::new();
    world.user("rosalind").await;

    let refusal = world.accounts.register(registration("rosalind")).await.unwrap_err();

    assert!(matches!(refusal, AccountError::UsernameTaken), "{refusal:?}");
}

#[tokio::test]
async fn a_refused_registration_opens_no_account() {
    let world = World::new();
    world.user("rosalind").await;

    let second = Registration { email: email("other@helix.example"), ..registration("rosalind") };
    world.accounts.register(second).await.unwrap_err();

    let found = world.accounts.sign_in(&email("other@helix.example"), attempt(PASSWORD)).await;
    assert!(matches!(found, Err(AccountError::InvalidCredentials)), "{found:?}");
}

#[tokio::test]
async fn the_right_password_signs_in_whatever_the_case_of_the_email() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;

    for spelling in ["rosalind@helix.example", "Rosalind@HELIX.example"] {
        let signed_in = world.accounts.sign_in(&email(spelling), attempt(PASSWORD)).await.unwrap();

        assert_eq!(signed_in.user, rosalind);
        assert_eq!(world.accounts.authenticate(&signed_in.token).await.unwrap(), rosalind);
    }
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_email_give_the_same_answer() {
    let world = World::new();
    world.user("rosalind").await;

    let known = email("rosalind@helix.example");
    let wrong = world.accounts.sign_in(&known, attempt("photograph 52")).await.unwrap_err();
    let unknown = email("nobody@helix.example");
    let nobody = world.accounts.sign_in(&unknown, attempt(PASSWORD)).await.unwrap_err();

    assert!(matches!(wrong, AccountError::InvalidCredentials), "{wrong:?}");
    assert!(matches!(nobody, AccountError::InvalidCredentials), "{nobody:?}");
}

#[tokio::test]
async fn whoever_is_refused_has_spent_a_verification() {
    let verified = Arc::new(Mutex::new(Vec::new()));
    let record = verified.clone();
    let fakes = fakes::providers();
    let verify = fakes.verify_password.clone();
    let verify_password: VerifyPassword = Arc::new(move |attempt, hash| {
        record.lock().unwrap().push(hash.clone());
        verify(attempt, hash)
    });
    let world = World::over(Providers { verify_password, ..fakes });
    let rosalind = world.user("rosalind").await;

    let unknown = email("nobody@helix.example");
    let wrong = attempt("photograph 52");
    world.accounts.sign_in(&rosalind.email, wrong.clone()).await.unwrap_err();
    world.accounts.sign_in(&unknown, wrong.clone()).await.unwrap_err();
    let impossible = world.accounts.refuse(wrong).await;

    assert_eq!(*verified.lock().unwrap(), [Some(rosalind.password), None, None]);
    assert!(matches!(impossible, AccountError::InvalidCredentials), "{impossible:?}");
}

#[tokio::test]
async fn a_token_still_works_after_its_owner_changed_name_and_email() {
    let world = World::new();
    let SignedIn { user, token } = world.accounts.register(registration("rosalind")).await.unwrap();

    let edit = AccountEdit {
        username: Some(username("franklin")),
        email: Some(email("franklin@helix.example")),
        ..AccountEdit::default()
    };
    world.accounts.edit(user.id, edit).await.unwrap();

    let owner = world.accounts.authenticate(&token).await.unwrap();
    assert_eq!(owner.id, user.id);
    assert_eq!(owner.username, username("franklin"));
}

#[tokio::test]
async fn a_token_of_nobody_is_invalid() {
    let world = World::new();
    world.user("rosalind").await;

    for token in ["not a token", "token of 00000000-0000-0000-0000-00000000dead"] {
        let refusal = world.accounts.authenticate(token).await.unwrap_err();

        assert!(matches!(refusal, AccountError::InvalidToken), "{token}: {refusal:?}");
    }
}

#[tokio::test]
async fn a_token_is_good_until_the_clock_says_that_it_expired() {
    const MINUTE: i64 = 60_000_000;
    let world = World::over(Providers {
        now: fakes::ticking(40 * MINUTE),
        issue_token: Arc::new(|user, now| format!("{} {}", user.0, now.as_micros() + 60 * MINUTE)),
        read_token: Arc::new(|token, now| {
            let (id, expiry) = token.split_once(' ')?;
            let is_alive = now.as_micros() < expiry.parse().ok()?;
            is_alive.then_some(UserId(Uuid::parse_str(id).ok()?))
        }),
        ..fakes::providers()
    });
    let SignedIn { user, token } = world.accounts.register(registration("rosalind")).await.unwrap();

    let after_40_minutes = world.accounts.authenticate(&token).await;
    let after_80_minutes = world.accounts.authenticate(&token).await;

    assert_eq!(after_40_minutes.unwrap(), user);
    assert!(matches!(after_80_minutes, Err(AccountError::InvalidToken)), "{after_80_minutes:?}");
}

#[tokio::test]
async fn a_broken_storage_is_told_as_it_is() {
    let rosalind = World::new().user("rosalind").await;
    let world =
        World::over(Providers { storage: Arc::new(Broken::default()), ..fakes::providers() });

    let failures = [
        world.accounts.register(registration("rosalind")).await.unwrap_err(),
        world.accounts.sign_in(&rosalind.email, attempt(PASSWORD)).await.unwrap_err(),
        world.accounts.edit(rosalind.id, AccountEdit::default()).await.unwrap_err(),
        world.accounts.authenticate(&world.accounts.signed_in(rosalind).token).await.unwrap_err(),
    ];

    for failure in failures {
        assert_eq!(cause(&failure), "the disk is on fire");
    }
}
