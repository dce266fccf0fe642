//! The name of an article in a URL.

use uuid::Uuid;

use crate::Title;
use crate::text::{text_value, visible};

text_value! {
    /// An article's unique name in a URL: letters, digits and hyphens where the service made it.
    Slug, |text| visible(text, Slug::MAX)
}

impl Slug {
    const MAX: usize = 150;
    /// Room is left for a hyphen and the suffix.
    const MAX_BASE: usize = 120;

    /// The slug that `title` leads to. Where another article bears it, the random digits of a
    /// `fresh` id, which nobody can have known before, lead to one of its own.
    pub fn of(title: &Title, fresh: Option<Uuid>) -> Self {
        let base = Self::base(title);
        match fresh {
            None => Self(base),
            Some(id) => Self(format!("{base}-{}", Self::suffix(id))),
        }
    }

    fn base(title: &Title) -> String {
        let mut base = slug::slugify(title.as_str());
        base.truncate(Self::MAX_BASE);
        let trimmed = base.trim_end_matches('-');
        match trimmed {
            "" => "article".into(),
            // Where articles are named, this names a list of them.
            "feed" => "feed-article".into(),
            _ => trimmed.into(),
        }
    }

    /// The last 12 digits: of a time-ordered id these are the random ones.
    fn suffix(id: Uuid) -> String {
        let digits = id.simple().to_string();
        digits[20..].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slugs(title: &str) -> [String; 2] {
        let title = Title::parse(title).unwrap();
        [None, Some(Uuid::from_u128(0xfeed))].map(|fresh| Slug::of(&title, fresh).to_string())
    }

    #[test]
    fn a_slug_reads_like_its_title() {
        assert_eq!(
            slugs("On Helices, Part 2!"),
            ["on-helices-part-2", "on-helices-part-2-00000000feed"]
        );
        assert_eq!(slugs("Ævar går på fjället")[0], "aevar-gar-pa-fjallet");
        assert_eq!(slugs("你好")[0], "ni-hao");
    }

    #[test]
    fn a_title_without_letters_still_gets_a_slug() {
        assert_eq!(slugs("?!… —")[1], "article-00000000feed");
    }

    #[test]
    fn no_article_is_called_like_the_feed() {
        assert_eq!(slugs("Feed!"), ["feed-article", "feed-article-00000000feed"]);
    }

    #[test]
    fn a_long_title_gets_a_short_slug() {
        let [slug, with_suffix] = slugs(&"helix ".repeat(90));

        assert!(slug.len() <= 120 && !slug.ends_with('-'), "{slug}");
        assert!(with_suffix.len() <= 150, "{with_suffix}");
    }

    proptest! {
        #[test]
        fn every_title_has_slugs_fit_for_a_path(title in "\\PC{1,200}") {
            prop_assume!(!title.trim().is_empty());

            for slug in slugs(&title) {
                prop_assert!(!slug.is_empty());
                prop_assert!(slug.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'), "{}", slug);
                prop_assert!(Slug::parse(slug).is_ok());
            }
        }
    }
}
