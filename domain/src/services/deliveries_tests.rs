use std::time::Duration;

use pretty_assertions::assert_eq;

use super::*;
use crate::providers::NotifyError;
use crate::services::delivery_policy::{ATTEMPTS, FIRST_DELAY, LONGEST_DELAY};
use crate::services::given::{draft, slug, title, username};
use crate::services::post::{Post, unavailable};
use crate::{ArticleEdit, Event, News, Timestamp};

fn pair(recipient: &str, title: &str) -> (String, String) {
    (recipient.to_owned(), title.to_owned())
}

#[tokio::test]
async fn followers_are_told_what_was_published() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    post.world.user("erwin").await;
    post.world.article(&rosalind, "On Helices").await;

    assert_eq!(post.deliver().await, (1, 0, 0));

    let told = post.inbox.told();
    let expected = Delivery {
        id: told[0].id,
        recipient: username("jocasta"),
        news: News {
            event: Event::Published,
            by: username("rosalind"),
            slug: slug("on-helices"),
            title: title("On Helices"),
        },
        created_at: Timestamp::from_micros(0),
        attempt: 1,
    };
    assert_eq!(told, [expected]);
}

#[tokio::test]
async fn an_author_is_told_of_comments() {
    let post = Post::new();
    let rosalind = post.world.user("rosalind").await;
    let jocasta = post.world.user("jocasta").await;
    let helices = post.world.article(&rosalind, "On Helices").await;
    let comment = post.world.comment(&jocasta, &helices, "Left or right?").await;

    assert_eq!(post.deliver().await, (1, 0, 0));

    let told = &post.inbox.told()[0];
    assert_eq!(told.recipient, username("rosalind"));
    assert_eq!((told.news.event, &told.news.by), (Event::Commented(comment), &username("jocasta")));
}

#[tokio::test]
async fn nobody_is_told_of_their_own_doings() {
    let post = Post::new();
    let rosalind = post.world.user("rosalind").await;
    post.world.follow(&rosalind, "rosalind").await;
    let helices = post.world.article(&rosalind, "On Helices").await;
    post.world.comment(&rosalind, &helices, "Right.").await;

    assert_eq!(post.deliver().await, (0, 0, 0));

    assert_eq!(post.told(), []);
}

#[tokio::test]
async fn an_edit_is_no_news() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    let helices = post.world.article(&rosalind, "On Helices").await;
    post.deliver().await;

    let edit = ArticleEdit { title: Some(title("On Knots")), ..ArticleEdit::default() };
    post.world.articles.edit(rosalind.id, &helices, edit).await.unwrap();

    assert_eq!(post.deliver().await, (0, 0, 0));
}

#[tokio::test]
async fn what_is_not_published_is_no_news() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    let unlucky = post.world.refusing_after(0);

    unlucky.articles.publish(rosalind.id, draft("On Helices")).await.unwrap();

    assert_eq!(post.deliver().await, (1, 0, 0));
}

#[tokio::test]
async fn what_arrived_is_not_told_again() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    post.world.article(&rosalind, "On Helices").await;
    let id = post.pending().await;

    post.deliver().await;
    post.pass(CLAIM * 2);

    assert_eq!(post.deliver().await, (0, 0, 0));
    assert_eq!(post.undelivered(id).await, None);
    assert_eq!(post.outcomes(id).await, [Outcome::Delivered]);
}

#[tokio::test]
async fn what_did_not_arrive_is_tried_again_after_a_while() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    post.world.article(&rosalind, "On Helices").await;
    let id = post.pending().await;
    post.will_fail([unavailable()]);

    assert_eq!(post.deliver().await, (0, 1, 0));
    assert_eq!(post.deliver().await, (0, 0, 0));
    post.pass(FIRST_DELAY);
    assert_eq!(post.deliver().await, (1, 0, 0));

    let until = Timestamp::from_micros(0).plus(FIRST_DELAY);
    let postponed = Outcome::Postponed { until, reason: "the line is dead".to_owned() };
    assert_eq!(post.outcomes(id).await, [postponed, Outcome::Delivered]);
}

