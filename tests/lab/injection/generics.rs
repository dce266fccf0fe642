async fn deliver(storage: FakeStorage, notifier: Shows, now: Now) {
    way::Deliveries::new(storage, notifier, move || now()).deliver_pending().await.unwrap();
}
