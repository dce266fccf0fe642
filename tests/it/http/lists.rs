//! The list of articles: its entries, its order, its pages.

use crate::actors::{Actor, Conduit};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::given::{NEW_YEAR, draft, followed, profile, slugs};
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(where_nothing_was_published_the_list_is_empty),
        scenario(an_entry_is_all_of_an_article_but_its_body),
        scenario(articles_of_one_moment_are_listed_newest_first),
        scenario(an_edit_does_not_move_an_article_in_the_list),
        scenario(a_page_is_twenty_articles_unless_more_are_asked_for),
        scenario(pages_meet_without_gap_or_overlap_and_tell_how_many_match),
        scenario(a_page_beyond_the_end_is_empty),
        scenario(a_limit_outside_its_range_is_told),
        scenario(an_offset_that_is_none_is_told),
        scenario(a_reader_sees_what_they_favorited_and_whom_they_follow),
    ]
}

const ARTICLES: &str = "/api/articles";

async fn publishes_parts(author: &Actor, count: usize) {
    for number in 1..=count {
        author.publishes(&format!("Part {number}")).await;
    }
}

async fn where_nothing_was_published_the_list_is_empty(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for reader in [conduit.anonymous(), rosalind] {
        let answer = reader.get(ARTICLES).await;
        let nothing = json!({ "articles": [], "articlesCount": 0 });
        assert_eq!((answer.status, &answer.json), (200, &nothing));
    }
}

async fn an_entry_is_all_of_an_article_but_its_body(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.post(ARTICLES, &draft("On Helices")).await.unless_refused();

    let answer = conduit.anonymous().get(ARTICLES).await;

    let expected = json!({
        "articles": [{
            "slug": "on-helices",
            "title": "On Helices",
            "description": "Why they twist",
            "tagList": ["x-rays", "dna"],
            "createdAt": NEW_YEAR,
            "updatedAt": NEW_YEAR,
            "favorited": false,
            "favoritesCount": 0,
            "author": profile("rosalind"),
        }],
        "articlesCount": 1,
    });
    assert_eq!((answer.status, &answer.json), (200, &expected));
}

async fn articles_of_one_moment_are_listed_newest_first(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    for title in ["Beta", "Delta", "Alpha", "Gamma"] {
        rosalind.publishes_tagged(title, &["greek"]).await;
        rosalind.favorites(&title.to_lowercase()).await;
    }

    for query in ["", "?author=rosalind", "?tag=greek", "?favorited=rosalind"] {
        let list = conduit.anonymous().get(&format!("{ARTICLES}{query}")).await.json;
        assert_eq!(slugs(&list), ["gamma", "alpha", "delta", "beta"], "{query}");
    }
}

async fn an_edit_does_not_move_an_article_in_the_list(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    publishes_parts(&rosalind, 3).await;

    rosalind.edits("part-1", &json!({ "body": "It turns." })).await;

    let list = conduit.anonymous().get(ARTICLES).await.json;
    assert_eq!(slugs(&list), ["part-3", "part-2", "part-1"]);
}

async fn a_page_is_twenty_articles_unless_more_are_asked_for(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    publishes_parts(&rosalind, 101).await;

    for (query, length) in [("", 20), ("?limit=1", 1), ("?limit=100", 100), ("?offset=90", 11)] {
        let list = conduit.anonymous().get(&format!("{ARTICLES}{query}")).await.json;
        assert_eq!(slugs(&list).len(), length, "{query}");
        assert_eq!(list["articlesCount"], 101, "{query}");
    }
}

async fn pages_meet_without_gap_or_overlap_and_tell_how_many_match(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    publishes_parts(&rosalind, 5).await;

    let mut met: Vec<String> = Vec::new();
    for offset in [0, 2, 4] {
        let page = format!("{ARTICLES}?limit=2&offset={offset}");
        let page = conduit.anonymous().get(&page).await.json;
        assert_eq!(page["articlesCount"], 5);
        met.extend(slugs(&page).into_iter().map(String::from));
    }

    assert_eq!(met, ["part-5", "part-4", "part-3", "part-2", "part-1"]);
}

async fn a_page_beyond_the_end_is_empty(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    publishes_parts(&rosalind, 2).await;

    for offset in ["2", "3", "4294967295"] {
        let page = conduit.anonymous().get(&format!("{ARTICLES}?offset={offset}")).await;
        let nothing = json!({ "articles": [], "articlesCount": 2 });
        assert_eq!((page.status, &page.json), (200, &nothing), "{offset}");
    }
}

async fn a_limit_outside_its_range_is_told(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let told = async |path: &str, limit: &str| {
        let answer = rosalind.get(&format!("{path}?limit={limit}")).await;
        assert_eq!(answer.status, 422, "{path} {limit}");
        answer.json["errors"].clone()
    };

    for path in [ARTICLES, "/api/articles/feed"] {
        for limit in ["0", "101", "-1", "99999999999999999999999999999999999999999999"] {
            let errors = told(path, limit).await;
            assert!(errors["limit"].is_array(), "{path} {limit}: {errors}");
        }
        for limit in ["", "twenty", "1.5", "0x10", "%FF", "1&limit=2"] {
            let errors = told(path, limit).await;
            assert!(errors["limit"].is_array(), "{path} {limit}: {errors}");
        }
    }
    let range = json!({ "limit": ["must be between 1 and 100"] });
    assert_eq!(told(ARTICLES, "101").await, range);
}

async fn an_offset_that_is_none_is_told(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;

    for path in [ARTICLES, "/api/articles/feed"] {
        for offset in ["-1", "", "none", "99999999999999999999"] {
            let answer = rosalind.get(&format!("{path}?offset={offset}")).await;
            assert_eq!(answer.status, 422, "{path} {offset}");
            assert!(answer.json["errors"]["offset"].is_array(), "{path} {offset}");
        }
        let both = rosalind.get(&format!("{path}?limit=0&offset=-1")).await.json;
        let keys: Vec<&String> = both["errors"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["limit", "offset"]);
    }
}

async fn a_reader_sees_what_they_favorited_and_whom_they_follow(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    let helices = rosalind.publishes("On Helices").await;
    jocasta.publishes("On Oracles").await;
    jocasta.favorites(&helices).await;
    jocasta.follows("rosalind").await;

    let seen = |list: Value| {
        let entries = list["articles"].as_array().unwrap().iter();
        entries
            .map(|entry| json!([entry["favorited"], entry["favoritesCount"], entry["author"]]))
            .collect::<Vec<_>>()
    };

    let oracles = json!([false, 0, profile("jocasta")]);
    let to_jocasta = seen(jocasta.get(ARTICLES).await.json);
    assert_eq!(to_jocasta, [oracles.clone(), json!([true, 1, followed("rosalind")])]);
    for reader in [rosalind, conduit.anonymous()] {
        let to_others = seen(reader.get(ARTICLES).await.json);
        assert_eq!(to_others, [oracles.clone(), json!([false, 1, profile("rosalind")])]);
    }
}