#[tokio::test]
async fn what_never_arrives_is_given_up_and_kept() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    post.world.article(&rosalind, "On Helices").await;
    let id = post.pending().await;
    post.will_fail(vec![unavailable(); ATTEMPTS as usize]);

    for _ in 1..ATTEMPTS {
        assert_eq!(post.deliver().await, (0, 1, 0));
        post.pass(LONGEST_DELAY);
    }
    assert_eq!(post.deliver().await, (0, 0, 1));
    post.pass(LONGEST_DELAY);

    assert_eq!(post.deliver().await, (0, 0, 0));
    let kept = post.undelivered(id).await.unwrap();
    assert_eq!((kept.attempts, kept.due_at), (ATTEMPTS, None));
    let reason = "the line is dead".to_owned();
    assert_eq!(post.outcomes(id).await.last(), Some(&Outcome::GivenUp { reason }));
}

#[tokio::test]
async fn who_refuses_is_not_asked_again() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    post.world.article(&rosalind, "On Helices").await;
    let id = post.pending().await;
    post.will_fail([NotifyError::Refused("no such person".to_owned())]);

    assert_eq!(post.deliver().await, (0, 0, 1));
    post.pass(LONGEST_DELAY);

    assert_eq!(post.deliver().await, (0, 0, 0));
    let reason = "no such person".to_owned();
    assert_eq!(post.outcomes(id).await, [Outcome::GivenUp { reason }]);
}

#[tokio::test]
async fn one_that_does_not_arrive_keeps_no_other_back() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    for title in ["One", "Two", "Three"] {
        post.world.article(&rosalind, title).await;
        post.pass(Duration::from_secs(1));
    }
    post.will_fail([unavailable()]);

    assert_eq!(post.deliver().await, (2, 1, 0));

    assert_eq!(post.told(), [pair("jocasta", "Two"), pair("jocasta", "Three")]);
}

#[tokio::test]
async fn more_than_a_batch_is_told_batch_by_batch() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    let titles: Vec<String> = (0..=BATCH).map(|number| format!("Part {number}")).collect();
    for title in &titles {
        post.world.article(&rosalind, title).await;
        post.pass(Duration::from_secs(1));
    }

    assert_eq!(post.deliver().await, (BATCH as usize, 0, 0));
    assert_eq!(post.deliver().await, (1, 0, 0));

    let expected: Vec<_> = titles.iter().map(|title| pair("jocasta", title)).collect();
    assert_eq!(post.told(), expected);
}

#[tokio::test]
async fn a_worker_that_died_leaves_its_claims_to_the_next() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    post.world.article(&rosalind, "On Helices").await;
    let claimed = post.world.deliveries.claim().await.unwrap();
    post.world.deliveries.deliver(&claimed[0]).await;
    // Here it dies.

    assert_eq!(post.deliver().await, (0, 0, 0));
    post.pass(CLAIM);
    assert_eq!(post.deliver().await, (1, 0, 0));

    assert_eq!((post.told(), post.asked()), (vec![pair("jocasta", "On Helices")], 2));
    assert_eq!(post.outcomes(claimed[0].id).await, [Outcome::Delivered]);
}

#[tokio::test]
async fn what_loses_to_a_rival_when_it_is_settled_is_not_told_again() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    post.world.article(&rosalind, "On Helices").await;
    // After the unit of work that claims.
    let unlucky = post.world.refusing_after(1);

    let tally = unlucky.deliveries.deliver_pending().await.unwrap();

    assert_eq!(tally, Tally { delivered: 1, ..Tally::default() });
    assert_eq!(post.deliver().await, (0, 0, 0));
    assert_eq!(post.asked(), 1);
}

#[tokio::test]
async fn two_workers_tell_nothing_twice() {
    let post = Post::new();
    let (rosalind, _) = post.rosalind_and_jocasta().await;
    post.world.article(&rosalind, "On Helices").await;
    let rival = post.world.clone().deliveries;
    let unlucky = post.world.contested(|_| async move {
        rival.deliver_pending().await.unwrap();
    });

    let tally = unlucky.deliveries.deliver_pending().await.unwrap();

    assert_eq!(tally.total(), 0);
    assert_eq!((post.told(), post.asked()), (vec![pair("jocasta", "On Helices")], 1));
}
