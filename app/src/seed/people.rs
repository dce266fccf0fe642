//! Who the demo users are.

use domain::{Bio, Email, ImageUrl, Username};

use super::dice::Dice;
use super::{prose, words};

/// The `number`th name. No two numbers share one.
pub fn name(number: usize) -> Username {
    let (firsts, lasts) = (words::FIRST_NAMES.len(), words::LAST_NAMES.len());
    let first = number % firsts;
    // Shifted by the first, so that neighbours do not look like a family.
    let last = (number / firsts + 7 * first) % lasts;
    let generation = number / (firsts * lasts);
    let mut text = format!("{}.{}", words::FIRST_NAMES[first], words::LAST_NAMES[last]);
    if generation > 0 {
        text.push_str(&(generation + 1).to_string());
    }
    Username::parse(text).expect("a name of letters, a dot and digits")
}

/// The address of the user called `name`.
pub fn email(name: &Username) -> Email {
    Email::parse(format!("{name}@conduit.example")).expect("a short name makes an address")
}

/// What most of them say of themselves.
pub fn bio(dice: &mut Dice) -> Option<Bio> {
    let says_something = dice.roll(4) > 0;
    says_something.then(|| Bio::parse(prose::bio(dice)).expect("a short text"))
}

/// The picture that some of them have: a coloured square that needs no network.
pub fn image(dice: &mut Dice) -> Option<ImageUrl> {
    let colour = dice.pick(&words::COLOURS);
    let url = format!(
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>\
         <path fill='{colour}' d='M0 0h1v1H0z'/></svg>"
    );
    (dice.roll(3) == 0).then(|| ImageUrl::parse(url).expect("a short text"))
}
