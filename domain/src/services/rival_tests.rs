//! A rival commits while we work: between our snapshot and our commit. Each change is begun again,
//! and neither is lost.

use std::sync::Arc;

use pretty_assertions::assert_eq;
use uuid::Uuid;

use super::given::{
    World, body, comment, description, draft, email, registration, slug, title, username,
};
use super::{AccountError, ArticleError, CommentError};
use crate::providers::{NewId, Providers};
use crate::{AccountEdit, ArticleEdit, Bio, CommentId, Registration, UserId, fakes};

#[tokio::test]
async fn a_name_taken_since_we_began_to_register_is_refused() {
    let world = World::new();
    let contested = world.contested(async move |rival| {
        rival.user("rosalind").await;
    });

    let late = Registration { email: email("late@helix.example"), ..registration("rosalind") };
    let refusal = contested.accounts.register(late).await.unwrap_err();

    assert!(matches!(refusal, AccountError::UsernameTaken), "{refusal:?}");
}

#[tokio::test]
async fn an_email_taken_since_we_began_to_edit_is_refused() {
    let world = World::new();
    let jocasta = world.user("jocasta").await;
    let contested = world.contested(async move |rival| {
        rival.user("rosalind").await;
    });

    let address = Some(email("rosalind@helix.example"));
    let late = AccountEdit { email: address, ..AccountEdit::default() };
    let refusal = contested.accounts.edit(jocasta.id, late).await.unwrap_err();

    assert!(matches!(refusal, AccountError::EmailTaken), "{refusal:?}");
}

#[tokio::test]
async fn a_registration_that_lost_a_deadlock_is_made_again() {
    let world = World::new();

    world.refusing_after(0).user("rosalind").await;

    assert!(world.profiles.view(&username("rosalind"), None).await.is_ok());
}

#[tokio::test]
async fn an_article_that_lost_a_deadlock_is_published_again() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;

    let first = world.refusing_after(0).article(&rosalind, "On Helices").await;
    let second = world.refusing_after(0).article(&rosalind, "On Helices").await;
    // The first unit of work finds the slug taken, the second loses, the third has its way.
    let third = world.refusing_after(1).article(&rosalind, "On Helices").await;

    for slug in [first, second, third] {
        assert_eq!(world.articles.view(&slug, None).await.unwrap().summary.slug, slug);
    }
}

#[tokio::test]
async fn two_edits_of_one_account_are_both_kept() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let contested = world.contested(async move |rival| {
        let rename = AccountEdit { username: Some(username("franklin")), ..AccountEdit::default() };
        rival.accounts.edit(rosalind.id, rename).await.unwrap();
    });

    let bio = Bio::parse("Crystallographer").ok();
    let edit = AccountEdit { bio: Some(bio.clone()), ..AccountEdit::default() };
    contested.accounts.edit(rosalind.id, edit).await.unwrap();

    let profile = world.profiles.view(&username("franklin"), None).await.unwrap();
    assert_eq!(profile.bio, bio);
}

#[tokio::test]
async fn two_edits_of_one_article_are_both_kept() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let contested = world.contested(async move |rival| {
        let edit = ArticleEdit { body: Some(body("They do not.")), ..ArticleEdit::default() };
        rival.articles.edit(rosalind.id, &slug("on-helices"), edit).await.unwrap();
    });

    let edit = ArticleEdit { description: Some(description("Unwound")), ..ArticleEdit::default() };
    let edited = contested.articles.edit(rosalind.id, &helices, edit).await.unwrap();

    assert_eq!(edited.body, body("They do not."));
    assert_eq!(edited.summary.description, description("Unwound"));
    assert_eq!(world.articles.view(&helices, None).await.unwrap().body, edited.body);
}

#[tokio::test]
async fn a_slug_taken_since_we_began_to_publish_leads_to_another() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let contested = world.contested(async move |rival| {
        rival.articles.publish(rosalind.id, draft("On Helices")).await.unwrap();
    });

    let second = contested.article(&rosalind, "On Helices").await;

    assert!(second.as_str().starts_with("on-helices-"), "{second}");
    assert!(world.articles.view(&slug("on-helices"), None).await.is_ok());
}

#[tokio::test]
async fn a_slug_taken_since_we_began_to_edit_leads_to_another() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let contested = world.contested(async move |rival| {
        rival.articles.publish(rosalind.id, draft("On Knots")).await.unwrap();
    });

    let edit = ArticleEdit { title: Some(title("On Knots")), ..ArticleEdit::default() };
    let edited = contested.articles.edit(rosalind.id, &helices, edit).await.unwrap();

    assert!(edited.summary.slug.as_str().starts_with("on-knots-"), "{}", edited.summary.slug);
    assert!(world.articles.view(&slug("on-knots"), None).await.is_ok());
}

#[tokio::test]
async fn an_article_edited_since_we_began_is_deleted_all_the_same() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let contested = world.contested(async move |rival| {
        let edit = ArticleEdit { body: Some(body("They do not.")), ..ArticleEdit::default() };
        rival.articles.edit(rosalind.id, &slug("on-helices"), edit).await.unwrap();
    });

    contested.articles.delete(rosalind.id, &helices).await.unwrap();

    assert!(world.articles.view(&helices, None).await.is_err());
}

