//! Articles in lists, and the tags they bear.

use pretty_assertions::assert_eq;

use crate::providers::Providers;
use crate::services::given::{World, tags, titles, username};
use crate::{
    AccountEdit, ArticleEdit, ArticleFilter, ArticlePage, Page, Tag, TagList, User, fakes,
};

#[tokio::test]
async fn an_empty_world_lists_nothing() {
    let world = World::new();

    let page = everything(&world).await;
    let tags = world.articles.tags().await.unwrap();

    assert_eq!(page, ArticlePage { articles: vec![], total: 0 });
    assert_eq!(tags, []);
}

#[tokio::test]
async fn articles_are_listed_newest_first() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.article(&rosalind, "On Helices").await;
    world.article(&rosalind, "On Knots").await;
    world.article(&rosalind, "On Tides").await;

    // An update makes an article no newer.
    world.articles.edit(rosalind.id, &helices, ArticleEdit::default()).await.unwrap();

    let page = everything(&world).await;
    assert_eq!(titles(&page), ["On Tides", "On Knots", "On Helices"]);
}

#[tokio::test]
async fn articles_of_one_moment_are_listed_newest_first() {
    let world = World::over(Providers { now: fakes::ticking(0), ..fakes::providers() });
    let rosalind = world.user("rosalind").await;

    for title in ["On Tides", "On Helices", "On Knots"] {
        world.article(&rosalind, title).await;
    }

    let page = everything(&world).await;
    assert_eq!(titles(&page), ["On Knots", "On Helices", "On Tides"]);
}

#[tokio::test]
async fn the_clock_outweighs_the_id() {
    let world = World::over(Providers { now: fakes::ticking(-1), ..fakes::providers() });
    let rosalind = world.user("rosalind").await;

    world.article(&rosalind, "Written at five").await;
    world.article(&rosalind, "Written at four").await;

    let page = everything(&world).await;
    assert_eq!(titles(&page), ["Written at five", "Written at four"]);
}

#[tokio::test]
async fn a_list_holds_what_matches_all_of_its_filter() {
    let (world, ..) = library().await;
    let (helix, rosalind, jocasta) = (Some("helix"), Some("rosalind"), Some("jocasta"));

    for (filter, expected) in [
        (filter(None, None, None), vec!["On Shells", "On Knots", "On Helices"]),
        (filter(helix, None, None), vec!["On Shells", "On Helices"]),
        (filter(None, rosalind, None), vec!["On Knots", "On Helices"]),
        (filter(None, None, jocasta), vec!["On Shells", "On Knots"]),
        (filter(helix, rosalind, None), vec!["On Helices"]),
        (filter(helix, None, jocasta), vec!["On Shells"]),
        (filter(None, rosalind, jocasta), vec!["On Knots"]),
        (filter(helix, rosalind, jocasta), vec![]),
    ] {
        let page = world.articles.list(&filter, Page::default(), None).await.unwrap();

        assert_eq!(titles(&page), expected, "{filter:?}");
        assert_eq!(page.total, expected.len() as u64, "{filter:?}");
    }
}

#[tokio::test]
async fn what_nobody_wrote_favorited_or_tagged_is_an_empty_list() {
    let (world, ..) = library().await;

    for filter in [
        filter(Some("HELIX"), None, None),
        filter(None, Some("nobody"), None),
        filter(None, None, Some("nobody")),
    ] {
        let page = world.articles.list(&filter, Page::default(), None).await.unwrap();

        assert_eq!(page, ArticlePage { articles: vec![], total: 0 }, "{filter:?}");
    }
}

#[tokio::test]
async fn a_filter_knows_users_by_their_present_names() {
    let (world, rosalind, _) = library().await;

    let rename = AccountEdit { username: Some(username("franklin")), ..AccountEdit::default() };
    world.accounts.edit(rosalind.id, rename).await.unwrap();

    let by = async |name| {
        let filter = filter(None, Some(name), None);
        world.articles.list(&filter, Page::default(), None).await.unwrap()
    };
    assert_eq!(titles(&by("rosalind").await), [""; 0]);
    assert_eq!(titles(&by("franklin").await), ["On Knots", "On Helices"]);
}

