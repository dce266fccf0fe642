//! What is promised of every list of articles: order, pages, totals, what a viewer sees.

use domain::providers::Storage;
use domain::{
    Article, ArticleFilter, ArticlePage, ArticleSummary, Page, Profile, Title, User, UserId,
};
use pretty_assertions::assert_eq;

use super::given::{self, later, new_article, new_user, tag_list};
use super::work::write;
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(where_nothing_is_published_the_list_is_empty),
        case(the_newest_comes_first),
        case(equal_moments_are_listed_by_id_descending),
        case(an_entry_is_all_of_the_article_but_its_body),
        case(pages_meet_without_gap_or_overlap),
        case(a_total_counts_all_pages),
        case(a_page_beyond_the_end_is_empty_and_still_tells_the_total),
        case(a_page_holds_up_to_a_hundred),
        case(an_update_keeps_the_place_in_the_list),
        case(a_deleted_article_is_listed_no_longer),
        case(each_entry_shows_what_the_viewer_favorited),
        case(each_entry_shows_whom_the_viewer_follows),
    ]
}

async fn all(storage: &dyn Storage, page: Page, viewer: Option<UserId>) -> ArticlePage {
    storage.read().articles().list(&ArticleFilter::default(), page, viewer).await.unwrap()
}

/// The slugs on the page.
pub(super) fn slugs(page: &ArticlePage) -> Vec<&str> {
    page.articles.iter().map(|article| article.slug.as_str()).collect()
}

async fn where_nothing_is_published_the_list_is_empty(storage: &dyn Storage) {
    let reader = given::user(storage, "rosalind").await;

    for viewer in [None, Some(reader.id)] {
        let page = all(storage, Page::default(), viewer).await;
        assert_eq!(page, ArticlePage { articles: vec![], total: 0 });
    }
}

async fn the_newest_comes_first(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    for (name, micros) in [("b", 1), ("d", 3), ("c", 0), ("a", 2)] {
        let article = Article { created_at: later(micros), ..new_article(&author, name) };
        given::published(storage, article).await;
    }

    let page = all(storage, Page::default(), None).await;

    assert_eq!(slugs(&page), ["d", "a", "b", "c"]);
}

async fn equal_moments_are_listed_by_id_descending(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    for name in ["b", "d", "a", "c"] {
        given::article(storage, &author, name).await;
    }
    given::published(storage, Article { created_at: later(-1), ..new_article(&author, "e") }).await;

    let page = all(storage, Page::default(), None).await;

    assert_eq!(slugs(&page), ["d", "c", "b", "a", "e"]);
}

async fn an_entry_is_all_of_the_article_but_its_body(storage: &dyn Storage) {
    let author = User { image: None, ..new_user("rosalind") };
    write(storage, async |work| work.users().insert(&author).await).await.unwrap();
    let article = Article {
        tags: tag_list(&["x-rays", "dna"]),
        updated_at: later(7),
        ..new_article(&author, "on-helices")
    };
    given::published(storage, article.clone()).await;

    let page = all(storage, Page::default(), None).await;

    let entry = ArticleSummary {
        slug: article.slug,
        title: article.title,
        description: article.description,
        tags: article.tags,
        created_at: article.created_at,
        updated_at: article.updated_at,
        favorited: false,
        favorites_count: 0,
        author: Profile::of(&author, false),
    };
    assert_eq!(page, ArticlePage { articles: vec![entry], total: 1 });
}

async fn pages_meet_without_gap_or_overlap(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    given::articles(storage, &author, &["a", "b", "c", "d", "e"]).await;

    let mut met = Vec::new();
    for offset in [0, 2, 4] {
        let page = all(storage, Page::new(2, offset).unwrap(), None).await;
        met.extend(slugs(&page).into_iter().map(String::from));
    }

    assert_eq!(met, ["e", "d", "c", "b", "a"]);
}

