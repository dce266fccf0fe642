use std::sync::Mutex;

use pretty_assertions::assert_eq;
use uuid::Uuid;

use super::*;
use crate::services::broken::{Broken, cause};
use crate::services::given::{PASSWORD, World, attempt, email, password, registration, username};
use crate::{Bio, ImageUrl, fakes};

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
async fn a_wrong_password_and_an_unknown_email_both_spend_a_verification() {
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

    for address in ["rosalind@helix.example", "nobody@helix.example"] {
        world.accounts.sign_in(&email(address), attempt("photograph 52")).await.unwrap_err();
    }

    assert_eq!(*verified.lock().unwrap(), [Some(rosalind.password), None]);
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
async fn an_edit_keeps_what_is_absent() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;

    let bio = Some(Bio::parse("Crystallographer").unwrap());
    let edit = AccountEdit { bio: Some(bio.clone()), ..AccountEdit::default() };
    let edited = world.accounts.edit(rosalind.id, edit).await.unwrap();

    assert_eq!(edited.user, User { bio, ..rosalind });
    assert_eq!(world.accounts.authenticate(&edited.token).await.unwrap(), edited.user);
}

#[tokio::test]
async fn an_edit_changes_all_that_is_given() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;

    let bio = Some(Bio::parse("Crystallographer").unwrap());
    let image = Some(ImageUrl::parse("https://helix.example/51.png").unwrap());
    let edit = AccountEdit {
        username: Some(username("franklin")),
        email: Some(email("franklin@helix.example")),
        password: Some(password("photograph 52")),
        bio: Some(bio.clone()),
        image: Some(image.clone()),
    };
    let edited = world.accounts.edit(rosalind.id, edit).await.unwrap();

    let expected = User {
        id: rosalind.id,
        username: username("franklin"),
        email: email("franklin@helix.example"),
        password: PasswordHash::new("hash of photograph 52"),
        bio,
        image,
    };
    assert_eq!(edited.user, expected);
    assert_eq!(world.accounts.authenticate(&edited.token).await.unwrap(), expected);
}

#[tokio::test]
async fn bio_and_image_can_be_emptied() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let full = AccountEdit {
        bio: Some(Bio::parse("Crystallographer").ok()),
        image: Some(ImageUrl::parse("https://helix.example/51.png").ok()),
        ..AccountEdit::default()
    };
    world.accounts.edit(rosalind.id, full).await.unwrap();

    let empty = AccountEdit { bio: Some(None), image: Some(None), ..AccountEdit::default() };
    let edited = world.accounts.edit(rosalind.id, empty).await.unwrap();

    assert_eq!(edited.user, rosalind);
}

#[tokio::test]
async fn only_a_given_password_is_hashed() {
    let hashed = Arc::new(Mutex::new(Vec::new()));
    let record = hashed.clone();
    let fakes = fakes::providers();
    let hash = fakes.hash_password.clone();
    let hash_password: HashPassword = Arc::new(move |password| {
        record.lock().unwrap().push(password.reveal().to_owned());
        hash(password)
    });
    let world = World::over(Providers { hash_password, ..fakes });
    let rosalind = world.user("rosalind").await;

    let rename = AccountEdit { username: Some(username("franklin")), ..AccountEdit::default() };
    world.accounts.edit(rosalind.id, rename).await.unwrap();
    let secret =
        AccountEdit { password: Some(password("photograph 52")), ..AccountEdit::default() };
    world.accounts.edit(rosalind.id, secret).await.unwrap();

    assert_eq!(*hashed.lock().unwrap(), ["photograph 51", "photograph 52"]);
}

#[tokio::test]
async fn a_changed_password_takes_the_place_of_the_old_one() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;

    let edit = AccountEdit { password: Some(password("photograph 52")), ..AccountEdit::default() };
    world.accounts.edit(rosalind.id, edit).await.unwrap();

    let old = world.accounts.sign_in(&rosalind.email, attempt("photograph 51")).await;
    let new = world.accounts.sign_in(&rosalind.email, attempt("photograph 52")).await;
    assert!(matches!(old, Err(AccountError::InvalidCredentials)), "{old:?}");
    assert_eq!(new.unwrap().user.id, rosalind.id);
}

#[tokio::test]
async fn an_edit_cannot_take_what_another_has() {
    let world = World::new();
    world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;

    let name = AccountEdit { username: Some(username("rosalind")), ..AccountEdit::default() };
    let name = world.accounts.edit(jocasta.id, name).await.unwrap_err();
    let address =
        AccountEdit { email: Some(email("ROSALIND@helix.example")), ..AccountEdit::default() };
    let address = world.accounts.edit(jocasta.id, address).await.unwrap_err();

    assert!(matches!(name, AccountError::UsernameTaken), "{name:?}");
    assert!(matches!(address, AccountError::EmailTaken), "{address:?}");
    let unchanged = world.accounts.sign_in(&jocasta.email, attempt(PASSWORD)).await.unwrap().user;
    assert_eq!(unchanged, jocasta);
}

#[tokio::test]
async fn an_edit_may_name_what_one_already_has() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;

    let edit = AccountEdit {
        username: Some(username("rosalind")),
        email: Some(email("Rosalind@helix.example")),
        ..AccountEdit::default()
    };
    let edited = world.accounts.edit(rosalind.id, edit).await.unwrap();

    assert_eq!(edited.user, User { email: email("Rosalind@helix.example"), ..rosalind });
}

#[tokio::test]
async fn nobody_cannot_edit() {
    let world = World::new();
    let nobody = UserId(Uuid::from_u128(0xdead));

    let refusal = world.accounts.edit(nobody, AccountEdit::default()).await.unwrap_err();

    assert!(matches!(refusal, AccountError::InvalidToken), "{refusal:?}");
}

#[tokio::test]
async fn a_broken_storage_is_told_as_it_is() {
    let rosalind = World::new().user("rosalind").await;
    let world = World::over(Providers { storage: Arc::new(Broken), ..fakes::providers() });

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