#[tokio::test]
async fn a_page_is_a_window_on_all_that_match() {
    let (world, ..) = library().await;
    let window = async |limit, offset| {
        let page = Page::new(limit, offset).unwrap();
        world.articles.list(&ArticleFilter::default(), page, None).await.unwrap()
    };

    let (first, second, beyond) = (window(2, 0).await, window(2, 2).await, window(2, 4).await);

    assert_eq!(titles(&first), ["On Shells", "On Knots"]);
    assert_eq!(titles(&second), ["On Helices"]);
    assert_eq!(titles(&beyond), [""; 0]);
    assert_eq!([first.total, second.total, beyond.total], [3; 3]);
}

#[tokio::test]
async fn a_list_marks_what_its_viewer_favorited_and_whom_they_follow() {
    let (world, rosalind, jocasta) = library().await;
    world.profiles.follow(jocasta.id, &rosalind.username).await.unwrap();

    let marks = async |viewer| {
        let everything = ArticleFilter::default();
        let page = world.articles.list(&everything, Page::default(), viewer).await.unwrap();
        page.articles.iter().map(|seen| (seen.favorited, seen.author.following)).collect::<Vec<_>>()
    };

    assert_eq!(marks(Some(jocasta.id)).await, [(true, false), (true, true), (false, true)]);
    assert_eq!(marks(Some(rosalind.id)).await, [(false, false); 3]);
    assert_eq!(marks(None).await, [(false, false); 3]);
}

#[tokio::test]
async fn a_list_shows_of_each_article_what_it_shows_alone() {
    let (world, ..) = library().await;

    let page = everything(&world).await;

    for listed in page.articles {
        let alone = world.articles.view(&listed.slug, None).await.unwrap();
        assert_eq!(listed, alone.summary);
    }
}

#[tokio::test]
async fn every_tag_in_use_is_told_once_and_in_order() {
    let (world, ..) = library().await;

    let told = world.articles.tags().await.unwrap();

    assert_eq!(told, tags(&["Sea", "dna", "helix", "rope"]).as_slice());
}

#[tokio::test]
async fn a_tag_that_no_article_bears_any_more_is_not_told() {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let helices = world.tagged(&rosalind, "On Helices", &["helix", "dna"]).await;
    let knots = world.tagged(&rosalind, "On Knots", &["rope", "helix"]).await;

    let untagged = ArticleEdit { tags: Some(TagList::default()), ..ArticleEdit::default() };
    world.articles.edit(rosalind.id, &helices, untagged).await.unwrap();
    let after_edit = world.articles.tags().await.unwrap();
    world.articles.delete(rosalind.id, &knots).await.unwrap();
    let after_delete = world.articles.tags().await.unwrap();

    assert_eq!(after_edit, tags(&["helix", "rope"]).as_slice());
    assert_eq!(after_delete, []);
}

/// Rosalind wrote on helices and on knots, Jocasta on shells; Jocasta favorited the last two.
async fn library() -> (World, User, User) {
    let world = World::new();
    let rosalind = world.user("rosalind").await;
    let jocasta = world.user("jocasta").await;
    world.tagged(&rosalind, "On Helices", &["helix", "dna"]).await;
    let knots = world.tagged(&rosalind, "On Knots", &["rope"]).await;
    let shells = world.tagged(&jocasta, "On Shells", &["Sea", "helix"]).await;
    world.favorites.add(jocasta.id, &knots).await.unwrap();
    world.favorites.add(jocasta.id, &shells).await.unwrap();
    (world, rosalind, jocasta)
}

async fn everything(world: &World) -> ArticlePage {
    world.articles.list(&ArticleFilter::default(), Page::default(), None).await.unwrap()
}

fn filter(tag: Option<&str>, author: Option<&str>, favorited_by: Option<&str>) -> ArticleFilter {
    ArticleFilter {
        tag: tag.map(|text| Tag::parse(text).unwrap()),
        author: author.map(username),
        favorited_by: favorited_by.map(username),
    }
}
