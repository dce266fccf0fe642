//! The URLs that name a database.

/// The file that `url` names, where it names one for SQLite. `:memory:` is a database that each
/// connection has for itself, `file:` begins a URL, and after `?` other programs expect parameters.
pub(crate) fn sqlite_path(url: &str) -> Option<&str> {
    let path = url.strip_prefix("sqlite://")?;
    let names_a_file =
        !(path.is_empty() || path == ":memory:" || path.starts_with("file:") || path.contains('?'));
    names_a_file.then_some(path)
}

pub(crate) fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

/// `url` as it may be shown to anybody: without the password, which may stand before the `@` or
/// among the parameters.
pub fn without_secrets(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://").filter(|(scheme, _)| *scheme != "sqlite")
    else {
        return url.to_owned();
    };
    let named = rest.find("?password=").or_else(|| rest.find("&password="));
    let rest = &rest[..named.unwrap_or(rest.len())];
    // The last `@`, because a password that nobody has encoded may hold one.
    let (user, place) = match rest.rsplit_once('@') {
        Some((user, place)) => (user.split_once(':').map_or(user, |(name, _)| name), place),
        None => ("", rest),
    };
    let at = if user.is_empty() { "" } else { "@" };
    let place = place.split(['?', '#']).next().unwrap_or_default();
    format!("{scheme}://{user}{at}{place}")
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn a_password_is_not_shown_wherever_it_stands() {
        for secret in [
            "postgres://rosalind:photo51@helix.example/conduit",
            "postgres://rosalind:photo51@helix.example/conduit?sslmode=require",
            "postgres://rosalind@helix.example/conduit?password=photo51",
            "postgres://rosalind@helix.example/conduit?sslmode=require&password=phot@51",
            "postgres://rosalind:phot@51?#/@helix.example/conduit",
        ] {
            assert_eq!(without_secrets(secret), "postgres://rosalind@helix.example/conduit");
        }
    }

    #[test]
    fn what_holds_no_secret_is_shown_as_it_is() {
        for plain in [
            "postgres://localhost:5433/conduit",
            "postgres:///conduit",
            "sqlite:///home/me@work/conduit.db",
            "conduit.db",
        ] {
            assert_eq!(without_secrets(plain), plain);
        }
    }
}
