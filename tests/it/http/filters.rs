//! Lists of those articles that match.

use crate::actors::Conduit;
use pretty_assertions::assert_eq;
use serde_json::json;

use super::given::slugs;
use super::{Scenario, scenario};

pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
        scenario(a_list_can_be_filtered_by_tag_author_and_who_favorited),
        scenario(several_filters_all_have_to_match),
        scenario(what_nobody_bears_matches_nothing),
        scenario(a_filter_pages_and_counts_its_own_matches),
        scenario(a_filter_is_read_as_a_form_writes_it),
        scenario(a_filter_that_nothing_can_match_is_told),
        scenario(unknown_parameters_are_ignored),
    ]
}

/// Rosalind wrote of helices and coal, jocasta of oracles; each likes one of the other's.
async fn a_small_library(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    let jocasta = conduit.signed_in("jocasta").await;
    rosalind.publishes_tagged("On Helices", &["x-rays", "dna"]).await;
    rosalind.publishes_tagged("On Coal", &["x-rays", "coal"]).await;
    jocasta.publishes_tagged("On Oracles", &["delphi", "dna"]).await;
    jocasta.favorites("on-coal").await;
    jocasta.favorites("on-helices").await;
    rosalind.favorites("on-oracles").await;
}

async fn matching(conduit: &Conduit, query: &str) -> Vec<String> {
    let list = conduit.anonymous().get(&format!("/api/articles?{query}")).await.unless_refused();
    let slugs: Vec<_> = slugs(&list).into_iter().map(String::from).collect();
    assert_eq!(list["articlesCount"], slugs.len(), "{query}");
    slugs
}

async fn a_list_can_be_filtered_by_tag_author_and_who_favorited(conduit: &Conduit) {
    a_small_library(conduit).await;

    assert_eq!(matching(conduit, "tag=x-rays").await, ["on-coal", "on-helices"]);
    assert_eq!(matching(conduit, "tag=dna").await, ["on-oracles", "on-helices"]);
    assert_eq!(matching(conduit, "author=rosalind").await, ["on-coal", "on-helices"]);
    assert_eq!(matching(conduit, "favorited=jocasta").await, ["on-coal", "on-helices"]);
    assert_eq!(matching(conduit, "favorited=rosalind").await, ["on-oracles"]);
}

async fn several_filters_all_have_to_match(conduit: &Conduit) {
    a_small_library(conduit).await;

    assert_eq!(matching(conduit, "tag=dna&author=rosalind").await, ["on-helices"]);
    assert_eq!(matching(conduit, "tag=coal&favorited=jocasta").await, ["on-coal"]);
    assert_eq!(matching(conduit, "author=jocasta&favorited=rosalind").await, ["on-oracles"]);
    let all_three = "tag=dna&author=rosalind&favorited=jocasta";
    assert_eq!(matching(conduit, all_three).await, ["on-helices"]);
    assert!(matching(conduit, "tag=coal&author=jocasta").await.is_empty());
    assert!(matching(conduit, "author=rosalind&favorited=rosalind").await.is_empty());
}

async fn what_nobody_bears_matches_nothing(conduit: &Conduit) {
    a_small_library(conduit).await;

    for query in ["tag=geology", "tag=DNA", "author=watson", "author=Rosalind", "favorited=watson"]
    {
        assert!(matching(conduit, query).await.is_empty(), "{query}");
    }
}

async fn a_filter_pages_and_counts_its_own_matches(conduit: &Conduit) {
    a_small_library(conduit).await;

    for query in ["tag=x-rays", "author=rosalind", "favorited=jocasta"] {
        let page = format!("/api/articles?{query}&limit=1&offset=1");
        let page = conduit.anonymous().get(&page).await.json;
        assert_eq!(slugs(&page), ["on-helices"], "{query}");
        assert_eq!(page["articlesCount"], 2, "{query}");
    }
}

async fn a_filter_is_read_as_a_form_writes_it(conduit: &Conduit) {
    let rosalind = conduit.signed_in("rosalind").await;
    rosalind.publishes_tagged("On Helices", &["c++ & 100% 🧬"]).await;

    assert_eq!(matching(conduit, "tag=c%2B%2B+%26%20100%25+%F0%9F%A7%AC").await, ["on-helices"]);
    assert!(matching(conduit, "tag=c").await.is_empty());
}

async fn a_filter_that_nothing_can_match_is_told(conduit: &Conduit) {
    for key in ["tag", "author", "favorited"] {
        for value in ["%FF", "a%00b", &"long".repeat(50), "a&{key}=b"] {
            let query = format!("{key}={}", value.replace("{key}", key));
            let answer = conduit.anonymous().get(&format!("/api/articles?{query}")).await;
            assert_eq!(answer.status, 422, "{query}");
            assert!(answer.json["errors"][key].is_array(), "{query}: {}", answer.json);
        }
    }
}

async fn unknown_parameters_are_ignored(conduit: &Conduit) {
    a_small_library(conduit).await;

    let answer = conduit.anonymous().get("/api/articles?utm_source=letter&tag=coal&&=").await;

    assert_eq!((answer.status, &answer.json["articlesCount"]), (200, &json!(1)));
}
