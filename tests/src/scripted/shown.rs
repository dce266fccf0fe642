//! Values as text: for reports, and for the simple protocol, which sends nothing else.

use std::str;

use sqlx::types::Uuid;

use super::value::hex;

/// The types that are known by name, and those of their arrays.
const TYPES: [(u32, &str, u32); 14] = [
    (16, "bool", 1000),
    (17, "bytea", 1001),
    (19, "name", 1003),
    (20, "int8", 1016),
    (21, "int2", 1005),
    (23, "int4", 1007),
    (25, "text", 1009),
    (700, "float4", 1021),
    (701, "float8", 1022),
    (1042, "bpchar", 1014),
    (1043, "varchar", 1015),
    (1114, "timestamp", 1115),
    (1184, "timestamptz", 1185),
    (2950, "uuid", 2951),
];

/// What a type is called: `int8`, `text[]`, or by its number.
pub(super) fn type_name(oid: u32) -> String {
    TYPES
        .iter()
        .find_map(|&(own, name, array)| match oid {
            _ if oid == own => Some(name.to_owned()),
            _ if oid == array => Some(format!("{name}[]")),
            _ => None,
        })
        .unwrap_or_else(|| format!("type {oid}"))
}

/// Whether a value of one type does where the other is wanted: those that are text are one.
pub(super) fn is_same(one: u32, other: u32) -> bool {
    let kind = |oid| match oid {
        19 | 1042 | 1043 => 25,
        1003 | 1014 | 1015 => 1009,
        other => other,
    };
    kind(one) == kind(other)
}

/// The value as the server would write it; none for a type that is not known here.
pub(super) fn shown(oid: u32, bytes: &[u8]) -> Option<String> {
    Some(match oid {
        16 => if bytes == [1] { "t" } else { "f" }.to_owned(),
        17 => format!("\\x{}", hex(bytes)),
        19 | 25 | 1042 | 1043 => str::from_utf8(bytes).ok()?.to_owned(),
        20 => i64::from_be_bytes(bytes.try_into().ok()?).to_string(),
        21 => i16::from_be_bytes(bytes.try_into().ok()?).to_string(),
        23 => i32::from_be_bytes(bytes.try_into().ok()?).to_string(),
        700 => f32::from_be_bytes(bytes.try_into().ok()?).to_string(),
        701 => f64::from_be_bytes(bytes.try_into().ok()?).to_string(),
        2950 => Uuid::from_slice(bytes).ok()?.to_string(),
        _ => return TYPES.iter().any(|(.., array)| oid == *array).then(|| list(bytes))?,
    })
}

/// `{"helix","dna"}`: an array of one dimension at the most.
fn list(mut bytes: &[u8]) -> Option<String> {
    let (dimensions, _has_null, element) =
        (number(&mut bytes)?, number(&mut bytes)?, number(&mut bytes)?);
    if dimensions == 0 {
        return Some("{}".to_owned());
    }
    let (length, _from) = (number(&mut bytes)?, number(&mut bytes)?);
    let items = (0..length).map(|_| item(&mut bytes, element)).collect::<Option<Vec<_>>>()?;
    (dimensions == 1).then(|| format!("{{{}}}", items.join(",")))
}

fn item(bytes: &mut &[u8], element: u32) -> Option<String> {
    let Ok(length) = usize::try_from(number(bytes)?.cast_signed()) else {
        return Some("NULL".to_owned());
    };
    let (own, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    let text = shown(element, own)?;
    Some(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    let (own, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_be_bytes(*own))
}
