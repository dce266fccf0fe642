//! Statements that show something as somebody sees it.

use domain::UserId;

/// Two columns: whether the viewer, `$1`, favorited the article `a`, and whether they follow the
/// user `u`.
pub(super) struct Eyes {
    pub favorited: &'static str,
    pub following: &'static str,
}

const USER: Eyes = Eyes {
    favorited: "(SELECT true FROM favorites
        WHERE user_id = $1 AND created_at = a.created_at AND article_id = a.id) IS TRUE",
    following: "(SELECT true FROM follows WHERE follower_id = $1 AND author_id = u.id) IS TRUE",
};

/// Nobody in particular has favorites or follows anybody. The server need not look.
const NOBODY: Eyes = Eyes { favorited: "false", following: "false" };

/// A statement in two forms.
pub(super) struct Seen {
    by_user: String,
    by_nobody: String,
}

impl Seen {
    /// Both forms of `text`.
    pub fn new(text: impl Fn(&Eyes) -> String) -> Self {
        Self { by_user: text(&USER), by_nobody: text(&NOBODY) }
    }

    /// The form for `viewer`, who is bound to `$1` in both.
    pub fn by(&self, viewer: Option<UserId>) -> &str {
        if viewer.is_some() { &self.by_user } else { &self.by_nobody }
    }
}
