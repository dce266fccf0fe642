//! What a client says.

use std::io::{Error, ErrorKind, Result};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What a client says once it is connected.
#[derive(Debug)]
pub(in crate::scripted) enum Message {
    Parse { statement: String, text: String, parameters: Vec<u32> },
    Describe { statement: String },
    Bind { statement: String, values: Vec<Option<Vec<u8>>> },
    Execute,
    Close,
    Sync,
    Query { text: String },
    Terminate,
}

/// How a client asks for encryption.
const TLS: u32 = 80_877_103;

/// Longer than any message of a test.
const LONGEST: usize = 64 << 20;

/// Lets a client in, whoever it is; none is encrypted.
pub(in crate::scripted) async fn greet(client: &mut TcpStream) -> Result<()> {
    loop {
        let message = body(client).await?;
        if Fields(&mut message.as_slice()).u32()? != TLS {
            return Ok(());
        }
        client.write_all(b"N").await?;
    }
}

/// The next message.
pub(in crate::scripted) async fn read(client: &mut TcpStream) -> Result<Message> {
    let kind = client.read_u8().await?;
    let body = body(client).await?;
    let mut fields = Fields(&mut body.as_slice());
    let message = match kind {
        b'P' => Message::Parse {
            statement: fields.text()?,
            text: fields.text()?,
            parameters: fields.list(Fields::u32)?,
        },
        b'D' => {
            if fields.u8()? != b'S' {
                return Err(unknown("a description of a portal"));
            }
            Message::Describe { statement: fields.text()? }
        }
        b'B' => {
            let (_portal, statement) = (fields.text()?, fields.text()?);
            if fields.list(Fields::u16)?.iter().any(|format| *format != BINARY) {
                return Err(unknown("an argument in text"));
            }
            Message::Bind { statement, values: fields.list(Fields::value)? }
        }
        b'E' => Message::Execute,
        b'C' => Message::Close,
        b'S' => Message::Sync,
        b'Q' => Message::Query { text: fields.text()? },
        b'X' => Message::Terminate,
        kind => return Err(unknown(&format!("a message `{}`", kind.escape_ascii()))),
    };
    Ok(message)
}

const BINARY: u16 = 1;

fn unknown(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("the scripted server does not understand {what}"))
}

/// What comes after the length.
async fn body(client: &mut TcpStream) -> Result<Vec<u8>> {
    let length = client.read_u32().await? as usize;
    let length = length.checked_sub(4).filter(|length| *length <= LONGEST);
    let mut body = vec![0; length.ok_or_else(|| unknown("a message of this length"))?];
    client.read_exact(&mut body).await?;
    Ok(body)
}

/// The fields of a message that were not read yet.
struct Fields<'a, 'b>(&'a mut &'b [u8]);

impl Fields<'_, '_> {
    fn take(&mut self, length: usize) -> Result<&[u8]> {
        let (own, rest) =
            self.0.split_at_checked(length).ok_or_else(|| unknown("a message that ends early"))?;
        *self.0 = rest;
        Ok(own)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.take(N)?.try_into().expect("as many as were asked for"))
    }

    fn u8(&mut self) -> Result<u8> {
        self.number().map(u8::from_be_bytes)
    }

    fn u16(&mut self) -> Result<u16> {
        self.number().map(u16::from_be_bytes)
    }

    fn u32(&mut self) -> Result<u32> {
        self.number().map(u32::from_be_bytes)
    }

    fn text(&mut self) -> Result<String> {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        let text = String::from_utf8_lossy(self.take(length)?).into_owned();
        self.take(1)?;
        Ok(text)
    }

    /// A value, or NULL: its length is -1.
    fn value(&mut self) -> Result<Option<Vec<u8>>> {
        match usize::try_from(self.u32()?.cast_signed()) {
            Ok(length) => Ok(Some(self.take(length)?.to_vec())),
            Err(_) => Ok(None),
        }
    }

    fn list<T>(&mut self, field: impl Fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        (0..self.u16()?).map(|_| field(self)).collect()
    }
}
