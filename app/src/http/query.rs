//! What a query string asks for. Parameters that mean nothing here are ignored.

use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::{ArticleFilter, Invalid, Page, Tag, Username};
use percent_encoding::percent_decode_str;
use utoipa::IntoParams;
use utoipa::openapi::Type;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::ObjectBuilder;

use super::error::ApiError;
use super::fields::Reader;
use super::schema::{self, query_parameter};

/// `limit` and `offset`.
pub struct PageQuery(pub Page);

/// `limit` and `offset`, `tag`, `author` and `favorited`.
pub struct ListQuery {
    /// Which articles.
    pub filter: ArticleFilter,
    /// Which of them.
    pub page: Page,
}

impl<S: Sync> FromRequestParts<S> for PageQuery {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut query = Query::of(parts);
        let page = query.page();
        query.reader.finish(page.map(Self))
    }
}

impl<S: Sync> FromRequestParts<S> for ListQuery {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut query = Query::of(parts);
        let filter = ArticleFilter {
            tag: query.text("tag", Tag::parse),
            author: query.text("author", Username::parse),
            favorited_by: query.text("favorited", Username::parse),
        };
        let page = query.page();
        query.reader.finish(page.map(|page| Self { filter, page }))
    }
}

/// A query string that is being read.
struct Query<'a> {
    text: &'a str,
    reader: Reader,
}

impl<'a> Query<'a> {
    fn of(parts: &'a Parts) -> Self {
        Self { text: parts.uri.query().unwrap_or_default(), reader: Reader::default() }
    }

    fn page(&mut self) -> Option<Page> {
        let limit = self.number("limit", 1..=Page::MAX_LIMIT).unwrap_or(Page::default().limit());
        let offset = self.number("offset", 0..=u32::MAX).unwrap_or_default();
        self.reader.check("limit", Page::new(limit, offset))
    }

    fn text<T>(
        &mut self,
        key: &'static str,
        parse: impl FnOnce(String) -> Result<T, Invalid>,
    ) -> Option<T> {
        let value = self.value(key)?;
        self.reader.check(key, parse(value))
    }

    fn number(&mut self, key: &'static str, range: RangeInclusive<u32>) -> Option<u32> {
        let value = self.value(key)?;
        let outside = Invalid::OutOfRange { min: *range.start(), max: *range.end() };
        match value.parse::<i64>().map(u32::try_from) {
            Ok(Ok(number)) if range.contains(&number) => Some(number),
            Ok(_) => self.reader.check(key, Err(outside)),
            Err(error) if is_overflow(&error) => self.reader.check(key, Err(outside)),
            Err(_) => self.reader.problem(key, "must be a whole number"),
        }
    }

    /// The one value of `key`.
    fn value(&mut self, key: &'static str) -> Option<String> {
        if self.text.is_empty() {
            return None;
        }
        let pairs = self.text.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let mut values = pairs.filter(|(name, _)| decoded(name).is_some_and(|name| name == key));
        let (_, value) = values.next()?;
        if values.next().is_some() {
            return self.reader.problem(key, "is given more than once");
        }
        match decoded(value) {
            Some(value) => Some(value),
            None => self.reader.check(key, Err(Invalid::Malformed)),
        }
    }
}

fn is_overflow(error: &ParseIntError) -> bool {
    matches!(error.kind(), IntErrorKind::PosOverflow | IntErrorKind::NegOverflow)
}

/// Undoes the encoding of a form. `None` where what comes out is no text.
fn decoded(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    Some(percent_decode_str(&spaced).decode_utf8().ok()?.into_owned())
}

impl IntoParams for PageQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let limit = integer(1, Page::MAX_LIMIT).default(Some(Page::default().limit().into()));
        let offset = integer(0, u32::MAX).default(Some(0.into()));
        vec![
            query_parameter("limit", "The most articles to answer with.", limit),
            query_parameter("offset", "How many articles to pass over first.", offset),
        ]
    }
}

impl IntoParams for ListQuery {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut parameters = vec![
            query_parameter("tag", "Only articles that bear this tag.", schema::tag()),
            query_parameter("author", "Only articles by this user.", schema::username()),
            query_parameter(
                "favorited",
                "Only articles that this user favorited.",
                schema::username(),
            ),
        ];
        parameters.extend(PageQuery::into_params(place));
        parameters
    }
}

fn integer(min: u32, max: u32) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(min)).maximum(Some(max))
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
