use pretty_assertions::assert_eq;

use super::*;

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

fn lost(conflict: Conflict) -> Result<&'static str, StorageError> {
    Err(StorageError::Conflict(conflict))
}
