//! Who follows whom, who writes what, and when.

use std::ops::Range;

use domain::providers::{Providers, StorageError};
use domain::{
    Article, ArticleId, Body, CommentBody, Description, Email, NewComment, PasswordHash, Slug,
    TagList, Timestamp, Title, User, UserId,
};
use indicatif::ProgressBar;

use super::Amount;
use super::batches::Batches;
use super::dice::Dice;
use super::{people, prose};

/// How many authors the first user follows, so that there is a full feed to look at.
const FEED: usize = 500;

/// How many authors all others follow.
const FOLLOWS: usize = 5;

/// People come and go: as many as these write and read at one time. It also keeps what is written
/// together together in the files of a storage.
const ACTIVE: usize = 500;

/// A shape of chance for each kind of thing; articles begin with the last.
const PERSON: u64 = 0;
const FOLLOWER: u64 = 1;
const ARTICLE: u64 = 2;

/// Writes demo data, one entry after the other.
pub struct Sower<'a> {
    providers: &'a Providers,
    password: PasswordHash,
    batches: Batches<'a>,
    progress: &'a ProgressBar,
    users: Vec<UserId>,
}

impl<'a> Sower<'a> {
    /// All users will have `password`.
    pub fn new(
        providers: &'a Providers,
        password: PasswordHash,
        progress: &'a ProgressBar,
    ) -> Self {
        let batches = Batches::new(&*providers.storage);
        Self { providers, password, batches, progress, users: Vec::new() }
    }

    /// Writes it all, and answers the address of the first user.
    pub async fn sow(mut self, amount: Amount) -> Result<Email, StorageError> {
        let first = self.free_number(0).await?;
        let mut number = first;
        for _ in 0..amount.users {
            number = self.free_number(number).await?;
            self.user(number).await?;
            number += 1;
        }
        let calendar = Calendar::until((self.providers.now)(), amount.articles);
        for article in 0..amount.articles {
            let active = active(self.users.len(), article, amount.articles);
            // Another first user, other articles.
            self.article(&calendar, article, ARTICLE + first as u64, active).await?;
        }
        // After the articles: storages that keep feeds write them in one piece for each reader.
        for follower in 0..self.users.len() {
            self.follows(follower, first).await?;
        }
        self.batches.commit().await?;
        Ok(people::email(&people::name(first)))
    }

    /// The first number from `number` on whose name and address nobody has.
    async fn free_number(&mut self, mut number: usize) -> Result<usize, StorageError> {
        let users = self.batches.room_for(0).await?.users();
        loop {
            let name = people::name(number);
            let taken = users.find_by_username(&name).await?.is_some()
                || users.find_by_email(&people::email(&name)).await?.is_some();
            if !taken {
                return Ok(number);
            }
            number += 1;
        }
    }

    async fn user(&mut self, number: usize) -> Result<(), StorageError> {
        let mut dice = Dice::new(PERSON, number as u64);
        let username = people::name(number);
        let user = User {
            id: UserId((self.providers.new_id)()),
            email: people::email(&username),
            username,
            password: self.password.clone(),
            bio: people::bio(&mut dice),
            image: people::image(&mut dice),
        };
        self.batches.room_for(1).await?.users().insert(&user).await?;
        self.users.push(user.id);
        self.progress.inc(1);
        Ok(())
    }

    async fn follows(&mut self, follower: usize, first: usize) -> Result<(), StorageError> {
        let mut dice = Dice::new(FOLLOWER, (first + follower) as u64);
        let authors: Vec<usize> = match follower {
            0 => spread(FEED, self.users.len() - 1),
            _ => (0..FOLLOWS).map(|_| dice.roll(self.users.len())).collect(),
        };
        let work = self.batches.room_for(authors.len()).await?;
        for author in authors.into_iter().filter(|&author| author != follower) {
            work.follows().add(self.users[follower], self.users[author]).await?;
        }
        Ok(())
    }

    async fn article(
        &mut self,
        calendar: &Calendar,
        number: u32,
        kind: u64,
        active: Range<usize>,
    ) -> Result<(), StorageError> {
        let people = &self.users[active];
        let mut dice = Dice::new(kind, number.into());
        let fits = "demo text is neither blank nor long";
        let id = ArticleId((self.providers.new_id)());
        let title = Title::parse(prose::title(&mut dice)).expect(fits);
        let created_at = calendar.moment(number, 0);
        let plain = Slug::of(&title, None);

        let work = self.batches.room_for(8).await?;
        let taken = work.articles().find_by_slug(&plain).await?.is_some();
        let article = Article {
            id,
            author: dice.pick(people),
            slug: if taken { Slug::of(&title, Some(id.0)) } else { plain },
            title,
            description: Description::parse(prose::description(&mut dice)).expect(fits),
            body: Body::parse(prose::body(&mut dice)).expect(fits),
            tags: TagList::parse(prose::tags(&mut dice)).expect(fits),
            created_at,
            updated_at: created_at,
        };
        work.articles().insert(&article).await?;
        for _ in 0..dice.roll(3) {
            work.favorites().add(dice.pick(people), id).await?;
        }
        for quarter in (1..).take(dice.roll(3)) {
            let comment = NewComment {
                article: id,
                author: dice.pick(people),
                body: CommentBody::parse(prose::comment(&mut dice)).expect(fits),
                created_at: calendar.moment(number, quarter),
            };
            work.comments().insert(&comment).await?;
        }
        self.progress.inc(1);
        Ok(())
    }
}

/// At most `count` of the numbers from 1 to `last`, evenly.
fn spread(count: usize, last: usize) -> Vec<usize> {
    let count = count.min(last);
    (0..count).map(|number| 1 + number * last / count).collect()
}

/// Which of the users are there when the `article`th of `articles` is written.
fn active(users: usize, article: u32, articles: u32) -> Range<usize> {
    let active = users.min(ACTIVE);
    let gone = (users - active) as u64 * u64::from(article) / u64::from(articles);
    // No more than there are users.
    let gone = usize::try_from(gone).unwrap_or(users - active);
    gone..gone + active
}

/// Articles come one after the other, some hours apart at the most, and end now.
struct Calendar {
    begin: i64,
    step: i64,
}

impl Calendar {
    fn until(now: Timestamp, articles: u32) -> Self {
        const HOUR: i64 = 3_600 * 1_000_000;
        let articles = i64::from(articles).max(1);
        let step = (30 * 24 * HOUR / articles).min(7 * HOUR);
        Self { begin: now.as_micros() - articles * step, step }
    }

    /// When the article was written, or some quarters of a step later.
    fn moment(&self, article: u32, quarters: i64) -> Timestamp {
        let later = self.step / 4 * quarters;
        Timestamp::from_micros(self.begin + self.step * i64::from(article) + later)
    }
}
