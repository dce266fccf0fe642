use pretty_assertions::assert_eq;

use super::*;
use crate::fakes;
use crate::services::broken::{Broken, cause};
use crate::services::given::{World, slug};

#[tokio::test]
async fn a_favorite_is_marked_for_its_reader_and_counted_for_all() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;

    let answer = world.favorites.add(jocasta.id, &helices).await.unwrap();

    let seen_by_jocasta = world.articles.view(&helices, Some(jocasta.id)).await.unwrap();
    let seen_by_rosalind = world.articles.view(&helices, Some(rosalind.id)).await.unwrap().summary;
    let seen_by_nobody = world.articles.view(&helices, None).await.unwrap().summary;
    assert_eq!(answer, seen_by_jocasta);
    assert_eq!((answer.summary.favorited, answer.summary.favorites_count), (true, 1));
    assert_eq!((seen_by_rosalind.favorited, seen_by_rosalind.favorites_count), (false, 1));
    assert_eq!((seen_by_nobody.favorited, seen_by_nobody.favorites_count), (false, 1));
}

#[tokio::test]
async fn favoriting_twice_counts_once() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;

    world.favorites.add(rosalind.id, &helices).await.unwrap();
    let twice = world.favorites.add(rosalind.id, &helices).await.unwrap().summary;

    assert_eq!((twice.favorited, twice.favorites_count), (true, 1));
}

#[tokio::test]
async fn every_reader_counts() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    let knots = world.article(&rosalind, "On Knots").await;

    world.favorites.add(rosalind.id, &helices).await.unwrap();
    world.favorites.add(jocasta.id, &helices).await.unwrap();
    world.favorites.add(jocasta.id, &knots).await.unwrap();

    let helices = world.articles.view(&helices, None).await.unwrap().summary;
    let knots = world.articles.view(&knots, None).await.unwrap().summary;
    assert_eq!((helices.favorites_count, knots.favorites_count), (2, 1));
}

#[tokio::test]
async fn unfavoriting_takes_back_ones_own_favorite_only() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    world.favorites.add(rosalind.id, &helices).await.unwrap();
    world.favorites.add(jocasta.id, &helices).await.unwrap();

    let answer = world.favorites.remove(jocasta.id, &helices).await.unwrap().summary;

    let seen_by_rosalind = world.articles.view(&helices, Some(rosalind.id)).await.unwrap().summary;
    assert_eq!((answer.favorited, answer.favorites_count), (false, 1));
    assert_eq!((seen_by_rosalind.favorited, seen_by_rosalind.favorites_count), (true, 1));
}

#[tokio::test]
async fn unfavoriting_what_was_no_favorite_counts_nothing() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let helices = world.article(&rosalind, "On Helices").await;
    world.favorites.add(rosalind.id, &helices).await.unwrap();

    let answer = world.favorites.remove(jocasta.id, &helices).await.unwrap().summary;

    assert_eq!((answer.favorited, answer.favorites_count), (false, 1));
}

#[tokio::test]
async fn a_favorite_is_no_update_of_the_article() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;

    let answer = world.favorites.add(rosalind.id, &helices).await.unwrap().summary;

    assert_eq!(answer.updated_at, answer.created_at);
}

#[tokio::test]
async fn an_unknown_article_cannot_be_a_favorite() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;

    let refusals = [
        world.favorites.add(rosalind.id, &slug("on-nothing")).await.unwrap_err(),
        world.favorites.remove(rosalind.id, &slug("on-nothing")).await.unwrap_err(),
    ];

    for refusal in refusals {
        assert!(matches!(refusal, ArticleError::NotFound), "{refusal:?}");
    }
}

#[tokio::test]
async fn a_broken_storage_is_told_as_it_is() {
    let rosalind = World::new().user("rosalind").await;
    let world =
        World::over(Providers { storage: Arc::new(Broken::default()), ..fakes::providers() });

    let failures = [
        world.favorites.add(rosalind.id, &slug("on-helices")).await.unwrap_err(),
        world.favorites.remove(rosalind.id, &slug("on-helices")).await.unwrap_err(),
    ];

    for failure in failures {
        assert_eq!(cause(&failure), "the disk is on fire");
    }
}
