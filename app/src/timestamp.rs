//! Moments as RFC 3339 tells them, always to the microsecond, so that one moment has one spelling.

use domain::Timestamp;
use serde::{Serialize, Serializer};

/// `2020-01-01T00:00:00.000000Z`.
pub struct Rfc3339(pub Timestamp);

const MICROS_A_DAY: i64 = 86_400_000_000;
/// 0000-01-01T00:00:00Z, the first moment with a year of four digits.
const FIRST: i64 = -719_528 * MICROS_A_DAY;
/// The last moment of the year 9999.
const LAST: i64 = 2_932_897 * MICROS_A_DAY - 1;

impl Serialize for Rfc3339 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = format(self.0);
        // It holds digits and the punctuation below.
        serializer.serialize_str(std::str::from_utf8(&text).expect("ASCII"))
    }
}

/// What lies outside the years that the format can tell is told as the nearest of them.
fn format(moment: Timestamp) -> [u8; 27] {
    let micros = moment.as_micros().clamp(FIRST, LAST);
    let (year, month, day) = date(micros.div_euclid(MICROS_A_DAY));
    let micros = micros.rem_euclid(MICROS_A_DAY);
    let seconds = micros / 1_000_000;

    let mut text = *b"0000-00-00T00:00:00.000000Z";
    write(&mut text[0..4], year);
    write(&mut text[5..7], month);
    write(&mut text[8..10], day);
    write(&mut text[11..13], seconds / 3600);
    write(&mut text[14..16], seconds / 60 % 60);
    write(&mut text[17..19], seconds % 60);
    write(&mut text[20..26], micros % 1_000_000);
    text
}

fn write(digits: &mut [u8], mut number: i64) {
    for digit in digits.iter_mut().rev() {
        // A remainder of ten fits any integer.
        *digit = b'0' + u8::try_from(number % 10).unwrap_or_default();
        number /= 10;
    }
}

/// Year, month and day of the Gregorian calendar, `days` after 1970-01-01. Years are counted from
/// March, so that the leap day is the last of its year, and in eras of 400 years, which are all
/// alike.
fn date(days: i64) -> (i64, i64, i64) {
    const ERA: i64 = 146_097;
    let days = days + 719_468;
    let day_of_era = days.rem_euclid(ERA);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / (ERA - 1)) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Five months from March on have 153 days, and so have the next five.
    let months_after_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months_after_march + 2) / 5 + 1;
    let month = (months_after_march + 2) % 12 + 1;
    let year = days.div_euclid(ERA) * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn told(micros: i64) -> String {
        String::from_utf8(format(Timestamp::from_micros(micros)).to_vec()).unwrap()
    }

    #[test]
    fn a_moment_is_told_to_the_microsecond_even_where_it_is_round() {
        assert_eq!(told(0), "1970-01-01T00:00:00.000000Z");
        assert_eq!(told(1_577_836_800_000_001), "2020-01-01T00:00:00.000001Z");
        assert_eq!(told(1_786_190_399_999_999), "2026-08-08T11:59:59.999999Z");
    }

    #[test]
    fn leap_years_come_every_fourth_year_but_not_every_hundredth() {
        assert_eq!(told(951_782_400_000_000), "2000-02-29T00:00:00.000000Z");
        assert_eq!(told(1_709_251_199_000_000), "2024-02-29T23:59:59.000000Z");
        assert_eq!(told(4_107_542_400_000_000), "2100-03-01T00:00:00.000000Z");
        assert_eq!(told(4_107_542_399_000_000), "2100-02-28T23:59:59.000000Z");
    }

    #[test]
    fn the_years_before_1970_are_told_too() {
        assert_eq!(told(-1), "1969-12-31T23:59:59.999999Z");
        assert_eq!(told(-14_182_940_000_000), "1969-07-20T20:17:40.000000Z");
    }

    #[test]
    fn what_has_no_year_of_four_digits_is_told_as_the_nearest_that_has() {
        assert_eq!(told(i64::MIN), "0000-01-01T00:00:00.000000Z");
        assert_eq!(told(i64::MAX), "9999-12-31T23:59:59.999999Z");
    }

    #[test]
    fn every_day_of_four_centuries_follows_the_one_before() {
        let days = (0..146_097).map(|day| told(day * MICROS_A_DAY));
        let dates: Vec<String> = days.map(|day| day[..10].to_owned()).collect();

        let growing = dates.windows(2).all(|pair| pair[0] < pair[1]);

        assert!(growing);
        assert_eq!(dates.last().map(String::as_str), Some("2369-12-31"));
    }
}
