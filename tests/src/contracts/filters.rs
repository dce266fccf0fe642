//! What is promised of a filtered list: it holds what matches all that is asked, and counts it.

use domain::providers::Storage;
use domain::{Article, ArticleFilter, ArticlePage, Page, User};
use pretty_assertions::assert_eq;

use super::given::{self, later, new_article, new_user, tag, tag_list, username};
use super::lists::slugs;
use super::work::write;
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(a_filter_by_tag_finds_the_articles_that_bear_it),
        case(a_filter_by_author_finds_their_articles),
        case(a_filter_by_fan_finds_what_they_favorited),
        case(every_combination_of_filters_finds_what_matches_all),
        case(a_filter_that_names_nobody_and_nothing_finds_nothing),
        case(a_filter_minds_the_case),
        case(a_filtered_list_has_pages_and_a_total),
        case(a_filtered_list_breaks_ties_by_id_descending),
        case(a_filter_knows_an_author_and_a_fan_by_their_new_name_only),
        case(a_filter_by_tag_follows_an_update),
        case(a_filter_forgets_a_deleted_article),
    ]
}

fn by_tag(text: &str) -> ArticleFilter {
    ArticleFilter { tag: Some(tag(text)), ..ArticleFilter::default() }
}

fn by_author(name: &str) -> ArticleFilter {
    ArticleFilter { author: Some(username(name)), ..ArticleFilter::default() }
}

fn by_fan(name: &str) -> ArticleFilter {
    ArticleFilter { favorited_by: Some(username(name)), ..ArticleFilter::default() }
}

async fn listed(storage: &dyn Storage, filter: &ArticleFilter) -> ArticlePage {
    storage.read().articles().list(filter, Page::default(), None).await.unwrap()
}

/// Six articles, each a microsecond newer than the one before: a letter for the author, and one
/// for each tag. Each author favorites what the other wrote under "x".
async fn library(storage: &dyn Storage) -> Vec<Article> {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let shelves: [(&User, &str, &[&str]); 6] = [
        (&rosalind, "r", &[]),
        (&rosalind, "r-x", &["x"]),
        (&rosalind, "r-x-y", &["y", "x"]),
        (&jocasta, "j", &[]),
        (&jocasta, "j-x", &["x"]),
        (&jocasta, "j-y", &["y"]),
    ];
    let mut library = Vec::new();
    for (age, (author, slug, tags)) in (0..).zip(shelves) {
        let article =
            Article { created_at: later(age), tags: tag_list(tags), ..new_article(author, slug) };
        library.push(given::published(storage, article).await);
    }
    given::favorite(storage, &jocasta, &library[1]).await;
    given::favorite(storage, &jocasta, &library[2]).await;
    given::favorite(storage, &rosalind, &library[4]).await;
    library
}

async fn a_filter_by_tag_finds_the_articles_that_bear_it(storage: &dyn Storage) {
    library(storage).await;

    let page = listed(storage, &by_tag("x")).await;

    assert_eq!((slugs(&page), page.total), (vec!["j-x", "r-x-y", "r-x"], 3));
}

async fn a_filter_by_author_finds_their_articles(storage: &dyn Storage) {
    library(storage).await;

    let page = listed(storage, &by_author("jocasta")).await;

    assert_eq!((slugs(&page), page.total), (vec!["j-y", "j-x", "j"], 3));
}

async fn a_filter_by_fan_finds_what_they_favorited(storage: &dyn Storage) {
    library(storage).await;

    let page = listed(storage, &by_fan("jocasta")).await;

    assert_eq!((slugs(&page), page.total), (vec!["r-x-y", "r-x"], 2));
}

async fn every_combination_of_filters_finds_what_matches_all(storage: &dyn Storage) {
    library(storage).await;
    let fans_of = |slug: &str| match slug {
        "r-x" | "r-x-y" => Some("jocasta"),
        "j-x" => Some("rosalind"),
        _ => None,
    };

    for tag_name in [None, Some("x"), Some("y")] {
        for author in [None, Some("rosalind"), Some("jocasta")] {
            for fan in [None, Some("rosalind"), Some("jocasta")] {
                let filter = ArticleFilter {
                    tag: tag_name.map(tag),
                    author: author.map(username),
                    favorited_by: fan.map(username),
                };
                let matching: Vec<&str> = ["j-y", "j-x", "j", "r-x-y", "r-x", "r"]
                    .into_iter()
                    .filter(|slug| tag_name.is_none_or(|tag| slug[1..].contains(tag)))
                    .filter(|slug| author.is_none_or(|name| name[..1] == slug[..1]))
                    .filter(|slug| fan.is_none_or(|name| fans_of(slug) == Some(name)))
                    .collect();

                let page = listed(storage, &filter).await;

                assert_eq!(page.total, matching.len() as u64, "{filter:?}");
                assert_eq!(slugs(&page), matching, "{filter:?}");
            }
        }
    }
}

