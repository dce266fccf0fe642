//! What a real database makes of the statements that a script has answered.

use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgConnection, PgPool, PgStatement, PgTypeInfo};
use sqlx::{AssertSqlSafe, Column as _, Either, Executor, SqlSafeStr, Statement};

use super::report::Report;
use super::rows::Column;
use super::shown::{is_same, type_name};
use super::stage::Executed;

pub(super) async fn check(executed: &[Executed], real: &PgPool) -> Result<(), Report> {
    let failed = |error: sqlx::Error| Report(format!("no database to check against: {error}"));
    let mut connection = real.acquire().await.map_err(failed)?;
    let mut reports = vec![];
    for statement in executed {
        let differences = match prepare(&mut connection, statement).await {
            Ok(prepared) => differences(statement, &prepared),
            Err(sqlx::Error::Database(refusal)) => vec![refusal.message().to_owned()],
            Err(error) => vec![error.to_string()],
        };
        if !differences.is_empty() {
            let lines = [&statement.step, &statement.text].into_iter().chain(&differences);
            reports.push(lines.map(String::as_str).collect::<Vec<_>>().join("\n  "));
        }
    }
    if reports.is_empty() { Ok(()) } else { Err(Report(reports.join("\n"))) }
}

/// Told no types, the server says which it would have: those that were sent would convince it of
/// much. Where it cannot know without, it is told.
async fn prepare(
    connection: &mut PgConnection,
    statement: &Executed,
) -> Result<PgStatement, sqlx::Error> {
    let text = AssertSqlSafe(statement.text.clone()).into_sql_str();
    if let Ok(prepared) = connection.prepare_with(text.clone(), &[]).await {
        return Ok(prepared);
    }
    let sent = statement.parameters.iter().map(|oid| PgTypeInfo::with_oid(Oid(*oid)));
    connection.prepare_with(text, &sent.collect::<Vec<_>>()).await
}

fn differences(statement: &Executed, prepared: &PgStatement) -> Vec<String> {
    let number = |info: &PgTypeInfo| info.oid().map_or(0, |oid| oid.0);
    let parameters: Vec<_> = match prepared.parameters() {
        Some(Either::Left(infos)) => infos.iter().map(number).collect(),
        _ => vec![],
    };
    let columns = prepared
        .columns()
        .iter()
        .map(|column| Column { name: column.name().to_owned(), oid: number(column.type_info()) });
    let columns: Vec<_> = columns.collect();
    let scripted = statement.columns.as_ref().unwrap_or(&columns);
    let of_parameters = pairs(&statement.parameters, &parameters).filter_map(|(at, sent, real)| {
        let is_fine = matches!((sent, real), (Some(sent), Some(real)) if is_same(*sent, *real));
        let shown = |oid: Option<&u32>| oid.map_or("nothing".to_owned(), |oid| type_name(*oid));
        (!is_fine).then(|| format!("${at} was sent as {}, is {}", shown(sent), shown(real)))
    });
    let of_columns = pairs(scripted, &columns).filter_map(|(at, scripted, real)| {
        let is_fine = matches!((scripted, real), (Some(scripted), Some(real))
            if scripted.name == real.name && is_same(scripted.oid, real.oid));
        let shown =
            |column: Option<&Column>| column.map_or("nothing".to_owned(), Column::to_string);
        (!is_fine)
            .then(|| format!("column {at} was scripted as {}, is {}", shown(scripted), shown(real)))
    });
    of_parameters.chain(of_columns).collect()
}

/// What stands at the same place of both, from one on.
fn pairs<'a, T>(
    one: &'a [T],
    other: &'a [T],
) -> impl Iterator<Item = (usize, Option<&'a T>, Option<&'a T>)> {
    (0..one.len().max(other.len())).map(|at| (at + 1, one.get(at), other.get(at)))
}