#[tokio::test]
async fn an_article_deleted_since_we_began_is_not_found() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let contested = async || {
        let slug = world.article(&rosalind, "On Helices").await;
        let author = rosalind.id;
        world.contested(async move |rival| rival.articles.delete(author, &slug).await.unwrap())
    };
    let helices = slug("on-helices");

    let edit = ArticleEdit { body: Some(body("They do not.")), ..ArticleEdit::default() };
    let refusals = [
        contested().await.articles.edit(rosalind.id, &helices, edit).await.unwrap_err(),
        contested().await.articles.delete(rosalind.id, &helices).await.unwrap_err(),
        contested().await.favorites.add(rosalind.id, &helices).await.unwrap_err(),
    ];
    let refusal = contested().await.comments.add(rosalind.id, &helices, comment("Well")).await;

    for refusal in refusals {
        assert!(matches!(refusal, ArticleError::NotFound), "{refusal:?}");
    }
    assert!(matches!(refusal, Err(CommentError::ArticleNotFound)), "{refusal:?}");
}

#[tokio::test]
async fn a_comment_deleted_since_we_began_is_not_found() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let id = world.comment(&rosalind, &helices, "Left or right?").await;
    let contested = world.contested(async move |rival| {
        rival.comments.delete(rosalind.id, &slug("on-helices"), id).await.unwrap();
    });

    let refusal = contested.comments.delete(rosalind.id, &helices, id).await.unwrap_err();

    assert!(matches!(refusal, CommentError::NotFound), "{refusal:?}");
}

#[tokio::test]
async fn a_comment_written_since_we_began_goes_with_its_article() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let before = world.comment(&jocasta, &helices, "Left or right?").await;
    let contested = world.contested(async move |rival| {
        rival.comment(&jocasta, &slug("on-helices"), "Both?").await;
    });

    contested.articles.delete(rosalind.id, &helices).await.unwrap();

    let mut reader = world.storage.read();
    for id in [before, CommentId(before.0 + 1)] {
        assert_eq!(reader.comments().find(id).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_favorite_set_since_we_began_goes_with_its_article() {
    // With one id for all articles, what was left behind would come back.
    let new_id: NewId = Arc::new(|| Uuid::from_u128(1));
    let world = World::over(Providers { new_id, ..fakes::providers() });
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let contested = world.contested(async move |rival| {
        rival.favorites.add(rosalind.id, &slug("on-helices")).await.unwrap();
    });

    contested.articles.delete(rosalind.id, &helices).await.unwrap();

    let knots = world.article(&rosalind, "On Knots").await;
    let knots = world.articles.view(&knots, Some(rosalind.id)).await.unwrap().summary;
    assert_eq!((knots.favorited, knots.favorites_count), (false, 0));
}

#[tokio::test]
async fn one_reader_who_favorites_in_two_windows_counts_once() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let contested = world.contested(async move |rival| {
        rival.favorites.add(rosalind.id, &slug("on-helices")).await.unwrap();
    });

    contested.favorites.add(rosalind.id, &helices).await.unwrap();

    let seen = world.articles.view(&helices, Some(rosalind.id)).await.unwrap().summary;
    assert_eq!((seen.favorited, seen.favorites_count), (true, 1));
}

#[tokio::test]
async fn one_reader_who_unfavorites_in_two_windows_is_taken_back_once() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    world.favorites.add(rosalind.id, &helices).await.unwrap();
    let contested = world.contested(async move |rival| {
        rival.favorites.remove(rosalind.id, &slug("on-helices")).await.unwrap();
    });

    contested.favorites.remove(rosalind.id, &helices).await.unwrap();

    let seen = world.articles.view(&helices, Some(rosalind.id)).await.unwrap().summary;
    assert_eq!((seen.favorited, seen.favorites_count), (false, 0));
}

#[tokio::test]
async fn two_readers_who_favorite_at_once_both_count() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let contested = world.contested(async move |rival| {
        rival.favorites.add(rosalind.id, &slug("on-helices")).await.unwrap();
    });

    contested.favorites.add(jocasta.id, &helices).await.unwrap();

    let seen = world.articles.view(&helices, None).await.unwrap().summary;
    assert_eq!(seen.favorites_count, 2);
}

#[tokio::test]
async fn one_reader_who_follows_in_two_windows_follows() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let contested = world.contested(async move |rival| {
        rival.profiles.follow(rosalind.id, &username("jocasta")).await.unwrap();
    });

    contested.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();

    let seen = world.profiles.view(&jocasta.username, Some(rosalind.id)).await.unwrap();
    assert!(seen.following);
}

#[tokio::test]
async fn one_reader_who_unfollows_in_two_windows_follows_no_longer() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();
    let contested = world.contested(async move |rival| {
        rival.profiles.unfollow(rosalind.id, &username("jocasta")).await.unwrap();
    });

    contested.profiles.unfollow(rosalind.id, &jocasta.username).await.unwrap();

    let seen = world.profiles.view(&jocasta.username, Some(rosalind.id)).await.unwrap();
    assert!(!seen.following);
}

#[tokio::test]
async fn a_change_that_can_never_win_ends_with_the_conflict() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let nobody = UserId(Uuid::from_u128(0xdead));

    let refusals = [
        world.articles.publish(nobody, draft("On Nothing")).await.unwrap_err().to_string(),
        world.comments.add(nobody, &helices, comment("Boo")).await.unwrap_err().to_string(),
        world.favorites.add(nobody, &helices).await.unwrap_err().to_string(),
        world.profiles.follow(nobody, &rosalind.username).await.unwrap_err().to_string(),
    ];

    assert_eq!(refusals, ["conflict: Concurrent"; 4]);
}
