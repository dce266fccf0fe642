-- Ids of users and articles are UUIDs, 16 bytes. Moments are microseconds since 1970, UTC.
--
-- Counts, feeds and the links from tags are derived from users, articles, favorites and follows.
-- They are stored where they are read, so that a list costs what its page costs, and kept exact
-- by the triggers below, in the transaction that changes what they derive from.

CREATE TABLE users (
    id              BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    username        TEXT    NOT NULL UNIQUE,
    email           TEXT    NOT NULL,
    email_key       TEXT    NOT NULL UNIQUE,
    password        TEXT    NOT NULL,
    bio             TEXT,
    image           TEXT,
    articles_count  INTEGER NOT NULL DEFAULT 0,
    favorites_count INTEGER NOT NULL DEFAULT 0,
    feed_count      INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What a list shows, and no more: its rows stay small, and a count can change without the text
-- being written again.
CREATE TABLE articles (
    id              BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    author_id       BLOB    NOT NULL REFERENCES users (id),
    slug            TEXT    NOT NULL UNIQUE,
    title           TEXT    NOT NULL,
    description     TEXT    NOT NULL,
    tag_list        TEXT    NOT NULL CHECK (json_type(tag_list) = 'array'),
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    favorites_count INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX articles_newest ON articles (created_at DESC, id DESC);
CREATE INDEX articles_newest_by_author ON articles (author_id, created_at DESC, id DESC);

CREATE TABLE bodies (
    article_id BLOB NOT NULL PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
    body       TEXT NOT NULL
) STRICT;

-- One row: how many articles there are.
CREATE TABLE totals (articles INTEGER NOT NULL) STRICT;
INSERT INTO totals (articles) VALUES (0);

-- The tags in use, and how many articles bear each.
CREATE TABLE tags (
    name           TEXT    NOT NULL PRIMARY KEY,
    articles_count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE article_tags (
    tag        TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    article_id BLOB    NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, created_at DESC, article_id DESC)
) STRICT, WITHOUT ROWID;

CREATE INDEX article_tags_of_article ON article_tags (article_id);

-- `created_at`, here and in `feed_entries`, is the article's: the order of the list.
CREATE TABLE favorites (
    user_id    BLOB    NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    article_id BLOB    NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, created_at DESC, article_id DESC)
) STRICT, WITHOUT ROWID;

CREATE INDEX favorites_of_article ON favorites (article_id);

CREATE TABLE follows (
    follower_id BLOB NOT NULL REFERENCES users (id),
    author_id   BLOB NOT NULL REFERENCES users (id),
    PRIMARY KEY (follower_id, author_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX follows_of_author ON follows (author_id);

-- An entry for every article of every author that somebody follows.
CREATE TABLE feed_entries (
    reader_id  BLOB    NOT NULL,
    created_at INTEGER NOT NULL,
    article_id BLOB    NOT NULL,
    PRIMARY KEY (reader_id, created_at DESC, article_id DESC)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: the id of a deleted comment is not given again.
CREATE TABLE comments (
    id         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    article_id BLOB    NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
    author_id  BLOB    NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    body       TEXT    NOT NULL
) STRICT;

CREATE INDEX comments_newest_of_article ON comments (article_id, created_at DESC, id DESC);

-- What was made once and must survive a restart, such as the key that signs tokens.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER article_published AFTER INSERT ON articles BEGIN
    UPDATE totals SET articles = articles + 1;
    UPDATE users SET articles_count = articles_count + 1 WHERE id = new.author_id;
    INSERT INTO article_tags (tag, created_at, article_id)
        SELECT value, new.created_at, new.id FROM json_each(new.tag_list);
    INSERT INTO feed_entries (reader_id, created_at, article_id)
        SELECT follower_id, new.created_at, new.id FROM follows WHERE author_id = new.author_id;
END;

CREATE TRIGGER article_retagged AFTER UPDATE OF tag_list ON articles
WHEN old.tag_list <> new.tag_list BEGIN
    DELETE FROM article_tags WHERE article_id = new.id;
    INSERT INTO article_tags (tag, created_at, article_id)
        SELECT value, new.created_at, new.id FROM json_each(new.tag_list);
END;

CREATE TRIGGER article_deleted AFTER DELETE ON articles BEGIN
    UPDATE totals SET articles = articles - 1;
    UPDATE users SET articles_count = articles_count - 1 WHERE id = old.author_id;
    DELETE FROM feed_entries
        WHERE created_at = old.created_at AND article_id = old.id
          AND reader_id IN (SELECT follower_id FROM follows WHERE author_id = old.author_id);
END;

CREATE TRIGGER tag_added AFTER INSERT ON article_tags BEGIN
    INSERT INTO tags (name, articles_count) VALUES (new.tag, 1)
        ON CONFLICT (name) DO UPDATE SET articles_count = articles_count + 1;
END;

CREATE TRIGGER tag_removed AFTER DELETE ON article_tags BEGIN
    UPDATE tags SET articles_count = articles_count - 1 WHERE name = old.tag;
    DELETE FROM tags WHERE name = old.tag AND articles_count = 0;
END;

CREATE TRIGGER favorite_added AFTER INSERT ON favorites BEGIN
    UPDATE articles SET favorites_count = favorites_count + 1 WHERE id = new.article_id;
    UPDATE users SET favorites_count = favorites_count + 1 WHERE id = new.user_id;
END;

CREATE TRIGGER favorite_removed AFTER DELETE ON favorites BEGIN
    UPDATE articles SET favorites_count = favorites_count - 1 WHERE id = old.article_id;
    UPDATE users SET favorites_count = favorites_count - 1 WHERE id = old.user_id;
END;

CREATE TRIGGER author_followed AFTER INSERT ON follows BEGIN
    INSERT INTO feed_entries (reader_id, created_at, article_id)
        SELECT new.follower_id, created_at, id FROM articles WHERE author_id = new.author_id;
END;

CREATE TRIGGER author_unfollowed AFTER DELETE ON follows BEGIN
    DELETE FROM feed_entries
        WHERE reader_id = old.follower_id
          AND (created_at, article_id) IN
              (SELECT created_at, id FROM articles WHERE author_id = old.author_id);
END;

CREATE TRIGGER feed_grew AFTER INSERT ON feed_entries BEGIN
    UPDATE users SET feed_count = feed_count + 1 WHERE id = new.reader_id;
END;

CREATE TRIGGER feed_shrank AFTER DELETE ON feed_entries BEGIN
    UPDATE users SET feed_count = feed_count - 1 WHERE id = old.reader_id;
END;
