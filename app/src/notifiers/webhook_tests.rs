use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use domain::{CommentId, News, NotificationId, Slug, Timestamp, Title, Username};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use uuid::Uuid;

use super::*;

const SECRET_TEXT: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

fn delivery(event: Event) -> Delivery {
    Delivery {
        id: NotificationId(Uuid::from_u128(51)),
        recipient: Username::parse("jocasta").unwrap(),
        news: News {
            event,
            by: Username::parse("rosalind").unwrap(),
            slug: Slug::parse("on-helices").unwrap(),
            title: Title::parse("On Helices").unwrap(),
        },
        created_at: Timestamp::from_micros(1_577_880_000_000_000),
        attempt: 1,
    }
}

fn notifier(url: &str) -> WebhookNotifier {
    let now: Now = Arc::new(|| Timestamp::from_micros(1_577_880_001_999_999));
    WebhookNotifier::new(url, SECRET_TEXT, now).unwrap()
}

async fn bound() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook?team=dna", listener.local_addr().unwrap());
    (listener, url)
}

/// A receiver that answers `status` and remembers what it was sent.
async fn receiver(status: StatusCode) -> (String, Arc<Mutex<Vec<(HeaderMap, String)>>>) {
    let received: Arc<Mutex<Vec<_>>> = Arc::default();
    let remembered = received.clone();
    let hook = post(async move |headers: HeaderMap, body: String| {
        remembered.lock().unwrap().push((headers, body));
        status
    });
    let (listener, url) = bound().await;
    tokio::spawn(async { axum::serve(listener, Router::new().route("/hook", hook)).await });
    (url, received)
}

#[tokio::test]
async fn a_notification_is_posted_as_json() {
    let (url, received) = receiver(StatusCode::NO_CONTENT).await;
    let notifier = notifier(&url);

    notifier.notify(&delivery(Event::Published)).await.unwrap();
    notifier.notify(&delivery(Event::Commented(CommentId(7)))).await.unwrap();

    let bodies: Vec<Value> = received
        .lock()
        .unwrap()
        .iter()
        .map(|(_, body)| body)
        .map(|body| serde_json::from_str(body).unwrap())
        .collect();
    let published = json!({
        "type": "article.published",
        "timestamp": "2020-01-01T12:00:00.000000Z",
        "data": {
            "recipient": "jocasta",
            "by": "rosalind",
            "article": { "slug": "on-helices", "title": "On Helices" },
        },
    });
    let mut commented = published.clone();
    commented["type"] = json!("article.commented");
    commented["data"]["commentId"] = json!(7);
    assert_eq!(bodies, [published, commented]);
}

#[tokio::test]
async fn the_headers_name_it_and_sign_it() {
    let (url, received) = receiver(StatusCode::OK).await;

    notifier(&url).notify(&delivery(Event::Published)).await.unwrap();

    let received = received.lock().unwrap();
    let (headers, body) = &received[0];
    assert_eq!(headers["content-type"], "application/json");
    assert_eq!(headers["webhook-id"], "00000000-0000-0000-0000-000000000033");
    assert_eq!(headers["webhook-timestamp"], "1577880001");
    let key = BASE64_STANDARD.decode(&SECRET_TEXT[PREFIX.len()..]).unwrap();
    let signed = format!("00000000-0000-0000-0000-000000000033.1577880001.{body}");
    let signature = headers["webhook-signature"].to_str().unwrap().strip_prefix("v1,").unwrap();
    let verified = Hmac::<Sha256>::new_from_slice(&key).unwrap().chain_update(signed);
    verified.verify_slice(&BASE64_STANDARD.decode(signature).unwrap()).unwrap();
}

/// The example in the specification's own test suites.
#[test]
fn a_signature_is_the_one_that_others_compute() {
    let key = BASE64_STANDARD.decode(&SECRET_TEXT[PREFIX.len()..]).unwrap();
    let signed = Hmac::<Sha256>::new_from_slice(&key)
        .unwrap()
        .chain_update("msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}");

    let signature = BASE64_STANDARD.encode(signed.finalize().into_bytes());

    assert_eq!(signature, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

#[tokio::test]
async fn what_may_be_mended_is_worth_another_attempt() {
    for status in [301, 401, 404, 408, 429, 500, 503] {
        let status = StatusCode::from_u16(status).unwrap();
        let (url, _) = receiver(status).await;

        let error = notifier(&url).notify(&delivery(Event::Published)).await.unwrap_err();

        let told = format!("the receiver answered {status}");
        assert_eq!(error, NotifyError::Unavailable(told));
    }
}

#[tokio::test]
async fn who_finds_fault_or_is_gone_has_refused() {
    for status in [400, 410, 413, 415, 422] {
        let status = StatusCode::from_u16(status).unwrap();
        let (url, _) = receiver(status).await;

        let error = notifier(&url).notify(&delivery(Event::Published)).await.unwrap_err();

        assert_eq!(error, NotifyError::Refused(format!("the receiver answered {status}")));
    }
}

#[tokio::test]
async fn who_does_not_answer_is_not_waited_for_longer() {
    let (_silent, url) = bound().await;
    let notifier = WebhookNotifier { patience: Duration::from_millis(20), ..notifier(&url) };

    let error = notifier.notify(&delivery(Event::Published)).await.unwrap_err();

    assert_eq!(error, NotifyError::Unavailable("no answer in 20ms".to_owned()));
}

#[tokio::test]
async fn who_answers_nonsense_or_nothing_is_worth_another_attempt() {
    for answer in ["Hello, Rosalind!\r\n\r\n", ""] {
        let (listener, url) = bound().await;
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.write_all(answer.as_bytes()).await.unwrap();
        });

        let error = notifier(&url).notify(&delivery(Event::Published)).await.unwrap_err();

        assert!(matches!(error, NotifyError::Unavailable(_)), "{answer:?}: {error:?}");
    }
}

#[tokio::test]
async fn who_is_not_there_is_told_of_in_one_line() {
    let (listener, url) = bound().await;
    drop(listener);

    let error = notifier(&url).notify(&delivery(Event::Published)).await.unwrap_err();

    let NotifyError::Unavailable(reason) = error else { panic!("{error:?}") };
    assert!(reason.contains("Connection refused"), "{reason}");
    assert_eq!(reason.lines().count(), 1);
}

#[test]
fn a_url_or_a_secret_that_cannot_be_is_refused_by_its_flag() {
    let now: Now = Arc::new(|| Timestamp::from_micros(0));
    let refused = |url, secret| {
        WebhookNotifier::new(url, secret, now.clone()).map(|_| ()).unwrap_err().to_string()
    };

    for url in ["", "hook", "/hook", "ftp://helix.example/hook", "https://"] {
        assert!(refused(url, SECRET_TEXT).starts_with("--webhook-url "), "{url}");
    }
    for secret in ["", "whsec_", "whsec_c2hvcnQ=", "whsec_?", &SECRET_TEXT[PREFIX.len()..]] {
        assert!(refused("https://helix.example", secret).starts_with("--webhook-secret "));
    }
}
