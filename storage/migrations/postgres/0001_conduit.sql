-- Ids of users and articles are UUIDs. Moments are microseconds since 1970, UTC. What is compared
-- or ordered by its bytes has the collation "C".
--
-- Counts, feeds and the links from tags are derived from users, articles, favorites and follows.
-- They are stored where they are read, so that a list costs what its page costs, and kept exact
-- by the triggers below, in the transaction that changes what they derive from.
--
-- Transactions run side by side, and each statement of a trigger sees what was committed when it
-- began. So whoever changes what others derive from holds, before it looks, in this order:
--     1. the row in articles, where there is one already;
--     2. the row in totals, when articles or their tags come or go: they do so one by one;
--     3. the author's row in users, when articles or followers come or go: a follower has every
--        article in the feed once, whichever came first;
--     4. rows that are only counted: fans in users, tags, feeds.
-- Nobody waits for a row of an earlier rank, so they do not wait for each other for ever.

CREATE TABLE users (
    id              uuid             NOT NULL CONSTRAINT users_id PRIMARY KEY,
    username        text COLLATE "C" NOT NULL CONSTRAINT users_username UNIQUE,
    email           text             NOT NULL,
    email_key       text COLLATE "C" NOT NULL CONSTRAINT users_email_key UNIQUE,
    password        text             NOT NULL,
    bio             text,
    image           text,
    articles_count  bigint           NOT NULL DEFAULT 0,
    favorites_count bigint           NOT NULL DEFAULT 0
);

-- What a list shows, and no more: its rows stay small, and a count can change without the text
-- being written again.
CREATE TABLE articles (
    id              uuid             NOT NULL CONSTRAINT articles_id PRIMARY KEY,
    author_id       uuid             NOT NULL REFERENCES users (id),
    slug            text COLLATE "C" NOT NULL CONSTRAINT articles_slug UNIQUE,
    title           text             NOT NULL,
    description     text             NOT NULL,
    tag_list        text[]           NOT NULL,
    created_at      bigint           NOT NULL,
    updated_at      bigint           NOT NULL,
    favorites_count bigint           NOT NULL DEFAULT 0
);

-- Read backwards: the newest come first.
CREATE INDEX articles_newest ON articles (created_at, id);
CREATE INDEX articles_newest_by_author ON articles (author_id, created_at, id);

CREATE TABLE bodies (
    article_id uuid NOT NULL PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
    body       text NOT NULL
);

-- One row: how many articles there are.
CREATE TABLE totals (articles bigint NOT NULL);
INSERT INTO totals (articles) VALUES (0);

-- The tags in use, and how many articles bear each.
CREATE TABLE tags (
    name           text COLLATE "C" NOT NULL PRIMARY KEY,
    articles_count bigint           NOT NULL
);

CREATE TABLE article_tags (
    tag        text COLLATE "C" NOT NULL,
    created_at bigint           NOT NULL,
    article_id uuid             NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, created_at, article_id)
);

CREATE INDEX article_tags_of_article ON article_tags (article_id);

-- `created_at`, here and in `feed_entries`, is the article's: the order of the list.
CREATE TABLE favorites (
    user_id    uuid   NOT NULL REFERENCES users (id),
    created_at bigint NOT NULL,
    article_id uuid   NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, created_at, article_id)
);

CREATE INDEX favorites_of_article ON favorites (article_id);

CREATE TABLE follows (
    follower_id uuid NOT NULL REFERENCES users (id),
    author_id   uuid NOT NULL REFERENCES users (id),
    PRIMARY KEY (follower_id, author_id)
);

CREATE INDEX follows_of_author ON follows (author_id, follower_id);

-- An entry for every article of every author that somebody follows.
CREATE TABLE feed_entries (
    reader_id  uuid   NOT NULL,
    created_at bigint NOT NULL,
    article_id uuid   NOT NULL,
    PRIMARY KEY (reader_id, created_at, article_id)
);

-- How long the feeds are. Not in `users`: two who follow each other would lock each other's row as
-- an author's, and then wait for it as a reader's.
CREATE TABLE feeds (
    reader_id      uuid   NOT NULL PRIMARY KEY,
    articles_count bigint NOT NULL
);

CREATE TABLE comments (
    id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    article_id uuid   NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
    author_id  uuid   NOT NULL REFERENCES users (id),
    created_at bigint NOT NULL,
    body       text   NOT NULL
);

CREATE INDEX comments_newest_of_article ON comments (article_id, created_at, id);

-- What was made once and must survive a restart, such as the key that signs tokens.
CREATE TABLE secrets (
    name  text COLLATE "C" NOT NULL PRIMARY KEY,
    value bytea            NOT NULL
);

CREATE FUNCTION article_waits_its_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM totals FOR NO KEY UPDATE;
    PERFORM FROM users WHERE id = coalesce(new.author_id, old.author_id) FOR NO KEY UPDATE;
    RETURN coalesce(new, old);
END $$;

CREATE TRIGGER article_waits_its_turn BEFORE INSERT OR DELETE ON articles
    FOR EACH ROW EXECUTE FUNCTION article_waits_its_turn();

CREATE TRIGGER article_waits_its_turn_for_tags BEFORE UPDATE OF tag_list ON articles
    FOR EACH ROW WHEN (old.tag_list <> new.tag_list) EXECUTE FUNCTION article_waits_its_turn();

