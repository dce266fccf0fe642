//! Does a sequence to one storage, and keeps what it answered.

use domain::providers::{Storage, StorageError, UnitOfWork};
use domain::{Article, ArticleId, Bio, Body, CommentBody, NewComment, TagList, User};

use super::answers::{Answer, Memory};
use super::operations::{ArticleText, Operation, Step, UserText, Write};
use super::questions::{Question, user_id};
use crate::contracts::given::{
    email, id_reading, later, new_article, new_user, slug, tag, username,
};
use crate::contracts::work::Inside;

/// What was asked, and the answer.
pub type Log = Vec<(String, Answer)>;

/// Does all steps, then asks all there is to ask.
pub async fn replay(storage: &dyn Storage, steps: &[Step]) -> Log {
    let mut replay = Replay { storage, memory: Memory::default(), log: Log::new() };
    for step in steps {
        match step {
            Step::Ask(question) => replay.ask_outside(question).await,
            Step::Work { operations, commits } => replay.work(operations, *commits).await,
        }
    }
    for question in Question::all() {
        replay.ask_outside(&question).await;
    }
    replay.log
}

struct Replay<'a> {
    storage: &'a dyn Storage,
    /// Of what was committed.
    memory: Memory,
    log: Log,
}

impl Replay<'_> {
    async fn ask_outside(&mut self, question: &Question) {
        let answer = question.ask(&mut *self.storage.read(), &self.memory).await;
        self.log.push((format!("{question:?}"), answer.into()));
    }

    async fn work(&mut self, operations: &[Operation], commits: bool) {
        let mut memory = self.memory.clone();
        let mut work = match self.storage.begin().await {
            Ok(work) => work,
            Err(error) => return self.log.push(("begin".into(), Err(error).into())),
        };
        for operation in operations {
            let answer = match operation {
                Operation::Write(write) => write.run(&mut *work, &mut memory).await,
                Operation::AskInside(question) => {
                    question.ask(&mut Inside(&mut *work), &memory).await
                }
                Operation::AskOutside(question) => {
                    self.ask_outside(question).await;
                    continue;
                }
            };
            self.log.push((operation.to_string(), answer.into()));
            if self.log.last().is_some_and(|(_, answer)| answer.is_final()) {
                return;
            }
        }
        if commits {
            let outcome = work.commit().await.map(|()| Answer::Done);
            if outcome.is_ok() {
                self.memory = memory;
            }
            self.log.push(("commit".into(), outcome.into()));
        }
    }
}

impl Write {
    async fn run(
        &self,
        work: &mut dyn UnitOfWork,
        memory: &mut Memory,
    ) -> Result<Answer, StorageError> {
        match self {
            Self::InsertUser(text) => {
                if !memory.users.insert(user_id(text.id)) {
                    return Ok(Answer::NotAsked);
                }
                work.users().insert(&text.user()).await?;
            }
            Self::UpdateUser(text) => work.users().update(&text.user()).await?,
            Self::InsertArticle { author, created_at, article: text } => {
                let article = text.article(author, *created_at);
                if memory.articles.contains_key(&article.id) {
                    return Ok(Answer::NotAsked);
                }
                work.articles().insert(&article).await?;
                memory.articles.insert(article.id, article);
            }
            Self::UpdateArticle(text) => {
                let before = memory.articles.get(&article_id(text.id)).cloned();
                let before = before.unwrap_or_else(|| text.article("nobody", 0));
                work.articles().update(&text.after(&before)).await?;
            }
            Self::DeleteArticle { article } => {
                work.articles().delete(article_id(article)).await?;
                memory.articles.remove(&article_id(article));
            }
            Self::InsertComment { author, article, created_at } => {
                let comment = NewComment {
                    article: article_id(article),
                    author: user_id(author),
                    body: CommentBody::parse(format!("{author} was here")).unwrap(),
                    created_at: later(*created_at),
                };
                let comment = work.comments().insert(&comment).await?;
                memory.remember_comment(comment.id);
                return Ok(Answer::Comment(Some(memory.numbered(comment))));
            }
            Self::DeleteComment { nth } => {
                work.comments().delete(memory.comment_id(*nth)).await?;
            }
            Self::Favorite { user, article } => {
                work.favorites().add(user_id(user), article_id(article)).await?;
            }
            Self::Unfavorite { user, article } => {
                work.favorites().remove(user_id(user), article_id(article)).await?;
            }
            Self::Follow { follower, author } => {
                work.follows().add(user_id(follower), user_id(author)).await?;
            }
            Self::Unfollow { follower, author } => {
                work.follows().remove(user_id(follower), user_id(author)).await?;
            }
            Self::Post(post) => return post.run(work, memory).await,
        }
        Ok(Answer::Done)
    }
}

fn article_id(text: &str) -> ArticleId {
    ArticleId(id_reading(text))
}

impl UserText {
    fn user(&self) -> User {
        User {
            username: username(self.name),
            email: email(self.email),
            bio: self.bio.map(|bio| Bio::parse(bio).unwrap()),
            ..new_user(self.id)
        }
    }
}

impl ArticleText {
    fn article(&self, author: &str, created_at: i64) -> Article {
        let article = new_article(&new_user(author), self.id);
        self.after(&Article { created_at: later(created_at), ..article })
    }

    /// What an update makes of `before`.
    fn after(&self, before: &Article) -> Article {
        Article {
            slug: slug(self.slug),
            body: Body::parse(format!("As of {}", self.updated_at)).unwrap(),
            tags: TagList::new(self.tags.iter().copied().map(tag)).unwrap(),
            updated_at: later(self.updated_at),
            ..before.clone()
        }
    }
}
