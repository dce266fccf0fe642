//! What can be done to a storage, and how it is chosen at random.

use std::fmt;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::outbox::{Post, post};
use super::questions::{EMAILS, Filter, NAMES, Question, SLUGS, TAGS, USERS};

/// The ids that articles are given, as text.
const ARTICLES: [&str; 4] = ["art-1", "art-2", "art-3", "art-4"];

/// One step of a sequence.
#[derive(Debug, Clone)]
pub enum Step {
    /// A unit of work from its beginning to its end.
    Work {
        operations: Vec<Operation>,
        commits: bool,
    },
    Ask(Question),
}

/// What happens while a unit of work is open.
#[derive(Debug, Clone)]
pub enum Operation {
    Write(Write),
    AskInside(Question),
    AskOutside(Question),
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(write) => write!(f, "{write:?}"),
            Self::AskInside(question) => write!(f, "{question:?}"),
            Self::AskOutside(question) => write!(f, "{question:?} outside"),
        }
    }
}

/// A change, in words that read well when they are printed.
#[derive(Debug, Clone)]
pub enum Write {
    InsertUser(UserText),
    UpdateUser(UserText),
    InsertArticle { author: &'static str, created_at: i64, article: ArticleText },
    UpdateArticle(ArticleText),
    DeleteArticle { article: &'static str },
    InsertComment { author: &'static str, article: &'static str, created_at: i64 },
    DeleteComment { nth: usize },
    Favorite { user: &'static str, article: &'static str },
    Unfavorite { user: &'static str, article: &'static str },
    Follow { follower: &'static str, author: &'static str },
    Unfollow { follower: &'static str, author: &'static str },
    Post(Post),
}

#[derive(Debug, Clone)]
pub struct UserText {
    pub id: &'static str,
    pub name: &'static str,
    pub email: &'static str,
    pub bio: Option<&'static str>,
}

#[derive(Debug, Clone)]
pub struct ArticleText {
    pub id: &'static str,
    pub slug: &'static str,
    pub tags: Vec<&'static str>,
    pub updated_at: i64,
}

/// Sequences of up to 60 steps, most of them after an opening, without which they would seldom get
/// beyond the users who are not there.
pub fn sequences() -> impl Strategy<Value = Vec<Step>> {
    (opening(), vec(step(), 0..60)).prop_map(|(opening, steps)| [vec![opening], steps].concat())
}

/// Sequences in which, after the opening, nothing is touched but the outbox.
pub fn sequences_of_post() -> impl Strategy<Value = Vec<Step>> {
    let operations = vec(post().prop_map(|post| Operation::Write(Write::Post(post))), 1..6);
    let work = (operations, commits()).prop_map(work);
    (opening(), vec(work, 0..60)).prop_map(|(opening, steps)| [vec![opening], steps].concat())
}

/// Three users with an article each; now and then one is left out, so that all can be cut away.
fn opening() -> impl Strategy<Value = Step> {
    let users = (0..3).map(|n| {
        Write::InsertUser(UserText { id: USERS[n], name: NAMES[n], email: EMAILS[n], bio: None })
    });
    let articles = (0..3).map(|n| {
        let tags = vec![TAGS[n], TAGS[3]];
        let article = ArticleText { id: ARTICLES[n], slug: SLUGS[n], tags, updated_at: 0 };
        Write::InsertArticle { author: USERS[n], created_at: 0, article }
    });
    let seldom_left_out = |write| option::weighted(0.95, Just(Operation::Write(write)));
    let writes: Vec<_> = users.chain(articles).map(seldom_left_out).collect();
    writes.prop_map(|kept| Step::Work {
        operations: kept.into_iter().flatten().collect(),
        commits: true,
    })
}

fn step() -> impl Strategy<Value = Step> {
    let work = (vec(operation(), 0..6), commits()).prop_map(work);
    prop_oneof![4 => work, 1 => question().prop_map(Step::Ask)]
}

fn work((operations, commits): (Vec<Operation>, bool)) -> Step {
    Step::Work { operations, commits }
}

/// Two units of work in three are committed, or little would ever meet.
fn commits() -> impl Strategy<Value = bool> {
    prop_oneof![2 => Just(true), 1 => Just(false)]
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        6 => write().prop_map(Operation::Write),
        2 => question().prop_map(Operation::AskInside),
        1 => question().prop_map(Operation::AskOutside),
    ]
}

/// One of three, and now and then the one who is nobody.
pub(super) fn user() -> impl Strategy<Value = &'static str> {
    prop_oneof![12 => select(&USERS[..3]), 1 => Just(USERS[3])]
}

