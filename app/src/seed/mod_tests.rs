use std::sync::Arc;

use domain::fakes;
use domain::{ArticleFilter, ArticlePage, Page, PasswordAttempt, User};
use pretty_assertions::{assert_eq, assert_ne};

use super::*;

const SOME: Amount = Amount { users: 8, articles: 30 };

/// Sows `amount` into a fake storage of its own.
async fn sown(amount: Amount) -> (Providers, Sown) {
    let providers = fakes::providers();
    let sown = sow(&providers, amount, &ProgressBar::hidden()).await.unwrap();
    (providers, sown)
}

async fn articles(providers: &Providers) -> ArticlePage {
    let page = Page::new(100, 0).unwrap();
    let mut reader = providers.storage.read();
    reader.articles().list(&ArticleFilter::default(), page, None).await.unwrap()
}

async fn user(providers: &Providers, email: &Email) -> User {
    providers.storage.read().users().find_by_email(email).await.unwrap().unwrap()
}

#[tokio::test]
async fn as_much_is_made_as_was_asked_for() {
    let (providers, _) = sown(SOME).await;

    let page = articles(&providers).await;

    assert_eq!(page.total, 30);
    assert!(page.articles.iter().all(|article| article.tags.as_slice().len() == 3));
    assert!(page.articles.iter().any(|article| article.favorites_count > 0));
}

#[tokio::test]
async fn equal_databases_get_equal_data() {
    let (here, _) = sown(SOME).await;
    let (there, _) = sown(SOME).await;

    assert_eq!(articles(&here).await, articles(&there).await);
}

#[tokio::test]
async fn a_second_run_adds_others() {
    let (providers, first) = sown(SOME).await;
    let titles = |page: ArticlePage| page.articles.into_iter().map(|a| a.title).collect::<Vec<_>>();
    let titles_before = titles(articles(&providers).await);

    let second = sow(&providers, SOME, &ProgressBar::hidden()).await.unwrap();

    let page = articles(&providers).await;
    assert_ne!(first.email, second.email);
    assert_eq!(page.total, 60);
    let titles_after = titles(page);
    assert!(titles_after.iter().filter(|title| !titles_before.contains(title)).count() >= 25);
}

#[tokio::test]
async fn who_is_there_already_keeps_name_and_address() {
    let (providers, sown) = sown(Amount { users: 1, articles: 0 }).await;
    let mut renamed = user(&providers, &sown.email).await;
    renamed.username = domain::Username::parse("somebody else").unwrap();
    let mut work = providers.storage.begin().await.unwrap();
    work.users().update(&renamed).await.unwrap();
    work.commit().await.unwrap();

    let second = sow(&providers, SOME, &ProgressBar::hidden()).await.unwrap();

    assert_ne!(second.email, sown.email);
    assert_eq!(user(&providers, &sown.email).await, renamed);
}

#[tokio::test]
async fn the_user_who_is_named_can_sign_in_and_has_a_feed() {
    let (providers, sown) = sown(SOME).await;

    let user = user(&providers, &sown.email).await;
    let attempt = PasswordAttempt::parse(PASSWORD).unwrap();

    assert!((providers.verify_password)(attempt, Some(user.password)).await);
    let page = Page::new(100, 0).unwrap();
    let feed = providers.storage.read().articles().feed(user.id, page).await.unwrap();
    assert!(feed.total > 15, "{} of 30 articles are by others", feed.total);
    assert!(sown.to_string().contains(sown.email.as_str()) && sown.to_string().contains(PASSWORD));
}

#[tokio::test]
async fn all_passwords_cost_one_hash() {
    let hashes = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let fake = fakes::providers();
    let (count, hash) = (hashes.clone(), fake.hash_password.clone());
    let hash_password: domain::providers::HashPassword = Arc::new(move |password| {
        count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        hash(password)
    });

    sow(&Providers { hash_password, ..fake }, SOME, &ProgressBar::hidden()).await.unwrap();

    assert_eq!(hashes.load(std::sync::atomic::Ordering::Relaxed), 1);
}

#[tokio::test]
async fn nothing_is_from_the_future_and_the_newest_is_hours_old() {
    let (providers, _) = sown(SOME).await;

    let page = articles(&providers).await;

    let now = (providers.now)();
    let hours = |moment: domain::Timestamp| (now.as_micros() - moment.as_micros()) / 3_600_000_000;
    assert_eq!(hours(page.articles[0].created_at), 7);
    assert_eq!(hours(page.articles[29].created_at), 7 * 30);
}

#[tokio::test]
async fn many_rows_are_several_units_of_work() {
    let (providers, _) = sown(Amount { users: 300, articles: 2 }).await;

    assert_eq!(articles(&providers).await.total, 2);
}

#[test]
fn no_two_numbers_share_a_name() {
    let names: std::collections::HashSet<_> =
        (0..10_000).map(|number| people::name(number).to_string()).collect();

    assert_eq!(names.len(), 10_000);
    assert_eq!(people::name(0).as_str(), "rosalind.franklin");
}
