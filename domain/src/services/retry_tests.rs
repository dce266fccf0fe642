//! A rival commits while we work. Every change is begun again, and none is lost.

use pretty_assertions::assert_eq;

use super::*;
use crate::services::given::{
    World, body, comment, description, draft, email, registration, slug, title, username,
};
use crate::services::{AccountError, ArticleError, CommentError};
use crate::{AccountEdit, ArticleEdit, Bio, CommentId, Registration};

#[tokio::test]
async fn an_attempt_that_loses_to_a_rival_is_made_again() {
    let mut attempts = 0;

    let outcome = until_unrivalled(|| {
        attempts += 1;
        let won = attempts == 3;
        async move { if won { Ok("won") } else { lost(Conflict::Concurrent) } }
    });

    assert_eq!(outcome.await.unwrap(), "won");
    assert_eq!(attempts, 3);
}

#[tokio::test]
async fn fifty_attempts_are_enough() {
    let mut attempts = 0;

    let outcome = until_unrivalled(|| {
        attempts += 1;
        async { lost(Conflict::Concurrent) }
    });

    assert_eq!(outcome.await.unwrap_err().conflict(), Some(Conflict::Concurrent));
    assert_eq!(attempts, 50);
}

#[tokio::test]
async fn what_is_taken_stays_taken_so_it_is_told_at_once() {
    let mut attempts = 0;

    let outcome = until_unrivalled(|| {
        attempts += 1;
        async { lost(Conflict::Slug) }
    });

    assert_eq!(outcome.await.unwrap_err().conflict(), Some(Conflict::Slug));
    assert_eq!(attempts, 1);
}

#[tokio::test]
async fn a_name_or_email_taken_since_we_began_is_refused() {
    let world = World::new();
    let jocasta = world.user("jocasta").await;

    let contested = world.contested(async move |rival| {
        rival.user("rosalind").await;
    });
    let name = Registration { email: email("other@helix.example"), ..registration("rosalind") };
    let name = contested.accounts.register(name).await.unwrap_err();
    let contested = world.contested(async move |rival| {
        rival.user("barbara").await;
    });
    let edit =
        AccountEdit { email: Some(email("barbara@helix.example")), ..AccountEdit::default() };
    let address = contested.accounts.edit(jocasta.id, edit).await.unwrap_err();

    assert!(matches!(name, AccountError::UsernameTaken), "{name:?}");
    assert!(matches!(address, AccountError::EmailTaken), "{address:?}");
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
async fn one_reader_who_favorites_in_two_windows_counts_once() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let contested = world.contested(async move |rival| {
        rival.favorites.add(rosalind.id, &slug("on-helices")).await.unwrap();
    });

    let added = contested.favorites.add(rosalind.id, &helices).await.unwrap().summary;
    let contested = world.contested(async move |rival| {
        rival.favorites.remove(rosalind.id, &slug("on-helices")).await.unwrap();
    });
    let removed = contested.favorites.remove(rosalind.id, &helices).await.unwrap().summary;

    assert_eq!((added.favorited, added.favorites_count), (true, 1));
    assert_eq!((removed.favorited, removed.favorites_count), (false, 0));
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
async fn one_reader_who_follows_in_two_windows_follows_once() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let contested = world.contested(async move |rival| {
        rival.profiles.follow(rosalind.id, &username("jocasta")).await.unwrap();
    });

    let followed = contested.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();
    let contested = world.contested(async move |rival| {
        rival.profiles.unfollow(rosalind.id, &username("jocasta")).await.unwrap();
    });
    let unfollowed = contested.profiles.unfollow(rosalind.id, &jocasta.username).await.unwrap();

    assert!(followed.following && !unfollowed.following);
    let seen = world.profiles.view(&jocasta.username, Some(rosalind.id)).await.unwrap();
    assert!(!seen.following);
}

fn lost(conflict: Conflict) -> Result<&'static str, StorageError> {
    Err(StorageError::Conflict(conflict))
}
