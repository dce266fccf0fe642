use std::sync::atomic::{AtomicU8, Ordering};
use std::task::Poll;

use pretty_assertions::{assert_eq, assert_ne};
use tokio::sync::OwnedSemaphorePermit;

use super::*;

/// As cheap as the algorithm allows.
fn cheap() -> Params {
    Params::new(Params::MIN_M_COST, 1, 1, None).unwrap()
}

fn counting_salt() -> [u8; 16] {
    static COUNT: AtomicU8 = AtomicU8::new(0);
    [COUNT.fetch_add(1, Ordering::Relaxed); 16]
}

fn passwords() -> Passwords {
    Passwords::new(cheap(), 2, counting_salt)
}

fn photograph() -> Password {
    Password::parse("photograph 51").unwrap()
}

fn attempt(text: &str) -> PasswordAttempt {
    PasswordAttempt::parse(text).unwrap()
}

/// Takes every permit, so that nobody's turn comes.
async fn busy(passwords: &Passwords) -> OwnedSemaphorePermit {
    passwords.permits.clone().acquire_many_owned(2).await.unwrap()
}

#[tokio::test]
async fn a_password_is_verified_by_its_hash() {
    let hash = passwords().hash(photograph()).await;

    assert!(passwords().verify(attempt("photograph 51"), Some(hash.clone())).await);
    assert!(!passwords().verify(attempt("photograph 52"), Some(hash)).await);
}

#[tokio::test]
async fn one_password_hashed_twice_is_not_recognised() {
    let first = passwords().hash(photograph()).await;
    let second = passwords().hash(photograph()).await;

    assert_ne!(first.reveal(), second.reveal());
}

#[tokio::test]
async fn a_hash_says_how_it_was_made() {
    let costly = Passwords::new(Params::default(), 1, counting_salt);

    let hash = costly.hash(photograph()).await;

    assert!(hash.reveal().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.reveal());
}

#[tokio::test]
async fn a_hash_of_another_cost_is_still_verified() {
    let dearer = Passwords::new(Params::new(64, 3, 2, Some(24)).unwrap(), 1, counting_salt);

    let hash = dearer.hash(photograph()).await;

    assert!(passwords().verify(attempt("photograph 51"), Some(hash)).await);
}

#[tokio::test]
async fn a_hash_that_another_program_made_is_verified() {
    use argon2::PasswordHasher;
    let library =
        Argon2::from(cheap()).hash_password_with_salt(b"photograph 51", b"salt of another");
    let hash = PasswordHash::new(library.unwrap().to_string());

    assert!(passwords().verify(attempt("photograph 51"), Some(hash)).await);
}

#[tokio::test]
async fn nobody_has_the_password_of_nobody() {
    assert!(!passwords().verify(attempt("photograph 51"), None).await);
}

#[tokio::test]
async fn to_refuse_a_stranger_is_the_same_work_behind_the_same_limit() {
    let passwords = passwords();
    let all_permits = busy(&passwords).await;
    let mut refusal = Box::pin(passwords.clone().verify(attempt("photograph 51"), None));

    let while_busy = futures_poll(&mut refusal).await;
    drop(all_permits);

    assert_eq!(while_busy, Poll::Pending);
    assert!(!refusal.await);
    let decoy = Known::decoy(cheap());
    assert_eq!((decoy.cost.block_count(), decoy.hash.len()), (cheap().block_count(), 32));
}

#[tokio::test]
async fn a_hash_that_cannot_be_read_matches_nothing() {
    for broken in
        ["", "photograph 51", "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ", "$scrypt$ln=1$a$b"]
    {
        let stored = Some(PasswordHash::new(broken));
        assert!(!passwords().verify(attempt("photograph 51"), stored).await, "{broken}");
    }
}

#[tokio::test]
async fn work_that_was_given_up_keeps_its_permit_until_it_ends() {
    let passwords = passwords();
    let (release, released) = std::sync::mpsc::channel::<()>();
    let mut abandoned = Box::pin(passwords.in_turn(move || released.recv().is_ok()));

    let started = futures_poll(&mut abandoned).await;
    drop(abandoned);

    assert_eq!(started, Poll::Pending);
    assert_eq!(passwords.permits.available_permits(), 1);
    release.send(()).unwrap();
    drop(busy(&passwords).await);
}

/// Polls once, to see whether it is ready.
async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
    std::future::poll_fn(|context| Poll::Ready(std::pin::Pin::new(&mut *future).poll(context)))
        .await
}
