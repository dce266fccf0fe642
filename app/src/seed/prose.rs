//! Believable text, the same every time it is asked for with the same dice.

use super::dice::Dice;
use super::words;

/// An article's text stops at the end of the sentence that reaches this many bytes.
const BODY: usize = 1_050;

/// A headline.
pub fn title(dice: &mut Dice) -> String {
    fill(dice.pick(&words::TITLES), dice)
}

/// One sentence about an article.
pub fn description(dice: &mut Dice) -> String {
    fill(dice.pick(&words::DESCRIPTIONS), dice)
}

/// Some paragraphs of Markdown, 1.1 kB in all.
pub fn body(dice: &mut Dice) -> String {
    let mut text = String::with_capacity(BODY + 200);
    let mut paragraph = 0;
    while text.len() < BODY {
        if paragraph > 0 {
            text.push_str("\n\n");
        }
        if paragraph == 1 {
            text.push_str("## ");
            text.push_str(&fill(dice.pick(&words::HEADINGS), dice));
            text.push_str("\n\n");
        }
        for sentence in 0..4 + dice.roll(3) {
            if text.len() >= BODY {
                break;
            }
            if sentence > 0 {
                text.push(' ');
            }
            text.push_str(&fill(dice.pick(&words::SENTENCES), dice));
        }
        paragraph += 1;
    }
    text
}

/// What somebody has to say to an article.
pub fn comment(dice: &mut Dice) -> String {
    fill(dice.pick(&words::COMMENTS), dice)
}

/// What a user says of themselves.
pub fn bio(dice: &mut Dice) -> String {
    let trade = dice.pick(&words::TRADES);
    format!("{trade} {}. {}", dice.pick(&words::PLACES), dice.pick(&words::HABITS))
}

/// Three tags; some are far more popular than others.
pub fn tags(dice: &mut Dice) -> Vec<String> {
    let mut tags: Vec<&str> = Vec::with_capacity(3);
    while tags.len() < 3 {
        // The lesser of two throws falls on the first words most often.
        let popular = dice.roll(words::TAGS.len()).min(dice.roll(words::TAGS.len()));
        let tag = words::TAGS[popular];
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags.into_iter().map(str::to_owned).collect()
}

/// The pattern with a word for each of its slots, and a capital at its beginning.
fn fill(pattern: &str, dice: &mut Dice) -> String {
    let mut text = String::with_capacity(2 * pattern.len());
    let mut rest = pattern;
    while let Some((before, slot_and_rest)) = rest.split_once('{') {
        let (slot, after) = slot_and_rest.split_once('}').unwrap_or((slot_and_rest, ""));
        text.push_str(before);
        text.push_str(dice.pick(words_for(slot)));
        rest = after;
    }
    text.push_str(rest);
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

fn words_for(slot: &str) -> &'static [&'static str] {
    match slot {
        "topic" => &words::TOPICS,
        "craft" => &words::CRAFTS,
        "person" => &words::PEOPLE,
        "place" => &words::PLACES,
        "time" => &words::TIMES,
        "finding" => &words::FINDINGS,
        "adjective" => &words::ADJECTIVES,
        _ => unreachable!("no words for {slot}"),
    }
}

#[cfg(test)]
#[path = "prose_tests.rs"]
mod tests;
