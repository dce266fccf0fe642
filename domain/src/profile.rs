//! What one user sees of another.

use crate::{Bio, ImageUrl, User, Username};

/// A user as others see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The name they are known by.
    pub username: Username,
    /// What they say of themselves.
    pub bio: Option<Bio>,
    /// Where their picture is.
    pub image: Option<ImageUrl>,
    /// Whether the viewer follows them; false where nobody is signed in.
    pub following: bool,
}

impl Profile {
    /// The public half of `user`.
    pub fn of(user: &User, following: bool) -> Self {
        Self {
            username: user.username.clone(),
            bio: user.bio.clone(),
            image: user.image.clone(),
            following,
        }
    }
}