async fn a_filter_that_names_nobody_and_nothing_finds_nothing(storage: &dyn Storage) {
    library(storage).await;
    let nothing = ArticlePage { articles: vec![], total: 0 };

    for filter in [by_tag("z"), by_author("nobody"), by_fan("nobody")] {
        assert_eq!(listed(storage, &filter).await, nothing, "{filter:?}");
    }
}

async fn a_filter_minds_the_case(storage: &dyn Storage) {
    library(storage).await;
    let nothing = ArticlePage { articles: vec![], total: 0 };

    for filter in [by_tag("X"), by_author("Jocasta"), by_fan("Jocasta")] {
        assert_eq!(listed(storage, &filter).await, nothing, "{filter:?}");
    }
}

async fn a_filtered_list_has_pages_and_a_total(storage: &dyn Storage) {
    library(storage).await;
    let all_but_tag = ArticleFilter { tag: None, ..by_author("rosalind") };
    let both = ArticleFilter { tag: Some(tag("x")), ..by_author("rosalind") };

    for (filter, total) in [(by_tag("x"), 3), (all_but_tag, 3), (by_fan("jocasta"), 2), (both, 2)] {
        let whole = listed(storage, &filter).await;
        let mut reader = storage.read();
        let second = reader.articles().list(&filter, Page::new(1, 1).unwrap(), None).await.unwrap();
        let beyond = reader.articles().list(&filter, Page::new(1, 9).unwrap(), None).await.unwrap();

        assert_eq!(slugs(&second), slugs(&whole)[1..2], "{filter:?}");
        assert_eq!((second.total, beyond.total), (total, total), "{filter:?}");
        assert_eq!(beyond.articles, [], "{filter:?}");
    }
}

async fn a_filtered_list_breaks_ties_by_id_descending(storage: &dyn Storage) {
    let author = given::user(storage, "rosalind").await;
    for slug in ["b", "d", "a", "c"] {
        let article = given::tagged(storage, &author, slug, &["x"]).await;
        given::favorite(storage, &author, &article).await;
    }
    let all = ArticleFilter {
        tag: Some(tag("x")),
        author: Some(username("rosalind")),
        favorited_by: Some(username("rosalind")),
    };

    for filter in [by_tag("x"), by_author("rosalind"), by_fan("rosalind"), all] {
        let page = listed(storage, &filter).await;
        assert_eq!(slugs(&page), ["d", "c", "b", "a"], "{filter:?}");
    }
}

async fn a_filter_knows_an_author_and_a_fan_by_their_new_name_only(storage: &dyn Storage) {
    library(storage).await;
    let renamed = User { id: new_user("rosalind").id, ..new_user("franklin") };

    write(storage, async |work| work.users().update(&renamed).await).await.unwrap();

    assert_eq!(slugs(&listed(storage, &by_author("franklin")).await), ["r-x-y", "r-x", "r"]);
    assert_eq!(slugs(&listed(storage, &by_fan("franklin")).await), ["j-x"]);
    assert_eq!(listed(storage, &by_author("rosalind")).await.total, 0);
    assert_eq!(listed(storage, &by_fan("rosalind")).await.total, 0);
}

async fn a_filter_by_tag_follows_an_update(storage: &dyn Storage) {
    let library = library(storage).await;
    let retagged = Article { tags: tag_list(&["y"]), ..library[1].clone() };

    write(storage, async |work| work.articles().update(&retagged).await).await.unwrap();

    let (x, y) = (listed(storage, &by_tag("x")).await, listed(storage, &by_tag("y")).await);
    assert_eq!((slugs(&x), x.total), (vec!["j-x", "r-x-y"], 2));
    assert_eq!((slugs(&y), y.total), (vec!["j-y", "r-x-y", "r-x"], 3));
}

async fn a_filter_forgets_a_deleted_article(storage: &dyn Storage) {
    let library = library(storage).await;

    write(storage, async |work| work.articles().delete(library[2].id).await).await.unwrap();

    for (filter, left) in [
        (by_tag("x"), vec!["j-x", "r-x"]),
        (by_tag("y"), vec!["j-y"]),
        (by_author("rosalind"), vec!["r-x", "r"]),
        (by_fan("jocasta"), vec!["r-x"]),
    ] {
        let page = listed(storage, &filter).await;
        assert_eq!((slugs(&page), page.total), (left.clone(), left.len() as u64), "{filter:?}");
    }
}
