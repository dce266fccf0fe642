use pretty_assertions::assert_eq;

use super::*;

/// What `text` makes of many throws.
fn many(text: fn(&mut Dice) -> String) -> impl Iterator<Item = String> {
    (0..500).map(move |number| text(&mut Dice::new(7, number)))
}

#[test]
fn every_slot_of_every_pattern_has_words() {
    let patterns = [
        &words::TITLES[..],
        &words::DESCRIPTIONS,
        &words::SENTENCES,
        &words::HEADINGS,
        &words::COMMENTS,
    ];
    let mut dice = Dice::new(7, 7);

    for pattern in patterns.concat() {
        let text = fill(pattern, &mut dice);
        assert!(!text.contains(['{', '}']), "{pattern} became {text}");
        assert!(!text.starts_with(char::is_lowercase), "{pattern} became {text}");
    }
}

#[test]
fn an_article_has_about_eleven_hundred_bytes() {
    for body in many(body) {
        assert!((1_050..1_250).contains(&body.len()), "{} bytes", body.len());
    }
}

#[test]
fn the_same_dice_tell_the_same_story() {
    let once: Vec<_> = many(body).collect();
    let again: Vec<_> = many(body).collect();

    assert_eq!(once, again);
    assert!(once[0] != once[1]);
}

#[test]
fn an_article_bears_three_tags_and_some_are_popular() {
    let lists: Vec<_> = (0..500).map(|number| tags(&mut Dice::new(7, number))).collect();

    let bearing = |tag: &str| lists.iter().filter(|list| list.iter().any(|t| t == tag)).count();
    assert!(lists.iter().all(|list| list.len() == 3));
    assert!(bearing("science") > 3 * bearing("failure"));
}
