//! What the data of every version tell: Rosalind, a reader of hers, and their one article.

use domain::providers::Storage;
use domain::{
    ArticleFilter, ArticlePage, ArticleSummary, ArticleView, Bio, Body, CommentBody, CommentId,
    CommentView, Description, Email, ImageUrl, Page, PasswordHash, Profile, Slug, Tag, TagList,
    Timestamp, Title, User, UserId, Username,
};
use pretty_assertions::assert_eq;
use storage::Database;
use uuid::Uuid;

fn rosalind() -> User {
    User {
        id: UserId(Uuid::from_u128(0x51)),
        username: Username::parse("rosalind").unwrap(),
        email: Email::parse("Rosalind@helix.example").unwrap(),
        password: PasswordHash::new("hash of photograph 51"),
        bio: Some(Bio::parse("Sees through \u{1f9ec}").unwrap()),
        image: Some(ImageUrl::parse("https://helix.example/rosalind.png").unwrap()),
    }
}

fn jocasta() -> User {
    User {
        id: UserId(Uuid::from_u128(0x52)),
        username: Username::parse("jocasta").unwrap(),
        email: Email::parse("jocasta@helix.example").unwrap(),
        password: PasswordHash::new("hash of a riddle"),
        bio: None,
        image: None,
    }
}

/// The article as Jocasta sees it, who follows its author and favorited it.
fn helices() -> ArticleView {
    ArticleView {
        summary: ArticleSummary {
            slug: Slug::parse("on-helices").unwrap(),
            title: Title::parse("On Helices").unwrap(),
            description: Description::parse("A turn, and another").unwrap(),
            tags: TagList::parse(["helix".to_owned(), "dna".to_owned()]).unwrap(),
            created_at: Timestamp::from_micros(1_577_880_000_123_457),
            updated_at: Timestamp::from_micros(1_577_880_000_123_458),
            favorited: true,
            favorites_count: 1,
            author: Profile::of(&rosalind(), true),
        },
        body: Body::parse("They wind around each other.\nWhere's the end?").unwrap(),
    }
}

fn remark() -> CommentView {
    CommentView {
        id: CommentId(7),
        body: CommentBody::parse("I shall sleep on it.").unwrap(),
        created_at: Timestamp::from_micros(1_577_880_000_123_459),
        author: Profile::of(&jocasta(), false),
    }
}

/// Reads all of it, each list included.
pub async fn is_there(storage: &dyn Database) {
    let mut reader = storage.read();
    for user in [rosalind(), jocasta()] {
        assert_eq!(reader.users().find_by_email(&user.email).await.unwrap(), Some(user));
    }
    let (viewer, article) = (jocasta().id, helices());
    let slug = article.summary.slug.clone();
    let page = ArticlePage { articles: vec![article.summary.clone()], total: 1 };
    let shown = reader.articles().view(&slug, Some(viewer)).await.unwrap();
    assert_eq!(shown, Some(article));
    for filter in [
        ArticleFilter::default(),
        ArticleFilter { tag: Some(tag("dna")), ..ArticleFilter::default() },
        ArticleFilter { author: Some(rosalind().username), ..ArticleFilter::default() },
        ArticleFilter { favorited_by: Some(jocasta().username), ..ArticleFilter::default() },
    ] {
        let listed = reader.articles().list(&filter, Page::default(), Some(viewer)).await;
        assert_eq!(listed.unwrap(), page);
    }
    assert_eq!(reader.articles().feed(viewer, Page::default()).await.unwrap(), page);
    assert_eq!(reader.articles().tags().await.unwrap(), [tag("dna"), tag("helix")]);
    assert_eq!(reader.comments().under(&slug, None).await.unwrap(), Some(vec![remark()]));
    assert_eq!(storage.secret("token", vec![0]).await.unwrap(), b"unpublished, photograph 51");
}

/// Changes what was migrated: what is derived follows.
pub async fn breaks_up(storage: &dyn Storage) {
    let mut work = storage.begin().await.unwrap();
    let slug = helices().summary.slug;
    let article = work.articles().find_by_slug(&slug).await.unwrap().unwrap();
    work.favorites().remove(jocasta().id, article.id).await.unwrap();
    work.follows().remove(jocasta().id, rosalind().id).await.unwrap();
    work.articles().delete(article.id).await.unwrap();
    work.commit().await.unwrap();

    let mut reader = storage.read();
    let left = reader.articles().list(&ArticleFilter::default(), Page::default(), None).await;
    assert_eq!(left.unwrap(), ArticlePage { articles: vec![], total: 0 });
}

fn tag(text: &str) -> Tag {
    Tag::parse(text).unwrap()
}
