//! From columns to domain values. What cannot be one was written by somebody else.

use domain::providers::StorageError;
use domain::{
    ArticleId, Bio, ImageUrl, Invalid, Profile, Tag, TagList, Timestamp, UserId, Username,
};
use sqlx::postgres::PgRow;
use sqlx::{Decode, Postgres, Row, Type, ValueRef};

use super::error::storage_error;
use super::seen::Eyes;

type Result<T> = std::result::Result<T, StorageError>;

/// The columns of the profile of `u`, in the order that [`profile`] reads them.
pub(super) fn profile_columns(eyes: &Eyes) -> String {
    format!("u.username, u.bio, u.image, {}", eyes.following)
}

pub(super) fn profile(row: &PgRow, at: usize) -> Result<Profile> {
    Ok(Profile {
        username: text(row, at, Username::parse)?,
        bio: optional_text(row, at + 1, Bio::parse)?,
        image: optional_text(row, at + 2, ImageUrl::parse)?,
        following: get(row, at + 3)?,
    })
}

pub(super) fn get<'r, T>(row: &'r PgRow, at: usize) -> Result<T>
where
    T: Decode<'r, Postgres> + Type<Postgres>,
{
    row.try_get(at).map_err(storage_error)
}

/// Whether the column holds nothing, as in a row that an outer join has made up.
pub(super) fn is_null(row: &PgRow, at: usize) -> bool {
    row.try_get_raw(at).is_ok_and(|value| value.is_null())
}

pub(super) fn text<T>(
    row: &PgRow,
    at: usize,
    parse: fn(String) -> std::result::Result<T, Invalid>,
) -> Result<T> {
    parse(get(row, at)?).map_err(|invalid| unreadable(at, invalid))
}

pub(super) fn optional_text<T>(
    row: &PgRow,
    at: usize,
    parse: fn(String) -> std::result::Result<T, Invalid>,
) -> Result<Option<T>> {
    let text: Option<String> = get(row, at)?;
    text.map(parse).transpose().map_err(|invalid| unreadable(at, invalid))
}

pub(super) fn timestamp(row: &PgRow, at: usize) -> Result<Timestamp> {
    get(row, at).map(Timestamp::from_micros)
}

pub(super) fn user_id(row: &PgRow, at: usize) -> Result<UserId> {
    get(row, at).map(UserId)
}

pub(super) fn article_id(row: &PgRow, at: usize) -> Result<ArticleId> {
    get(row, at).map(ArticleId)
}

pub(super) fn count(row: &PgRow, at: usize) -> Result<u64> {
    let count: i64 = get(row, at)?;
    count.try_into().map_err(|negative| unreadable(at, negative))
}

/// A number that is bounded by the business.
pub(super) fn small_count(row: &PgRow, at: usize) -> Result<u32> {
    let count: i64 = get(row, at)?;
    count.try_into().map_err(|beyond| unreadable(at, beyond))
}

pub(super) fn tag_list(row: &PgRow, at: usize) -> Result<TagList> {
    let texts: Vec<String> = get(row, at)?;
    TagList::parse(texts).map_err(|invalid| unreadable(at, invalid))
}

/// A tag list as it is stored: an array.
pub(super) fn tag_array(tags: &TagList) -> Vec<&str> {
    tags.as_slice().iter().map(Tag::as_str).collect()
}

fn unreadable(at: usize, error: impl std::error::Error) -> StorageError {
    StorageError::Inconsistent(format!("column {at}: {error}"))
}
