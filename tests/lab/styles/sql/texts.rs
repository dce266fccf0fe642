//! How the statements are expected, of which the outbox makes use.

/// The text of each.
#[derive(Clone, Copy)]
pub struct Texts {
    /// Each is a regular expression, and not the whole text.
    pub are_patterns: bool,
    pub wait_for_claims: &'static str,
    pub claim: &'static str,
    pub remove: &'static str,
    pub reschedule: &'static str,
    pub note: &'static str,
    pub enqueue: &'static str,
}

/// Word for word, as somebody has written them down who knows what they do.
pub fn by_hand() -> Texts {
    Texts {
        are_patterns: false,
        wait_for_claims: "SELECT pg_advisory_xact_lock('outbox'::regclass::oid::bigint)",
        claim: "
            WITH due AS (
                SELECT id, due_at FROM outbox WHERE due_at <= $1
                ORDER BY due_at, id LIMIT $3 FOR UPDATE
            ), claimed AS (
                UPDATE outbox o SET attempts = attempts + 1, due_at = $2 FROM due WHERE o.id = due.id
                RETURNING o.*, due.due_at AS was_due_at
            )
            SELECT c.id, c.comment_id, c.made_by, c.slug, c.title, c.created_at, c.attempts, u.username
            FROM claimed c JOIN users u ON u.id = c.recipient_id
            ORDER BY c.was_due_at, c.id",
        remove: "DELETE FROM outbox WHERE id = $1",
        reschedule: "UPDATE outbox SET due_at = $3 WHERE id = $1 AND attempts = $2",
        note: "
            INSERT INTO audit (notification_id, attempt, at, postponed_until, reason)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        enqueue: "
            INSERT INTO outbox
                (id, recipient_id, comment_id, made_by, slug, title, created_at, due_at)
            SELECT id, recipient_id, comment_id, made_by, slug, title, created_at, created_at
            FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[],
                $7::bigint[]) AS new (id, recipient_id, comment_id, made_by, slug, title, created_at)",
    }
}

/// As much of them as tells one from the other.
pub fn patterns() -> Texts {
    Texts {
        are_patterns: true,
        wait_for_claims: "pg_advisory_xact_lock",
        claim: "^WITH due AS (.+) UPDATE outbox (.+)",
        remove: "^DELETE FROM outbox",
        reschedule: "^UPDATE outbox SET",
        note: "^INSERT INTO audit",
        enqueue: "^INSERT INTO outbox",
    }
}

const OUTBOX: &str = include_str!("../../../../storage/src/postgres/outbox.rs");
const AUDIT: &str = include_str!("../../../../storage/src/postgres/audit.rs");

/// Word for word, as the code under test has them: whatever that is, it is right.
pub fn copied() -> Texts {
    Texts {
        are_patterns: false,
        wait_for_claims: constant(OUTBOX, "WAIT_FOR_CLAIMS"),
        claim: constant(OUTBOX, "CLAIM"),
        remove: constant(OUTBOX, "REMOVE"),
        reschedule: constant(OUTBOX, "RESCHEDULE"),
        note: constant(AUDIT, "NOTE"),
        enqueue: constant(OUTBOX, "ENQUEUE"),
    }
}

/// What the constant of this name holds in `code`: no text of ours has a quotation mark in it.
fn constant(code: &'static str, name: &str) -> &'static str {
    let (_, value) = code.split_once(&format!("const {name}: &str =")).unwrap_or_else(|| {
        panic!("the code has no constant {name}");
    });
    value.split('"').nth(1).unwrap()
}
