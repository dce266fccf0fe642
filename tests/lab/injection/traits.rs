use std::sync::Arc;

async fn deliver(storage: FakeStorage, notifier: Shows, now: Now) {
    let providers = domain::providers::Providers {
        storage: Arc::new(storage),
        notifier: Arc::new(notifier),
        now,
        ..fakes::providers()
    };
    way::DeliveryService::new(&providers).deliver_pending().await.unwrap();
}
