use pretty_assertions::assert_eq;

use super::*;
use crate::services::broken::{Broken, cause};
use crate::services::given::{World, username};
use crate::{AccountEdit, Bio, ImageUrl, fakes};

#[tokio::test]
async fn a_profile_is_the_public_half_of_an_account() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let bio = Bio::parse("Crystallographer").ok();
    let image = ImageUrl::parse("https://helix.example/51.png").ok();
    let edit = AccountEdit {
        bio: Some(bio.clone()),
        image: Some(image.clone()),
        ..AccountEdit::default()
    };
    world.accounts.edit(rosalind.id, edit).await.unwrap();

    let profile = world.profiles.view(&rosalind.username, None).await.unwrap();

    let expected = Profile { username: username("rosalind"), bio, image, following: false };
    assert_eq!(profile, expected);
}

#[tokio::test]
async fn nobody_has_an_unknown_name_or_one_in_another_case() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;

    for name in [username("nobody"), username("ROSALIND")] {
        let refusals = [
            world.profiles.view(&name, None).await.unwrap_err(),
            world.profiles.follow(rosalind.id, &name).await.unwrap_err(),
            world.profiles.unfollow(rosalind.id, &name).await.unwrap_err(),
        ];

        for refusal in refusals {
            assert!(matches!(refusal, ProfileError::NotFound), "{name}: {refusal:?}");
        }
    }
}

#[tokio::test]
async fn only_who_follows_sees_that_they_do() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;

    let followed = world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();

    let seen_by = async |viewer, name| world.profiles.view(name, viewer).await.unwrap().following;
    assert_eq!(followed, Profile::of(&jocasta, true));
    assert!(seen_by(Some(rosalind.id), &jocasta.username).await);
    assert!(!seen_by(Some(jocasta.id), &rosalind.username).await);
    assert!(!seen_by(Some(jocasta.id), &jocasta.username).await);
    assert!(!seen_by(None, &jocasta.username).await);
}

#[tokio::test]
async fn following_twice_is_undone_by_unfollowing_once() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;

    let once = world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();
    let twice = world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();
    let undone = world.profiles.unfollow(rosalind.id, &jocasta.username).await.unwrap();

    assert_eq!([once.following, twice.following, undone.following], [true, true, false]);
    let seen = world.profiles.view(&jocasta.username, Some(rosalind.id)).await.unwrap();
    assert!(!seen.following);
}

#[tokio::test]
async fn unfollowing_whom_one_does_not_follow_is_no_error() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;

    let profile = world.profiles.unfollow(rosalind.id, &jocasta.username).await.unwrap();

    assert_eq!(profile, Profile::of(&jocasta, false));
}

#[tokio::test]
async fn unfollowing_one_leaves_the_others_followed() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let barbara = world.user("barbara").await;
    world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();
    world.profiles.follow(rosalind.id, &barbara.username).await.unwrap();
    world.profiles.follow(barbara.id, &jocasta.username).await.unwrap();

    world.profiles.unfollow(rosalind.id, &jocasta.username).await.unwrap();

    let other_author = world.profiles.view(&barbara.username, Some(rosalind.id)).await.unwrap();
    let other_follower = world.profiles.view(&jocasta.username, Some(barbara.id)).await.unwrap();
    assert!(other_author.following && other_follower.following);
}

#[tokio::test]
async fn an_author_is_still_followed_under_a_new_name() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();

    let rename = AccountEdit { username: Some(username("thebes")), ..AccountEdit::default() };
    world.accounts.edit(jocasta.id, rename).await.unwrap();

    let renamed = world.profiles.view(&username("thebes"), Some(rosalind.id)).await.unwrap();
    assert!(renamed.following);
}

#[tokio::test]
async fn a_broken_storage_is_told_as_it_is() {
    let rosalind = World::new().user("rosalind").await;
    let world =
        World::over(Providers { storage: Arc::new(Broken::default()), ..fakes::providers() });

    let failures = [
        world.profiles.view(&rosalind.username, None).await.unwrap_err(),
        world.profiles.follow(rosalind.id, &rosalind.username).await.unwrap_err(),
        world.profiles.unfollow(rosalind.id, &rosalind.username).await.unwrap_err(),
    ];

    for failure in failures {
        assert_eq!(cause(&failure), "the disk is on fire");
    }
}
