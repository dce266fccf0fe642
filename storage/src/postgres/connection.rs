//! How connections are made.

use sqlx::postgres::PgConnectOptions;

/// What the server is asked to do differently for us.
const SETTINGS: [(&str, &str); 9] = [
    // A statement is planned once a connection, whatever is asked for. To plan one takes longer
    // than to run it.
    ("plan_cache_mode", "force_generic_plan"),
    ("jit", "off"),
    // Every statement was written to walk along indexes, one row after the other. A planner that
    // knows nothing of the values, or of tables that were empty a minute ago, may guess otherwise.
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("enable_material", "off"),
    // Nobody waits for ever for somebody who is gone.
    ("lock_timeout", "10s"),
    ("idle_in_transaction_session_timeout", "60s"),
];

/// How to connect to the database that `url` names.
pub(super) fn options(url: &str) -> sqlx::Result<PgConnectOptions> {
    url.parse()
}

/// The same, for statements that were written for [`SETTINGS`].
pub(super) fn tuned(options: PgConnectOptions) -> PgConnectOptions {
    options.options(SETTINGS)
}
