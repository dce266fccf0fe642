use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use pretty_assertions::assert_eq;

use super::*;

/// Output that a test reads, and that stands still until it is let go.
#[derive(Clone)]
struct Page {
    text: Arc<Mutex<Vec<u8>>>,
    arrived: SyncSender<()>,
    go: Arc<Mutex<Receiver<()>>>,
}

impl Page {
    /// The page, what is told when its first line arrives, and what lets it go.
    fn blocked() -> (Self, Receiver<()>, SyncSender<()>) {
        let ((arrived, arrival), (let_go, go)) = (sync_channel(1), sync_channel(1));
        let page = Self { text: Arc::default(), arrived, go: Arc::new(Mutex::new(go)) };
        (page, arrival, let_go)
    }

    fn text(&self) -> String {
        String::from_utf8(self.text.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Page {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.text.lock().unwrap().is_empty() {
            self.arrived.send(()).unwrap();
            self.go.lock().unwrap().recv().unwrap();
        }
        self.text.lock().unwrap().extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes one line that blocks the writer, then ten more with room for two.
fn overflow(json: bool) -> String {
    let (page, arrival, let_go) = Page::blocked();
    let (mut lines, writer) = unwaiting(page.clone(), 2, json);
    lines.write_all(b"the first\n").unwrap();
    arrival.recv().unwrap();
    for _ in 0..10 {
        lines.write_all(b"another\n").unwrap();
    }
    let_go.send(()).unwrap();
    drop(writer);
    page.text()
}

#[test]
fn lines_that_found_no_room_are_told() {
    assert_eq!(
        overflow(false),
        "the first\nanother\nanother\n\
         WARN 8 log lines were dropped, because nobody read them in time\n"
    );
}

#[test]
fn a_machine_is_told_in_json() {
    let text = overflow(true);

    let told: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();

    assert_eq!(told["dropped"], 8);
    assert_eq!(told["level"], "WARN");
}

#[test]
fn all_that_waits_is_written_at_the_end() {
    let (page, arrival, let_go) = Page::blocked();
    let (mut lines, writer) = unwaiting(page.clone(), 100, false);
    lines.write_all(b"the first\n").unwrap();
    arrival.recv().unwrap();
    lines.write_all(b"the last\n").unwrap();

    let_go.send(()).unwrap();
    drop(writer);

    assert_eq!(page.text(), "the first\nthe last\n");
}

#[test]
fn an_event_in_json_is_one_object_with_its_fields_beside_the_message() {
    let (page, _arrival, let_go) = Page::blocked();
    let (lines, writer) = unwaiting(page.clone(), 100, true);
    let_go.send(()).unwrap();

    tracing::subscriber::with_default(tracing_subscriber::registry().with(as_json(lines)), || {
        tracing::info!(helix = "double", "seen");
    });
    drop(writer);

    let object: serde_json::Value = serde_json::from_str(&page.text()).unwrap();
    assert_eq!(object["message"], "seen");
    assert_eq!(object["helix"], "double");
    assert_eq!(object["level"], "INFO");
}

#[test]
fn a_filter_that_cannot_be_read_is_told_in_one_line() {
    let refusal = start("app=loud", LogFormat::Json).err().unwrap();

    let told = format!("{refusal:#}");
    assert!(told.starts_with("--log `app=loud` is not a filter") && !told.contains('\n'), "{told}");
}

#[test]
fn a_filter_is_made_of_levels() {
    for filter in ["info", "off", "warn,app=debug", "WARN, app=TRACE"] {
        assert!(targets(filter).is_ok(), "{filter}");
    }
}

#[test]
fn a_word_that_is_no_level_is_told() {
    for filter in ["inof", "", "app=", "warn,app", "app=loud"] {
        let refused = targets(filter).unwrap_err().to_string();

        assert!(refused.starts_with(&format!("--log `{filter}` is not a filter: `")), "{refused}");
    }
}
