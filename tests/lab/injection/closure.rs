use std::sync::Arc;

async fn deliver(storage: FakeStorage, notifier: Shows, now: Now) {
    way::deliver_pending(Arc::new(storage), Arc::new(notifier), now)().await.unwrap();
}
