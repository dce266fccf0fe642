-- What somebody is to be told, until they were told.
CREATE TABLE outbox (
    id           uuid    NOT NULL PRIMARY KEY,
    recipient_id uuid    NOT NULL REFERENCES users (id),
    -- NULL where an article was published.
    comment_id   bigint,
    made_by      text    NOT NULL,
    slug         text    NOT NULL,
    title        text    NOT NULL,
    created_at   bigint  NOT NULL,
    attempts     bigint  NOT NULL DEFAULT 0,
    -- NULL where it was given up.
    due_at       bigint
);

CREATE INDEX outbox_due ON outbox (due_at, id) WHERE due_at IS NOT NULL;

-- How each attempt ended: it arrived where there is no reason, and was given up where there is one
-- and no moment until which it was postponed. Lines outlive what they are about.
CREATE TABLE audit (
    notification_id uuid    NOT NULL,
    attempt         bigint  NOT NULL,
    at              bigint  NOT NULL,
    postponed_until bigint,
    reason          text,
    PRIMARY KEY (notification_id, attempt),
    CHECK (postponed_until IS NULL OR reason IS NOT NULL)
);
