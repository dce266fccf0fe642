//! The rows that a script answers.

use std::fmt;
use std::marker::PhantomData;

use super::shown::type_name;
use super::value::{Cell, Value, value};

/// A column: its name, and its type by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Column {
    pub name: String,
    pub oid: u32,
}

/// `number int8`
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, type_name(self.oid))
    }
}

/// Rows without their Rust type.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Value>>,
}

/// Rows of the type `R`, a tuple.
pub struct Rows<R> {
    pub(super) table: Table,
    row: PhantomData<fn(R)>,
}

/// No rows yet, with columns of these names: `rows::<(i64, &str)>(["id", "email"])`. An optional
/// value may be NULL.
///
/// # Panics
/// Where there are more names than types, or fewer.
pub fn rows<R: Row>(names: impl IntoIterator<Item = &'static str>) -> Rows<R> {
    let (names, oids) = (names.into_iter().collect::<Vec<_>>(), R::oids());
    assert_eq!(names.len(), oids.len(), "a name for each column: {names:?}");
    let column = |(name, oid): (&str, u32)| Column { name: name.to_owned(), oid };
    let columns = names.into_iter().zip(oids).map(column).collect();
    Rows { table: Table { columns, rows: vec![] }, row: PhantomData }
}

impl<R: Row> Rows<R> {
    /// One more.
    #[must_use]
    pub fn row(mut self, row: R) -> Self {
        self.table.rows.push(row.values().into_iter().map(|Sent(value)| value).collect());
        self
    }
}

#[doc(hidden)]
pub struct Sent(Value);

/// A tuple of up to twelve values.
pub trait Row {
    #[doc(hidden)]
    fn oids() -> Vec<u32>;
    #[doc(hidden)]
    fn values(self) -> Vec<Sent>;
}

macro_rules! row {
    ($($name:ident)+) => {
        impl<$($name: Cell),+> Row for ($($name,)+) {
            fn oids() -> Vec<u32> {
                vec![$($name::oid()),+]
            }

            #[allow(non_snake_case)]
            fn values(self) -> Vec<Sent> {
                let ($($name,)+) = self;
                vec![$(Sent(value($name))),+]
            }
        }
    };
}

/// Lets a macro implement something for each length of a tuple: only a macro can.
macro_rules! for_tuples {
    ($implement:ident) => {
        $implement!(A);
        $implement!(A B);
        $implement!(A B C);
        $implement!(A B C D);
        $implement!(A B C D E);
        $implement!(A B C D E F);
        $implement!(A B C D E F G);
        $implement!(A B C D E F G H);
        $implement!(A B C D E F G H I);
        $implement!(A B C D E F G H I J);
        $implement!(A B C D E F G H I J K);
        $implement!(A B C D E F G H I J K L);
    };
}

pub(super) use for_tuples;

for_tuples!(row);
