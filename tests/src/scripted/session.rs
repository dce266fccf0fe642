//! One connection.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::refusal::Refusal;
use super::rows::Column;
use super::stage::Stage;
use super::step::normal;
use super::transaction::Status;
use super::value::Value;
use super::wire::{Answer, Format, Message, greet, read};

/// What the server knows of one client.
pub(super) struct Session {
    pub number: usize,
    pub stage: Arc<Stage>,
    pub answer: Answer,
    pub status: Status,
    prepared: HashMap<String, Prepared>,
    pub bound: Option<(Prepared, Vec<Value>)>,
    /// After an error, nothing is done until the client waits for an answer.
    is_skipping: bool,
}

#[derive(Clone)]
pub(super) struct Prepared {
    pub text: String,
    pub parameters: Vec<u32>,
    pub columns: Vec<Column>,
}

/// Why a statement has no answer.
pub(super) enum Trouble {
    Refused(Refusal),
    Disconnected,
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Session {
    pub fn new(number: usize, stage: Arc<Stage>) -> Self {
        Self {
            number,
            stage,
            answer: Answer::default(),
            status: Status::Idle,
            prepared: HashMap::new(),
            bound: None,
            is_skipping: false,
        }
    }

    /// Serves a client until it leaves.
    pub async fn serve(mut self, mut client: TcpStream) {
        if let Err(error) = self.converse(&mut client).await
            && error.kind() == io::ErrorKind::InvalidData
        {
            self.stage.play(|play| play.fail(error.to_string()));
        }
        self.stage.play(|play| play.ends(self.number));
    }

    async fn converse(&mut self, client: &mut TcpStream) -> io::Result<()> {
        client.set_nodelay(true)?;
        greet(client).await?;
        self.answer.welcome();
        loop {
            client.write_all(&std::mem::take(&mut self.answer.0)).await?;
            let message = read(client).await?;
            let outcome = match message {
                Message::Terminate => return Ok(()),
                Message::Sync => {
                    self.is_skipping = false;
                    self.answer.ready(self.status.letter());
                    Ok(())
                }
                Message::Query { text } => {
                    let outcome = self.query(&normal(&text)).await;
                    let outcome = self.tell(outcome);
                    self.answer.ready(self.status.letter());
                    outcome
                }
                _ if self.is_skipping => Ok(()),
                step => {
                    let outcome = self.take(step).await;
                    self.is_skipping = outcome.is_err();
                    self.tell(outcome)
                }
            };
            if outcome.is_err() {
                return Ok(());
            }
        }
    }

    /// Tells the client of an error. The other trouble is that there is nobody to tell.
    fn tell(&mut self, outcome: Result<(), Trouble>) -> Result<(), ()> {
        match outcome {
            Ok(()) => Ok(()),
            Err(Trouble::Disconnected) => Err(()),
            Err(Trouble::Refused(refusal)) => {
                self.answer.refused(&refusal);
                self.status = self.status.after_an_error();
                Ok(())
            }
        }
    }

    /// One of the messages that make up a prepared statement.
    async fn take(&mut self, message: Message) -> Result<(), Trouble> {
        match message {
            Message::Parse { statement, text, parameters } => {
                let text = normal(&text);
                self.may_speak(&text).await?;
                let columns = self.stage.play(|play| play.prepare(&text))?;
                self.prepared.insert(statement, Prepared { text, parameters, columns });
                self.answer.parsed();
            }
            Message::Describe { statement } => {
                let prepared = self.prepared(&statement)?;
                self.answer.parameters(&prepared.parameters);
                self.answer.columns(&prepared.columns, Format::Binary);
            }
            Message::Bind { statement, values } => {
                let prepared = self.prepared(&statement)?;
                let oid = |at| prepared.parameters.get(at).copied().unwrap_or_default();
                let typed = values.into_iter().enumerate();
                let values = typed.map(|(at, bytes)| Value { oid: oid(at), bytes }).collect();
                self.bound = Some((prepared, values));
                self.answer.bound();
            }
            Message::Execute => self.execute().await?,
            Message::Close => self.answer.closed(),
            Message::Sync | Message::Query { .. } | Message::Terminate => {}
        }
        Ok(())
    }

    fn prepared(&self, statement: &str) -> Result<Prepared, Refusal> {
        let none = || self.stage.play(|play| play.fail(format!("no statement `{statement}`")));
        self.prepared.get(statement).cloned().ok_or_else(none)
    }
}
