//! Which part of which list is asked for.

use crate::{Invalid, Tag, Username};

/// A window on a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    limit: u32,
    offset: u32,
}

impl Page {
    /// The most entries on one page.
    pub const MAX_LIMIT: u32 = 100;

    /// At most `limit` entries (1 to 100), after the first `offset`.
    pub fn new(limit: u32, offset: u32) -> Result<Self, Invalid> {
        if (1..=Self::MAX_LIMIT).contains(&limit) {
            Ok(Self { limit, offset })
        } else {
            Err(Invalid::OutOfRange { min: 1, max: Self::MAX_LIMIT })
        }
    }

    /// The most entries wanted.
    pub fn limit(self) -> u32 {
        self.limit
    }

    /// How many entries to pass over first.
    pub fn offset(self) -> u32 {
        self.offset
    }
}

/// The first 20.
impl Default for Page {
    fn default() -> Self {
        Self { limit: 20, offset: 0 }
    }
}

/// Which articles to list: those that match all that is given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArticleFilter {
    /// They bear this tag.
    pub tag: Option<Tag>,
    /// This user wrote them.
    pub author: Option<Username>,
    /// This user favorited them.
    pub favorited_by: Option<Username>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_one_to_a_hundred_entries() {
        assert!(Page::new(1, 0).is_ok());
        assert!(Page::new(100, u32::MAX).is_ok());
        for limit in [0, 101] {
            assert_eq!(Page::new(limit, 0), Err(Invalid::OutOfRange { min: 1, max: 100 }));
        }
    }
}
