//! Whom the server runs as.

use std::fs;

use rustix::process::geteuid;

/// An ordinary user of this machine.
pub struct User {
    pub uid: u32,
    pub gid: u32,
}

/// Whom to become; nobody, where this process is ordinary itself.
pub fn ordinary() -> Result<Option<User>, String> {
    if !geteuid().is_root() {
        return Ok(None);
    }
    let users = fs::read_to_string("/etc/passwd").map_err(|e| format!("/etc/passwd: {e}"))?;
    let found = ["postgres", "nobody"].iter().find_map(|name| named(&users, name));
    match found {
        Some(user) => Ok(Some(user)),
        None => Err("root may not run a server, and there is no user postgres or nobody".into()),
    }
}

/// name:password:uid:gid:...
fn named(users: &str, name: &str) -> Option<User> {
    let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
    let mut ids = line.split(':').skip(2).map_while(|id| id.parse().ok());
    Some(User { uid: ids.next()?, gid: ids.next()? })
}
