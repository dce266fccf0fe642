use std::sync::Arc;

async fn deliver(storage: FakeStorage, notifier: Shows, now: Now) {
    let deliveries = way::Deliveries::over(Arc::new(storage), Arc::new(notifier), now);
    deliveries.deliver_pending().await.unwrap();
}
