//! Changing one's account.

use std::sync::{Arc, Mutex};

use pretty_assertions::assert_eq;
use uuid::Uuid;

use crate::providers::{HashPassword, Providers};
use crate::services::AccountError;
use crate::services::given::{PASSWORD, World, attempt, email, password, username};
use crate::{AccountEdit, Bio, ImageUrl, PasswordHash, User, UserId, fakes};

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