fn article() -> impl Strategy<Value = &'static str> {
    select(&ARTICLES[..])
}

fn user_text() -> impl Strategy<Value = UserText> {
    let bio = option::of(Just("Twists and turns."));
    (user(), select(&NAMES[..]), select(&EMAILS[..]), bio)
        .prop_map(|(id, name, email, bio)| UserText { id, name, email, bio })
}

fn article_text() -> impl Strategy<Value = ArticleText> {
    let tags = subsequence(&TAGS[..], 0..=TAGS.len()).prop_shuffle();
    (article(), select(&SLUGS[..]), tags, 0..4_i64)
        .prop_map(|(id, slug, tags, updated_at)| ArticleText { id, slug, tags, updated_at })
}

fn write() -> impl Strategy<Value = Write> {
    let insert_article = (user(), 0..3_i64, article_text())
        .prop_map(|(author, at, article)| Write::InsertArticle { author, created_at: at, article });
    let insert_comment = (user(), article(), 0..3_i64).prop_map(|(author, article, created_at)| {
        Write::InsertComment { author, article, created_at }
    });
    prop_oneof![
        1 => user_text().prop_map(Write::InsertUser),
        2 => user_text().prop_map(Write::UpdateUser),
        6 => insert_article,
        4 => article_text().prop_map(Write::UpdateArticle),
        1 => article().prop_map(|article| Write::DeleteArticle { article }),
        3 => insert_comment,
        1 => (0..6_usize).prop_map(|nth| Write::DeleteComment { nth }),
        6 => (user(), article()).prop_map(|(user, article)| Write::Favorite { user, article }),
        2 => (user(), article()).prop_map(|(user, article)| Write::Unfavorite { user, article }),
        5 => (user(), user()).prop_map(|(follower, author)| Write::Follow { follower, author }),
        2 => (user(), user()).prop_map(|(follower, author)| Write::Unfollow { follower, author }),
        8 => post().prop_map(Write::Post),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    let slug = || select(&SLUGS[..]);
    let name = || select(&NAMES[..]);
    let viewer = || option::of(user());
    let page = || (1..4_u32, 0..4_u32);
    let filter = (option::of(select(&TAGS[..])), option::of(name()), option::of(name()))
        .prop_map(|(tag, author, fan)| Filter { tag, author, fan });
    prop_oneof![
        1 => user().prop_map(|user| Question::FindUser { user }),
        1 => select(&EMAILS[..]).prop_map(|email| Question::FindByEmail { email }),
        1 => name().prop_map(|name| Question::FindByUsername { name }),
        1 => (name(), viewer()).prop_map(|(name, viewer)| Question::Profile { name, viewer }),
        1 => slug().prop_map(|slug| Question::FindArticle { slug }),
        1 => (slug(), viewer()).prop_map(|(slug, viewer)| Question::View { slug, viewer }),
        4 => (filter, page(), viewer())
            .prop_map(|(filter, page, viewer)| Question::List { filter, page, viewer }),
        2 => (user(), page()).prop_map(|(reader, page)| Question::Feed { reader, page }),
        1 => Just(Question::Tags),
        1 => (0..6_usize).prop_map(|nth| Question::FindComment { nth }),
        2 => (slug(), viewer()).prop_map(|(slug, viewer)| Question::Under { slug, viewer }),
    ]
}