async fn a_total_counts_all_pages(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    given::articles(storage, &author, &["a", "b", "c"]).await;

    for (limit, offset) in [(1, 0), (2, 1), (3, 0), (100, 0)] {
        let page = all(storage, Page::new(limit, offset).unwrap(), None).await;
        assert_eq!(page.total, 3, "{limit} after {offset}");
    }
}

async fn a_page_beyond_the_end_is_empty_and_still_tells_the_total(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    given::articles(storage, &author, &["a", "b", "c"]).await;

    for offset in [3, 4, u32::MAX] {
        let page = all(storage, Page::new(2, offset).unwrap(), Some(author.id)).await;
        assert_eq!(page, ArticlePage { articles: vec![], total: 3 });
    }
}

async fn a_page_holds_up_to_a_hundred(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    let publishing = write(storage, async |work| {
        for number in 0..101 {
            let article = new_article(&author, &format!("part-{number:03}"));
            work.articles().insert(&article).await?;
        }
        Ok(())
    });
    publishing.await.unwrap();

    let most = all(storage, Page::new(100, 0).unwrap(), None).await;
    let first = all(storage, Page::default(), None).await;

    assert_eq!((most.articles.len(), most.total), (100, 101));
    assert_eq!((slugs(&most)[0], slugs(&most)[99]), ("part-100", "part-001"));
    assert_eq!((first.articles.len(), first.total), (20, 101));
}

async fn an_update_keeps_the_place_in_the_list(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    given::articles(storage, &author, &["a", "b", "c"]).await;
    let title = Title::parse("Second thoughts").unwrap();
    let edited = Article {
        created_at: later(1),
        updated_at: later(99),
        title: title.clone(),
        ..new_article(&author, "b")
    };

    write(storage, async |work| work.articles().update(&edited).await).await.unwrap();

    let page = all(storage, Page::default(), None).await;
    assert_eq!(slugs(&page), ["c", "b", "a"]);
    assert_eq!((&page.articles[1].title, page.articles[1].updated_at), (&title, later(99)));
}

async fn a_deleted_article_is_listed_no_longer(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    given::articles(storage, &author, &["a", "b", "c"]).await;
    let doomed = new_article(&author, "b").id;

    write(storage, async |work| work.articles().delete(doomed).await).await.unwrap();

    let page = all(storage, Page::default(), None).await;
    assert_eq!((slugs(&page), page.total), (vec!["c", "a"], 2));
}

async fn each_entry_shows_what_the_viewer_favorited(storage: &dyn Storage) {
    let [author, fan] = given::users(storage, ["rosalind", "jocasta"]).await;
    given::articles(storage, &author, &["a", "b", "c"]).await;
    given::favorite(storage, &fan, &new_article(&author, "b")).await;
    given::favorite(storage, &fan, &new_article(&author, "c")).await;
    given::favorite(storage, &author, &new_article(&author, "c")).await;

    let flags = async |viewer: Option<UserId>| {
        let page = all(storage, Page::default(), viewer).await;
        page.articles.iter().map(|a| (a.favorited, a.favorites_count)).collect::<Vec<_>>()
    };

    assert_eq!(flags(Some(fan.id)).await, [(true, 2), (true, 1), (false, 0)]);
    assert_eq!(flags(Some(author.id)).await, [(true, 2), (false, 1), (false, 0)]);
    assert_eq!(flags(None).await, [(false, 2), (false, 1), (false, 0)]);
}

async fn each_entry_shows_whom_the_viewer_follows(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    given::article(storage, &rosalind, "by-rosalind").await;
    given::article(storage, &jocasta, "by-jocasta").await;
    given::follow(storage, &rosalind, &jocasta).await;

    for (viewer, of_rosalind, of_jocasta) in
        [(None, false, false), (Some(rosalind.id), false, true), (Some(jocasta.id), false, false)]
    {
        let page = all(storage, Page::default(), viewer).await;
        let authors: Vec<_> = page.articles.into_iter().map(|article| article.author).collect();
        let expected = [Profile::of(&rosalind, of_rosalind), Profile::of(&jocasta, of_jocasta)];
        assert_eq!(authors, expected);
    }
}
