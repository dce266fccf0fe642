//! What can be asked of a storage.

use domain::providers::{Reader, StorageError};
use domain::{ArticleFilter, Page, UserId};

use super::answers::{Answer, Memory};
use crate::contracts::given::{email, id_reading, slug, tag, username};

/// The ids that users are given, as text. Nobody has the last.
pub const USERS: [&str; 4] = ["rosalind", "jocasta", "francis", "nobody"];
/// Two of them differ in their case alone, and so are two names.
pub const NAMES: [&str; 6] = ["rosalind", "jocasta", "francis", "Rosalind", "רוזלינד", "crick"];
/// Two of them differ in their case alone, and so are one address.
pub const EMAILS: [&str; 6] =
    ["élodie@helix.example", "jocasta@h", "francis@h", "Élodie@HELIX.example", "a@b", "c@d"];
pub const SLUGS: [&str; 6] =
    ["on-helices", "on-ribbons", "on-water", "On-Water", "on-salt", "on-bread"];
pub const TAGS: [&str; 4] = ["dna", "DNA", "x-rays", "🧬"];

/// A question, in words that read well when they are printed.
#[derive(Debug, Clone)]
pub enum Question {
    FindUser { user: &'static str },
    FindByEmail { email: &'static str },
    FindByUsername { name: &'static str },
    Profile { name: &'static str, viewer: Option<&'static str> },
    FindArticle { slug: &'static str },
    View { slug: &'static str, viewer: Option<&'static str> },
    List { filter: Filter, page: (u32, u32), viewer: Option<&'static str> },
    Feed { reader: &'static str, page: (u32, u32) },
    Tags,
    FindComment { nth: usize },
    Under { slug: &'static str, viewer: Option<&'static str> },
}

/// An [`ArticleFilter`] that prints on one line.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    pub tag: Option<&'static str>,
    pub author: Option<&'static str>,
    pub fan: Option<&'static str>,
}

impl Filter {
    fn parsed(self) -> ArticleFilter {
        ArticleFilter {
            tag: self.tag.map(tag),
            author: self.author.map(username),
            favorited_by: self.fan.map(username),
        }
    }
}

pub fn user_id(text: &str) -> UserId {
    UserId(id_reading(text))
}

fn page((limit, offset): (u32, u32)) -> Page {
    Page::new(limit, offset).unwrap()
}

impl Question {
    /// What `reader` answers, in terms that two storages share.
    pub async fn ask(
        &self,
        reader: &mut dyn Reader,
        memory: &Memory,
    ) -> Result<Answer, StorageError> {
        let id = |viewer: Option<&str>| viewer.map(user_id);
        Ok(match self {
            Self::FindUser { user } => Answer::User(reader.users().find(user_id(user)).await?),
            Self::FindByEmail { email: text } => {
                Answer::User(reader.users().find_by_email(&email(text)).await?)
            }
            Self::FindByUsername { name } => {
                Answer::User(reader.users().find_by_username(&username(name)).await?)
            }
            Self::Profile { name, viewer } => {
                let name = username(name);
                Answer::Profile(reader.users().profile(&name, id(*viewer)).await?)
            }
            Self::FindArticle { slug: text } => {
                Answer::Article(reader.articles().find_by_slug(&slug(text)).await?)
            }
            Self::View { slug: text, viewer } => {
                let slug = slug(text);
                Answer::View(reader.articles().view(&slug, id(*viewer)).await?)
            }
            Self::List { filter, page: window, viewer } => {
                let (filter, window) = (filter.parsed(), page(*window));
                Answer::Page(reader.articles().list(&filter, window, id(*viewer)).await?)
            }
            Self::Feed { reader: follower, page: window } => {
                Answer::Page(reader.articles().feed(user_id(follower), page(*window)).await?)
            }
            Self::Tags => Answer::Tags(reader.articles().tags().await?),
            Self::FindComment { nth } => {
                let found = reader.comments().find(memory.comment_id(*nth)).await?;
                Answer::Comment(found.map(|comment| memory.numbered(comment)))
            }
            Self::Under { slug: text, viewer } => {
                let found = reader.comments().under(&slug(text), id(*viewer)).await?;
                let numbered = |all: Vec<_>| all.into_iter().map(|c| memory.numbered_view(c));
                Answer::Comments(found.map(|all| numbered(all).collect()))
            }
        })
    }

    /// All that is worth asking in the end.
    pub fn all() -> Vec<Self> {
        let everything = (100, 0);
        let viewers = || [None, Some(USERS[0])];
        let names = || [None, Some(NAMES[0]), Some(NAMES[1])];
        let mut all = vec![Self::Tags];
        for viewer in viewers() {
            for tag in [None, Some(TAGS[0]), Some(TAGS[1])] {
                for author in names() {
                    for fan in names() {
                        let filter = Filter { tag, author, fan };
                        all.push(Self::List { filter, page: everything, viewer });
                    }
                }
            }
            all.extend(SLUGS.map(|slug| Self::View { slug, viewer }));
            all.extend(SLUGS.map(|slug| Self::Under { slug, viewer }));
            all.extend(NAMES.map(|name| Self::Profile { name, viewer }));
        }
        all.extend(USERS.map(|user| Self::FindUser { user }));
        all.extend(USERS.map(|reader| Self::Feed { reader, page: everything }));
        all.extend(EMAILS.map(|email| Self::FindByEmail { email }));
        all.extend(NAMES.map(|name| Self::FindByUsername { name }));
        all.extend(SLUGS.map(|slug| Self::FindArticle { slug }));
        all.extend((0..6).map(|nth| Self::FindComment { nth }));
        all
    }
}
