use pretty_assertions::assert_eq;

use super::*;
use crate::fakes;
use crate::services::broken::{Broken, cause};
use crate::services::given::{World, titles};

#[tokio::test]
async fn a_feed_holds_what_followed_authors_wrote_newest_first() {
    let world = World::new();
    let [rosalind, jocasta, barbara] =
        [world.user("rosalind").await, world.user("jocasta").await, world.user("barbara").await];
    world.article(&jocasta, "On Tides").await;
    world.article(&rosalind, "On Helices").await;
    world.article(&barbara, "On Maize").await;
    world.article(&jocasta, "On Riddles").await;

    world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();
    world.profiles.follow(rosalind.id, &barbara.username).await.unwrap();
    world.profiles.follow(barbara.id, &rosalind.username).await.unwrap();

    let feed = world.feed.of(rosalind.id, Page::default()).await.unwrap();
    assert_eq!(titles(&feed), ["On Riddles", "On Maize", "On Tides"]);
    assert_eq!(feed.total, 3);
    assert!(feed.articles.iter().all(|article| article.author.following));
}

#[tokio::test]
async fn a_feed_follows_following_and_unfollowing() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    world.article(&jocasta, "On Tides").await;

    let before = world.feed.of(rosalind.id, Page::default()).await.unwrap();
    world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();
    let during = world.feed.of(rosalind.id, Page::default()).await.unwrap();
    world.profiles.unfollow(rosalind.id, &jocasta.username).await.unwrap();
    let after = world.feed.of(rosalind.id, Page::default()).await.unwrap();

    assert_eq!((titles(&before), before.total), (vec![], 0));
    assert_eq!((titles(&during), during.total), (vec!["On Tides"], 1));
    assert_eq!((titles(&after), after.total), (vec![], 0));
}

#[tokio::test]
async fn a_feed_shows_ones_own_articles_only_to_who_follows_themselves() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    world.article(&rosalind, "On Helices").await;

    let stranger_to_herself = world.feed.of(rosalind.id, Page::default()).await.unwrap();
    world.profiles.follow(rosalind.id, &rosalind.username).await.unwrap();
    let friend_of_herself = world.feed.of(rosalind.id, Page::default()).await.unwrap();

    assert_eq!(stranger_to_herself.total, 0);
    assert_eq!(titles(&friend_of_herself), ["On Helices"]);
}

#[tokio::test]
async fn a_feed_is_read_page_by_page() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();
    for title in ["On Tides", "On Riddles", "On Sons"] {
        world.article(&jocasta, title).await;
    }

    let first = world.feed.of(rosalind.id, Page::new(2, 0).unwrap()).await.unwrap();
    let second = world.feed.of(rosalind.id, Page::new(2, 2).unwrap()).await.unwrap();

    assert_eq!((titles(&first), first.total), (vec!["On Sons", "On Riddles"], 3));
    assert_eq!((titles(&second), second.total), (vec!["On Tides"], 3));
}

#[tokio::test]
async fn a_feed_marks_what_its_reader_favorited() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    let tides = world.article(&jocasta, "On Tides").await;
    world.profiles.follow(rosalind.id, &jocasta.username).await.unwrap();

    world.favorites.add(rosalind.id, &tides).await.unwrap();

    let feed = world.feed.of(rosalind.id, Page::default()).await.unwrap();
    assert!(feed.articles[0].favorited);
    assert_eq!(feed.articles[0].favorites_count, 1);
}

#[tokio::test]
async fn a_broken_storage_is_told_as_it_is() {
    let rosalind = World::new().user("rosalind").await;
    let world =
        World::over(Providers { storage: Arc::new(Broken::default()), ..fakes::providers() });

    let failure = world.feed.of(rosalind.id, Page::default()).await.unwrap_err();

    assert_eq!(cause(&failure), "the disk is on fire");
}
