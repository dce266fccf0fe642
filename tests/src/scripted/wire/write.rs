//! What the server answers.

use crate::scripted::refusal::Refusal;
use crate::scripted::rows::Column;

/// How values are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scripted) enum Format {
    Text = 0,
    Binary = 1,
}

/// Messages that are sent together.
#[derive(Debug, Default)]
pub(in crate::scripted) struct Answer(pub Vec<u8>);

impl Answer {
    pub fn welcome(&mut self) {
        self.message(b'R', |body| body.extend(0_u32.to_be_bytes()));
        self.message(b'S', |body| {
            text(body, "server_version");
            text(body, "17.0");
        });
        self.ready(b'I');
    }

    /// `I` in no transaction, `T` in one, `E` in one that is aborted.
    pub fn ready(&mut self, status: u8) {
        self.message(b'Z', |body| body.push(status));
    }

    pub fn parsed(&mut self) {
        self.message(b'1', |_| {});
    }

    pub fn bound(&mut self) {
        self.message(b'2', |_| {});
    }

    pub fn closed(&mut self) {
        self.message(b'3', |_| {});
    }

    pub fn parameters(&mut self, types: &[u32]) {
        self.message(b't', |body| {
            count(body, types.len());
            body.extend(types.iter().flat_map(|oid| oid.to_be_bytes()));
        });
    }

    pub fn columns(&mut self, columns: &[Column], format: Format) {
        if columns.is_empty() {
            return self.message(b'n', |_| {});
        }
        self.message(b'T', |body| {
            count(body, columns.len());
            for column in columns {
                text(body, &column.name);
                // Of no table, and no column of it.
                body.extend([0; 6]);
                body.extend(column.oid.to_be_bytes());
                // Of any width, without a modifier.
                body.extend([0xff; 6]);
                body.extend((format as u16).to_be_bytes());
            }
        });
    }

    pub fn row<'a>(&mut self, values: impl ExactSizeIterator<Item = Option<&'a [u8]>>) {
        self.message(b'D', |body| {
            count(body, values.len());
            for value in values {
                body.extend(value.map_or(u32::MAX, |value| length(value.len())).to_be_bytes());
                body.extend(value.unwrap_or_default());
            }
        });
    }

    /// What was done, and with how many rows.
    pub fn done(&mut self, tag: &str) {
        self.message(b'C', |body| text(body, tag));
    }

    pub fn refused(&mut self, refusal: &Refusal) {
        self.message(b'E', |body| {
            let message = [(b'S', "ERROR"), (b'V', "ERROR"), (b'C', refusal.code)];
            let constraint = refusal.constraint.map(|name| (b'n', name));
            for (field, value) in
                message.into_iter().chain([(b'M', &*refusal.message)]).chain(constraint)
            {
                body.push(field);
                text(body, value);
            }
            body.push(0);
        });
    }

    fn message(&mut self, kind: u8, body: impl FnOnce(&mut Vec<u8>)) {
        self.0.push(kind);
        let from = self.0.len();
        self.0.extend([0; 4]);
        body(&mut self.0);
        let length = length(self.0.len() - from);
        self.0[from..from + 4].copy_from_slice(&length.to_be_bytes());
    }
}

fn text(body: &mut Vec<u8>, text: &str) {
    body.extend(text.as_bytes());
    body.push(0);
}

fn count(body: &mut Vec<u8>, count: usize) {
    body.extend(u16::try_from(count).expect("as few as a test writes down").to_be_bytes());
}

fn length(length: usize) -> u32 {
    u32::try_from(length).expect("as short as what a test writes down")
}
