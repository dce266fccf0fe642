-- What somebody is to be told, until they were told.
CREATE TABLE outbox (
    id           BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    recipient_id BLOB    NOT NULL REFERENCES users (id),
    -- NULL where an article was published.
    comment_id   INTEGER,
    made_by      TEXT    NOT NULL,
    slug         TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    attempts     INTEGER NOT NULL DEFAULT 0,
    -- NULL where it was given up.
    due_at       INTEGER
) STRICT;

CREATE INDEX outbox_due ON outbox (due_at, id) WHERE due_at IS NOT NULL;

-- How each attempt ended: it arrived where there is no reason, and was given up where there is one
-- and no moment until which it was postponed. Lines outlive what they are about.
CREATE TABLE audit (
    notification_id BLOB    NOT NULL,
    attempt         INTEGER NOT NULL,
    at              INTEGER NOT NULL,
    postponed_until INTEGER,
    reason          TEXT,
    PRIMARY KEY (notification_id, attempt),
    CHECK (postponed_until IS NULL OR reason IS NOT NULL)
) STRICT, WITHOUT ROWID;
