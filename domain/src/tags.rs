//! Tags, and the ordered list of them that an article bears.

use crate::text::{Invalid, text_value, visible};

text_value! {
    /// A word that groups articles: 1 to 100 characters. Case matters.
    Tag, |text| visible(text, 100)
}

/// The tags of one article: in the order given, each once, at most 50.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagList(Vec<Tag>);

impl TagList {
    /// The most tags that one article bears.
    pub const MAX: usize = 50;

    /// Keeps the first of each tag.
    pub fn new(tags: impl IntoIterator<Item = Tag>) -> Result<Self, Invalid> {
        let mut kept: Vec<Tag> = Vec::new();
        for tag in tags {
            if kept.contains(&tag) {
                continue;
            }
            if kept.len() == Self::MAX {
                return Err(Invalid::TooMany { max: Self::MAX });
            }
            kept.push(tag);
        }
        Ok(Self(kept))
    }

    /// Parses each text as a tag, then as [`TagList::new`].
    pub fn parse(texts: impl IntoIterator<Item = String>) -> Result<Self, Invalid> {
        let tags: Vec<Tag> = texts.into_iter().map(Tag::parse).collect::<Result<_, _>>()?;
        Self::new(tags)
    }

    /// The tags in the order given.
    pub fn as_slice(&self) -> &[Tag] {
        &self.0
    }

    /// Whether the article bears `tag`.
    pub fn contains(&self, tag: &Tag) -> bool {
        self.0.contains(tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(texts: &[&str]) -> Result<TagList, Invalid> {
        TagList::parse(texts.iter().map(ToString::to_string))
    }

    #[test]
    fn a_tag_list_keeps_its_order_and_the_first_of_each_tag() {
        let list = tags(&["zebra", "ant", "zebra", "Ant"]).unwrap();

        let kept: Vec<_> = list.as_slice().iter().map(Tag::as_str).collect();
        assert_eq!(kept, ["zebra", "ant", "Ant"]);
    }

    #[test]
    fn a_blank_tag_spoils_the_list() {
        assert_eq!(tags(&["helix", " "]), Err(Invalid::Blank));
    }

    #[test]
    fn fifty_different_tags_are_enough() {
        let many = |n: usize| TagList::parse((0..n).map(|i| format!("tag {i}")));

        assert!(many(50).is_ok());
        assert_eq!(many(51), Err(Invalid::TooMany { max: 50 }));
    }
}
