//! Values as they go over the wire. sqlx encodes them, so they mean here what they mean there.

use std::fmt::{self, Write as _};

use sqlx::encode::IsNull;
use sqlx::postgres::{PgArgumentBuffer, PgTypeInfo};
use sqlx::{Encode, Postgres, Type};

use super::shown::{shown, type_name};

/// A value: its type by number, and its bytes in binary; none are NULL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub oid: u32,
    pub bytes: Option<Vec<u8>>,
}

/// `'5'::int8`
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = type_name(self.oid);
        match &self.bytes {
            None => write!(f, "NULL::{name}"),
            Some(bytes) => match shown(self.oid, bytes) {
                Some(text) => write!(f, "'{text}'::{name}"),
                None => write!(f, "'\\x{}'::{name}", hex(bytes)),
            },
        }
    }
}

/// Two digits a byte.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// What sqlx can send and a server can answer.
pub trait Cell {
    #[doc(hidden)]
    fn oid() -> u32;
    #[doc(hidden)]
    fn encoded(self) -> (u32, Option<Vec<u8>>);
}

impl<'q, T: Encode<'q, Postgres> + Type<Postgres>> Cell for T {
    fn oid() -> u32 {
        number(&T::type_info())
    }

    fn encoded(self) -> (u32, Option<Vec<u8>>) {
        let oid = number(&self.produces().unwrap_or_else(T::type_info));
        let mut buffer = PgArgumentBuffer::default();
        let is_null = self.encode(&mut buffer).expect("a value that can be sent");
        let bytes = matches!(is_null, IsNull::No).then(|| std::mem::take(&mut *buffer));
        (oid, bytes)
    }
}

/// A database gives its own types their numbers when they are made; a script has no database.
fn number(info: &PgTypeInfo) -> u32 {
    info.oid().unwrap_or_else(|| panic!("{info} has no number that every server knows")).0
}

/// `cell` as it is sent.
pub(super) fn value(cell: impl Cell) -> Value {
    let (oid, bytes) = cell.encoded();
    Value { oid, bytes }
}

/// What an argument must be: this value of this type, or anything.
#[derive(Debug, Clone)]
#[doc(hidden)]
pub struct Expected(pub(super) Option<Value>);

/// Any argument. [`any`] makes it.
#[derive(Debug, Clone, Copy)]
pub struct Any;

/// Stands for an argument that the test does not know, or does not care for.
pub fn any() -> Any {
    Any
}

/// A value, or [`any`].
pub trait Argument {
    #[doc(hidden)]
    fn expected(self) -> Expected;
}

impl<T: Cell> Argument for T {
    fn expected(self) -> Expected {
        Expected(Some(value(self)))
    }
}

impl Argument for Any {
    fn expected(self) -> Expected {
        Expected(None)
    }
}

/// A tuple of up to twelve arguments, from `$1` on.
pub trait Arguments {
    #[doc(hidden)]
    fn expected(self) -> Vec<Expected>;
}

impl Arguments for () {
    fn expected(self) -> Vec<Expected> {
        vec![]
    }
}

macro_rules! arguments {
    ($($name:ident)+) => {
        impl<$($name: Argument),+> Arguments for ($($name,)+) {
            #[allow(non_snake_case)]
            fn expected(self) -> Vec<Expected> {
                let ($($name,)+) = self;
                vec![$($name.expected()),+]
            }
        }
    };
}

super::rows::for_tuples!(arguments);
