//! How a statement is answered.

use super::refusal::Refusal;
use super::report::column_list;
use super::rows::Table;
use super::session::{Session, Trouble};
use super::shown::{shown, type_name};
use super::stage::Executed;
use super::step::Outcome;
use super::transaction::{Effect, Status, effect, tag};
use super::value::Value;
use super::wire::Format;

impl Session {
    /// What was prepared and bound.
    pub async fn execute(&mut self) -> Result<(), Trouble> {
        let Some((prepared, args)) = self.bound.take() else {
            return Err(self.stage.play(|play| play.fail("nothing is bound".to_owned())).into());
        };
        let (outcome, step) = self.run(&prepared.text, &args, &prepared.parameters).await?;
        if let Outcome::Returns(table) = &outcome {
            // They were announced when the statement was prepared, and the client goes by that.
            if table.columns != prepared.columns {
                let (now, then) = (column_list(&table.columns), column_list(&prepared.columns));
                let report = format!("{step}\n  columns   {now}\n  prepared  {then}");
                return Err(self.stage.play(|play| play.fail(report)).into());
            }
            for row in &table.rows {
                self.answer.row(row.iter().map(|value| value.bytes.as_deref()));
            }
        }
        self.done(&prepared.text, &outcome);
        Ok(())
    }

    /// Raw SQL: no arguments, and all values as text.
    pub async fn query(&mut self, text: &str) -> Result<(), Trouble> {
        let (outcome, _) = self.run(text, &[], &[]).await?;
        if let Outcome::Returns(table) = &outcome {
            self.answer.columns(&table.columns, Format::Text);
            self.rows_as_text(table)?;
        }
        self.done(text, &outcome);
        Ok(())
    }

    fn rows_as_text(&mut self, table: &Table) -> Result<(), Refusal> {
        for row in &table.rows {
            let mut texts = vec![];
            for Value { oid, bytes } in row {
                let text = bytes.as_ref().map(|bytes| shown(*oid, bytes));
                if text == Some(None) {
                    let report = format!("raw SQL cannot be answered {}", type_name(*oid));
                    return Err(self.stage.play(|play| play.fail(report)));
                }
                texts.push(text.flatten());
            }
            self.answer.row(texts.iter().map(|text| text.as_ref().map(String::as_bytes)));
        }
        Ok(())
    }

    fn done(&mut self, text: &str, outcome: &Outcome) {
        let rows = match outcome {
            Outcome::Affects(rows) => *rows,
            Outcome::Returns(table) => table.rows.len() as u64,
            Outcome::Fails(_) | Outcome::Disconnects => 0,
        };
        self.answer.done(&tag(text, rows));
    }

    /// Whether this connection may say this now.
    pub async fn may_speak(&mut self, text: &str) -> Result<(), Refusal> {
        self.stage.turn(self.number, text).await?;
        let ends = matches!(effect(text), Some(Effect::Ends | Effect::Restores));
        if self.status == Status::Aborted && !ends {
            return Err(self.stage.play(|play| play.refuse(text)));
        }
        Ok(())
    }

    /// What the script answers, where that is no trouble; and the step that says so.
    async fn run(
        &mut self,
        text: &str,
        args: &[Value],
        parameters: &[u32],
    ) -> Result<(Outcome, String), Trouble> {
        self.may_speak(text).await?;
        let effect = effect(text);
        if effect == Some(Effect::Ends) && self.status == Status::Idle {
            // There is nothing to end, and a server does not mind. sqlx rolls back what it could
            // not commit.
            return Ok((Outcome::Affects(0), String::new()));
        }
        let taken = self.stage.play(|play| play.take(text, args));
        if effect == Some(Effect::Ends) {
            self.status = Status::Idle;
            self.stage.play(|play| play.ends(self.number));
        }
        let (outcome, step) = taken?;
        if effect.is_none() {
            let columns = match &outcome {
                Outcome::Returns(table) => Some(table.columns.clone()),
                _ => None,
            };
            let (text, parameters) = (text.to_owned(), parameters.to_vec());
            let executed = Executed { text, parameters, columns, step: step.clone() };
            self.stage.play(|play| play.executed.push(executed));
        }
        match outcome {
            Outcome::Disconnects => return Err(Trouble::Disconnected),
            Outcome::Fails(refusal) => return Err(refusal.into()),
            _ => {}
        }
        match effect {
            Some(Effect::Begins) => {
                self.status = Status::Open;
                self.stage.play(|play| play.begins(self.number, step.clone()));
            }
            Some(Effect::Restores) => self.status = Status::Open,
            Some(Effect::Ends) | None => {}
        }
        Ok((outcome, step))
    }
}
