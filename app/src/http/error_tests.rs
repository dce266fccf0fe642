use domain::providers::Conflict;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

use super::*;
use crate::http::probe::Answer;

async fn told(error: impl Into<ApiError>) -> (u16, Value) {
    Answer::of(error.into().into_response()).await.told()
}

fn down() -> StorageError {
    StorageError::Unavailable("disk 7 is full".into())
}

#[tokio::test]
async fn a_taken_name_or_address_is_a_conflict() {
    let taken = |key: &str| json!({"errors": {key: ["has already been taken"]}});

    assert_eq!(told(AccountError::UsernameTaken).await, (409, taken("username")));
    assert_eq!(told(AccountError::EmailTaken).await, (409, taken("email")));
}

#[tokio::test]
async fn credentials_and_tokens_are_told_apart() {
    let credentials = json!({"errors": {"credentials": ["invalid"]}});
    let token = json!({"errors": {"token": ["is invalid"]}});

    assert_eq!(told(AccountError::InvalidCredentials).await, (401, credentials));
    assert_eq!(told(AccountError::InvalidToken).await, (401, token));
}

#[tokio::test]
async fn what_is_not_there_is_named() {
    let missing = |key: &str| json!({"errors": {key: ["not found"]}});

    assert_eq!(told(ProfileError::NotFound).await, (404, missing("profile")));
    assert_eq!(told(ArticleError::NotFound).await, (404, missing("article")));
    assert_eq!(told(CommentError::ArticleNotFound).await, (404, missing("article")));
    assert_eq!(told(CommentError::NotFound).await, (404, missing("comment")));
}

#[tokio::test]
async fn what_is_anothers_is_named() {
    let forbidden = |key: &str| json!({"errors": {key: ["forbidden"]}});

    assert_eq!(told(ArticleError::Forbidden).await, (403, forbidden("article")));
    assert_eq!(told(CommentError::Forbidden).await, (403, forbidden("comment")));
}

#[tokio::test]
async fn a_storage_that_is_down_or_busy_may_be_asked_again() {
    let unavailable = json!({"errors": {"server": ["is unavailable"]}});
    let busy = json!({"errors": {"server": ["is busy"]}});

    assert_eq!(told(down()).await, (503, unavailable.clone()));
    assert_eq!(told(AccountError::Storage(down())).await, (503, unavailable.clone()));
    assert_eq!(told(ProfileError::Storage(down())).await, (503, unavailable.clone()));
    assert_eq!(told(ArticleError::Storage(down())).await, (503, unavailable.clone()));
    assert_eq!(told(CommentError::Storage(down())).await, (503, unavailable));
    assert_eq!(told(StorageError::Conflict(Conflict::Concurrent)).await, (503, busy));
}

#[tokio::test]
async fn inconsistent_data_is_our_own_failure() {
    let error = StorageError::Inconsistent("two rosalinds".into());

    let answer = told(error).await;

    assert_eq!(answer, (500, json!({"errors": {"server": ["failed unexpectedly"]}})));
}

#[test]
fn the_log_gets_the_cause_and_what_caused_it() {
    let response = ApiError::from(down()).into_response();

    let cause = response.extensions().get::<Cause>().map(Cause::chain);

    assert_eq!(cause.as_deref(), Some("storage is unavailable: disk 7 is full"));
}