CREATE FUNCTION article_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE totals SET articles = articles + 1;
    UPDATE users SET articles_count = articles_count + 1 WHERE id = new.author_id;
    INSERT INTO article_tags (tag, created_at, article_id)
        SELECT tag, new.created_at, new.id FROM unnest(new.tag_list) AS tag;
    INSERT INTO feed_entries (reader_id, created_at, article_id)
        SELECT follower_id, new.created_at, new.id FROM follows WHERE author_id = new.author_id;
    RETURN NULL;
END $$;

CREATE TRIGGER article_published AFTER INSERT ON articles
    FOR EACH ROW EXECUTE FUNCTION article_published();

CREATE FUNCTION article_retagged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM article_tags WHERE article_id = new.id AND tag <> ALL (new.tag_list);
    INSERT INTO article_tags (tag, created_at, article_id)
        SELECT tag, new.created_at, new.id FROM unnest(new.tag_list) AS tag
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE TRIGGER article_retagged AFTER UPDATE OF tag_list ON articles
    FOR EACH ROW WHEN (old.tag_list <> new.tag_list) EXECUTE FUNCTION article_retagged();

CREATE FUNCTION article_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE totals SET articles = articles - 1;
    UPDATE users SET articles_count = articles_count - 1 WHERE id = old.author_id;
    DELETE FROM feed_entries
        WHERE created_at = old.created_at AND article_id = old.id
          AND reader_id IN (SELECT follower_id FROM follows WHERE author_id = old.author_id);
    RETURN NULL;
END $$;

CREATE TRIGGER article_deleted AFTER DELETE ON articles
    FOR EACH ROW EXECUTE FUNCTION article_deleted();

CREATE FUNCTION tags_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tags (name, articles_count)
        SELECT tag, count(*) FROM added GROUP BY tag ORDER BY tag
        ON CONFLICT (name) DO UPDATE
            SET articles_count = tags.articles_count + excluded.articles_count;
    RETURN NULL;
END $$;

CREATE TRIGGER tags_added AFTER INSERT ON article_tags REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION tags_added();

CREATE FUNCTION tags_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tags SET articles_count = articles_count - fewer.articles
        FROM (SELECT tag, count(*) AS articles FROM removed GROUP BY tag) AS fewer
        WHERE name = fewer.tag;
    DELETE FROM tags WHERE name IN (SELECT tag FROM removed) AND articles_count = 0;
    RETURN NULL;
END $$;

CREATE TRIGGER tags_removed AFTER DELETE ON article_tags REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION tags_removed();

CREATE FUNCTION favorite_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE articles SET favorites_count = favorites_count + 1 WHERE id = new.article_id;
    UPDATE users SET favorites_count = favorites_count + 1 WHERE id = new.user_id;
    RETURN NULL;
END $$;

CREATE TRIGGER favorite_added AFTER INSERT ON favorites
    FOR EACH ROW EXECUTE FUNCTION favorite_added();

CREATE FUNCTION favorite_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE articles SET favorites_count = favorites_count - 1 WHERE id = old.article_id;
    UPDATE users SET favorites_count = favorites_count - 1 WHERE id = old.user_id;
    RETURN NULL;
END $$;

CREATE TRIGGER favorite_removed AFTER DELETE ON favorites
    FOR EACH ROW EXECUTE FUNCTION favorite_removed();

CREATE FUNCTION follower_waits_for_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM users WHERE id = coalesce(new.author_id, old.author_id) FOR NO KEY UPDATE;
    RETURN coalesce(new, old);
END $$;

CREATE TRIGGER follower_waits_for_author BEFORE INSERT OR DELETE ON follows
    FOR EACH ROW EXECUTE FUNCTION follower_waits_for_author();

CREATE FUNCTION author_followed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO feed_entries (reader_id, created_at, article_id)
        SELECT new.follower_id, created_at, id FROM articles WHERE author_id = new.author_id;
    RETURN NULL;
END $$;

CREATE TRIGGER author_followed AFTER INSERT ON follows
    FOR EACH ROW EXECUTE FUNCTION author_followed();

CREATE FUNCTION author_unfollowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM feed_entries
        WHERE reader_id = old.follower_id
          AND (created_at, article_id) IN
              (SELECT created_at, id FROM articles WHERE author_id = old.author_id);
    RETURN NULL;
END $$;

CREATE TRIGGER author_unfollowed AFTER DELETE ON follows
    FOR EACH ROW EXECUTE FUNCTION author_unfollowed();

CREATE FUNCTION feeds_grew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO feeds (reader_id, articles_count)
        SELECT reader_id, count(*) FROM added GROUP BY reader_id ORDER BY reader_id
        ON CONFLICT (reader_id) DO UPDATE
            SET articles_count = feeds.articles_count + excluded.articles_count;
    RETURN NULL;
END $$;

CREATE TRIGGER feeds_grew AFTER INSERT ON feed_entries REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION feeds_grew();

CREATE FUNCTION feeds_shrank() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE feeds SET articles_count = articles_count - fewer.articles
        FROM (SELECT reader_id, count(*) AS articles FROM removed GROUP BY reader_id) AS fewer
        WHERE feeds.reader_id = fewer.reader_id;
    RETURN NULL;
END $$;

CREATE TRIGGER feeds_shrank AFTER DELETE ON feed_entries REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION feeds_shrank();
