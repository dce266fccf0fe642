use std::sync::atomic::{AtomicUsize, Ordering};

use pretty_assertions::assert_eq;

use super::*;

/// A body of `left` pieces of a megabyte each, which counts those that were taken.
struct Pieces {
    left: usize,
    taken: Arc<AtomicUsize>,
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        self.left -= 1;
        self.taken.fetch_add(1, Ordering::Relaxed);
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(vec![0; 1024 * 1024])))))
    }
}

fn request(pieces: usize) -> (Request, Arc<AtomicUsize>) {
    let taken = Arc::new(AtomicUsize::new(0));
    let body = Pieces { left: pieces, taken: taken.clone() };
    (Request::new(Body::new(body)), taken)
}

#[tokio::test]
async fn what_a_handler_leaves_is_read() {
    let (request, taken) = request(5);
    let (request, unread) = Unread::of(request);
    let mut body = request.into_body();
    body.frame().await;
    drop(body);

    unread.unwrap().read().await;

    assert_eq!(taken.load(Ordering::Relaxed), 5);
}

#[tokio::test]
async fn who_never_ends_is_cut_off() {
    let (request, taken) = request(1_000_000);
    let (request, unread) = Unread::of(request);
    drop(request);

    unread.unwrap().read().await;

    assert_eq!(taken.load(Ordering::Relaxed), 17);
}

#[tokio::test]
async fn who_asks_before_sending_is_not_made_to_send() {
    let (mut request, taken) = request(5);
    request.headers_mut().insert(EXPECT, "100-continue".parse().unwrap());

    let (request, unread) = Unread::of(request);

    drop(request);
    assert!(unread.is_none());
    assert_eq!(taken.load(Ordering::Relaxed), 0);
}

#[test]
fn a_request_without_a_body_has_nothing_to_read() {
    let (_, unread) = Unread::of(Request::new(Body::empty()));

    assert!(unread.is_none());
}
