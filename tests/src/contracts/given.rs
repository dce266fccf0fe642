//! What the cases are about: always the same people and writings.

use domain::providers::Storage;
use domain::{
    Article, ArticleId, Bio, Body, CommentBody, Description, Email, ImageUrl, NewComment,
    PasswordHash, Slug, Tag, TagList, Timestamp, Title, User, UserId, Username,
};
use uuid::Uuid;

use super::work::write;

/// A moment with an odd number of microseconds.
pub const NOON: Timestamp = Timestamp::from_micros(1_577_880_000_123_457);

/// `micros` microseconds after [`NOON`].
pub fn later(micros: i64) -> Timestamp {
    Timestamp::from_micros(NOON.as_micros() + micros)
}

/// A user nobody has stored yet, with all that a user can have.
pub fn new_user(name: &str) -> User {
    User {
        id: UserId(id_reading(name)),
        username: username(name),
        email: email(&format!("{name}@helix.example")),
        password: PasswordHash::new(format!("hash of {name}'s secret")),
        bio: Some(Bio::parse(format!("{name} twists and turns.")).unwrap()),
        image: Some(ImageUrl::parse(format!("https://helix.example/{name}.png")).unwrap()),
    }
}

/// An article nobody has stored yet. Its id sorts as its slug does.
pub fn new_article(author: &User, slug_text: &str) -> Article {
    Article {
        id: ArticleId(id_reading(slug_text)),
        author: author.id,
        slug: slug(slug_text),
        title: Title::parse(format!("Title of {slug_text}")).unwrap(),
        description: Description::parse(format!("What {slug_text} is about")).unwrap(),
        body: Body::parse(format!("All that can be said {slug_text}.")).unwrap(),
        tags: TagList::default(),
        created_at: NOON,
        updated_at: NOON,
    }
}

/// A comment nobody has stored yet.
pub fn new_comment(author: &User, article: &Article, body: &str) -> NewComment {
    NewComment {
        article: article.id,
        author: author.id,
        body: CommentBody::parse(body).unwrap(),
        created_at: NOON,
    }
}

/// The user of this name, stored.
pub async fn user(storage: &dyn Storage, name: &str) -> User {
    let user = new_user(name);
    write(storage, async |work| work.users().insert(&user).await).await.unwrap();
    user
}

/// The users of these names, stored.
pub async fn users<const N: usize>(storage: &dyn Storage, names: [&str; N]) -> [User; N] {
    let users = names.map(new_user);
    for user in &users {
        write(storage, async |work| work.users().insert(user).await).await.unwrap();
    }
    users
}

/// The article of this slug, stored.
pub async fn article(storage: &dyn Storage, author: &User, slug: &str) -> Article {
    published(storage, new_article(author, slug)).await
}

/// The article of this slug, stored, and bearing `tags`.
pub async fn tagged(storage: &dyn Storage, author: &User, slug: &str, tags: &[&str]) -> Article {
    let article = Article { tags: tag_list(tags), ..new_article(author, slug) };
    published(storage, article).await
}

/// Articles of these slugs, stored, each a microsecond newer than the one before.
pub async fn articles(storage: &dyn Storage, author: &User, slugs: &[&str]) {
    for (age, slug) in (0..).zip(slugs) {
        published(storage, Article { created_at: later(age), ..new_article(author, slug) }).await;
    }
}

/// The article itself, stored.
pub async fn published(storage: &dyn Storage, article: Article) -> Article {
    write(storage, async |work| work.articles().insert(&article).await).await.unwrap();
    article
}

/// `user` favorites `article`.
pub async fn favorite(storage: &dyn Storage, user: &User, article: &Article) {
    write(storage, async |work| work.favorites().add(user.id, article.id).await).await.unwrap();
}

/// `follower` follows `author`.
pub async fn follow(storage: &dyn Storage, follower: &User, author: &User) {
    write(storage, async |work| work.follows().add(follower.id, author.id).await).await.unwrap();
}

pub fn username(text: &str) -> Username {
    Username::parse(text).unwrap()
}

pub fn email(text: &str) -> Email {
    Email::parse(text).unwrap()
}

pub fn slug(text: &str) -> Slug {
    Slug::parse(text).unwrap()
}

pub fn title(text: &str) -> Title {
    Title::parse(text).unwrap()
}

pub fn tag(text: &str) -> Tag {
    Tag::parse(text).unwrap()
}

pub fn tag_list(texts: &[&str]) -> TagList {
    TagList::parse(texts.iter().map(ToString::to_string)).unwrap()
}

/// An id whose bytes are those of `text`, so that two ids sort as their texts do.
pub fn id_reading(text: &str) -> Uuid {
    let mut bytes = [0; 16];
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    Uuid::from_bytes(bytes)
}
