//! What is promised of following, and of the profiles that show it.

use domain::providers::{Conflict, Storage, StorageError};
use domain::{Profile, User};
use pretty_assertions::assert_eq;

use super::given::{self, new_user};
use super::work::{refused, write};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(a_profile_is_the_public_half_of_a_user),
        case(a_profile_shows_whether_the_viewer_follows),
        case(following_is_not_mutual),
        case(following_twice_is_undone_once),
        case(unfollowing_one_author_keeps_the_others),
        case(unfollowing_whom_one_does_not_follow_is_no_error),
        case(a_renamed_author_is_still_followed),
        case(who_follows_an_author_is_known),
        case(a_follower_who_is_not_there_is_a_concurrent_change),
        case(an_author_who_is_not_there_is_a_concurrent_change),
    ]
}

async fn add(storage: &dyn Storage, follower: &User, author: &User) -> Result<(), StorageError> {
    write(storage, async |work| work.follows().add(follower.id, author.id).await).await
}

async fn remove(storage: &dyn Storage, follower: &User, author: &User) -> Result<(), StorageError> {
    write(storage, async |work| work.follows().remove(follower.id, author.id).await).await
}

async fn profile(storage: &dyn Storage, user: &User, viewer: Option<&User>) -> Option<Profile> {
    let viewer = viewer.map(|viewer| viewer.id);
    storage.read().users().profile(&user.username, viewer).await.unwrap()
}

async fn follows(storage: &dyn Storage, follower: &User, author: &User) -> bool {
    profile(storage, author, Some(follower)).await.unwrap().following
}

async fn a_profile_is_the_public_half_of_a_user(storage: &dyn Storage) {
    let rosalind = given::user(storage, "rosalind").await;
    let shy = User { bio: None, image: None, ..new_user("jocasta") };
    write(storage, async |work| work.users().insert(&shy).await).await.unwrap();

    for user in [&rosalind, &shy] {
        assert_eq!(profile(storage, user, None).await, Some(Profile::of(user, false)));
    }
}

async fn a_profile_shows_whether_the_viewer_follows(storage: &dyn Storage) {
    let [fan, author, other] = given::users(storage, ["jocasta", "rosalind", "other"]).await;

    add(storage, &fan, &author).await.unwrap();

    for (viewer, following) in [(Some(&fan), true), (Some(&other), false), (None, false)] {
        let seen = profile(storage, &author, viewer).await;
        assert_eq!(seen, Some(Profile::of(&author, following)));
    }
}

async fn following_is_not_mutual(storage: &dyn Storage) {
    let [fan, author] = given::users(storage, ["jocasta", "rosalind"]).await;

    add(storage, &fan, &author).await.unwrap();

    assert!(follows(storage, &fan, &author).await);
    assert!(!follows(storage, &author, &fan).await);
}

async fn following_twice_is_undone_once(storage: &dyn Storage) {
    let [fan, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    add(storage, &fan, &author).await.unwrap();
    add(storage, &fan, &author).await.unwrap();
    assert!(follows(storage, &fan, &author).await);

    remove(storage, &fan, &author).await.unwrap();

    assert!(!follows(storage, &fan, &author).await);
}

async fn unfollowing_one_author_keeps_the_others(storage: &dyn Storage) {
    let [fan, kept, dropped] = given::users(storage, ["jocasta", "rosalind", "francis"]).await;
    add(storage, &fan, &kept).await.unwrap();
    add(storage, &fan, &dropped).await.unwrap();
    add(storage, &kept, &dropped).await.unwrap();

    remove(storage, &fan, &dropped).await.unwrap();

    assert!(follows(storage, &fan, &kept).await);
    assert!(!follows(storage, &fan, &dropped).await);
    assert!(follows(storage, &kept, &dropped).await);
}

async fn unfollowing_whom_one_does_not_follow_is_no_error(storage: &dyn Storage) {
    let [fan, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    add(storage, &author, &fan).await.unwrap();
    let nobody = new_user("nobody");

    for (follower, author) in [(&fan, &author), (&nobody, &author), (&fan, &nobody)] {
        let outcome = remove(storage, follower, author).await;
        assert!(outcome.is_ok(), "{outcome:?}");
    }

    assert!(follows(storage, &author, &fan).await);
}

async fn a_renamed_author_is_still_followed(storage: &dyn Storage) {
    let [fan, author] = given::users(storage, ["jocasta", "rosalind"]).await;
    add(storage, &fan, &author).await.unwrap();

    let renamed = User { id: author.id, ..new_user("franklin") };
    write(storage, async |work| work.users().update(&renamed).await).await.unwrap();

    let seen = profile(storage, &renamed, Some(&fan)).await;
    assert_eq!(seen, Some(Profile::of(&renamed, true)));
    assert_eq!(profile(storage, &author, Some(&fan)).await, None);
}

async fn who_follows_an_author_is_known(storage: &dyn Storage) {
    let [rosalind, jocasta, francis] =
        given::users(storage, ["rosalind", "jocasta", "francis"]).await;
    for (follower, author) in [(&jocasta, &rosalind), (&francis, &rosalind), (&rosalind, &jocasta)]
    {
        add(storage, follower, author).await.unwrap();
    }
    remove(storage, &francis, &rosalind).await.unwrap();

    let mut work = storage.begin().await.unwrap();

    assert_eq!(work.follows().followers(rosalind.id).await.unwrap(), [jocasta.id]);
    assert_eq!(work.follows().followers(francis.id).await.unwrap(), []);
}

async fn a_follower_who_is_not_there_is_a_concurrent_change(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;

    let outcome = add(storage, &new_user("nobody"), &author).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
}

async fn an_author_who_is_not_there_is_a_concurrent_change(storage: &dyn Storage) {
    let fan = given::user(storage, "jocasta").await;

    let outcome = add(storage, &fan, &new_user("nobody")).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
}
