//! From columns to domain values. What cannot be one was written by somebody else.

use domain::{ArticleId, Invalid, Profile, Tag, TagList, Timestamp, UserId};
use rusqlite::types::Type;
use rusqlite::{Error, Result, Row};
use uuid::Uuid;

/// The columns of a profile, in the order that [`profile`] reads them.
macro_rules! profile_columns {
    () => {
        "u.username, u.bio, u.image, \
         EXISTS (SELECT 1 FROM follows WHERE follower_id = :viewer AND author_id = u.id)"
    };
}
pub(super) use profile_columns;

pub(super) fn profile(row: &Row<'_>, at: usize) -> Result<Profile> {
    Ok(Profile {
        username: text(row, at, domain::Username::parse)?,
        bio: optional_text(row, at + 1, domain::Bio::parse)?,
        image: optional_text(row, at + 2, domain::ImageUrl::parse)?,
        following: row.get(at + 3)?,
    })
}

pub(super) fn text<T>(
    row: &Row<'_>,
    at: usize,
    parse: fn(String) -> std::result::Result<T, Invalid>,
) -> Result<T> {
    parse(row.get(at)?).map_err(|invalid| unreadable(at, invalid))
}

pub(super) fn optional_text<T>(
    row: &Row<'_>,
    at: usize,
    parse: fn(String) -> std::result::Result<T, Invalid>,
) -> Result<Option<T>> {
    let text: Option<String> = row.get(at)?;
    text.map(parse).transpose().map_err(|invalid| unreadable(at, invalid))
}

pub(super) fn timestamp(row: &Row<'_>, at: usize) -> Result<Timestamp> {
    row.get(at).map(Timestamp::from_micros)
}

pub(super) fn user_id(row: &Row<'_>, at: usize) -> Result<UserId> {
    row.get::<_, Uuid>(at).map(UserId)
}

pub(super) fn article_id(row: &Row<'_>, at: usize) -> Result<ArticleId> {
    row.get::<_, Uuid>(at).map(ArticleId)
}

pub(super) fn tag_list(row: &Row<'_>, at: usize) -> Result<TagList> {
    let json = row.get_ref(at)?.as_str()?;
    let texts: Vec<String> = serde_json::from_str(json).map_err(|error| unreadable(at, error))?;
    TagList::parse(texts).map_err(|invalid| unreadable(at, invalid))
}

/// A tag list as it is stored: a JSON array.
pub(super) fn tag_list_json(tags: &TagList) -> String {
    let texts: Vec<&str> = tags.as_slice().iter().map(Tag::as_str).collect();
    serde_json::to_string(&texts).expect("strings are JSON")
}

fn unreadable(at: usize, error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::FromSqlConversionFailure(at, Type::Text, Box::new(error))
}
