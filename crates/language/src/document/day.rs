//! Days in other notations: day before month, with points or slashes, with month names.

use crate::document::{CalendarMonth, Date};
use jiff::civil;

/// First letters of month names, in English and German.
const MONTHS: [&[&str]; 12] = [
    &["jan"],
    &["feb"],
    &["mar", "mär", "mae"],
    &["apr"],
    &["may", "mai"],
    &["jun"],
    &["jul"],
    &["aug"],
    &["sep"],
    &["oct", "okt"],
    &["nov"],
    &["dec", "dez"],
];

/// Days that a text in another notation may mean, without those that do not exist.
pub(super) fn suggestion(text: &str) -> Vec<Date> {
    let words =
        text.split(|c: char| c.is_whitespace() || matches!(c, '.' | '/' | '-' | ',')).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let [first, second, third] = words[..] else { return Vec::new() };
    let number = |word: &str| word.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<i16>().ok();
    let orders: Vec<[Option<i16>; 3]> = if first.len() == 4 {
        // year-day-month is not a notation, so it can only be a typo
        let [year, a, b] = [number(first), number(second), number(third)];
        vec![[year, a, b], [year, b, a]]
    } else if third.len() == 4 {
        let year = number(third);
        match (month(first), month(second)) {
            (Some(month), _) => vec![[year, Some(month), number(second)]],
            (None, Some(month)) => vec![[year, Some(month), number(first)]],
            (None, None) if text.contains('.') => vec![[year, number(second), number(first)]],
            (None, None) => vec![[year, number(first), number(second)], [year, number(second), number(first)]],
        }
    } else {
        return Vec::new();
    };
    let mut days: Vec<Date> = orders.into_iter().filter_map(day).collect();
    days.dedup();
    days
}

/// Months that a text in another notation may mean: month first, month name, or with a day.
pub(super) fn suggested_months(text: &str) -> Vec<CalendarMonth> {
    let separates = |c: char| c.is_whitespace() || matches!(c, '.' | '/' | '-' | ',');
    let words: Vec<&str> = text.split(separates).filter(|word| !word.is_empty()).collect();
    let of = |year: &str, other: &str| {
        let of_year = month(other).map(i16::unsigned_abs).or_else(|| other.parse().ok())?;
        CalendarMonth::new(year.parse().ok()?, of_year.into())
    };
    let found: Option<CalendarMonth> = match words[..] {
        [year, other] if year.len() == 4 && year.parse::<u32>().is_ok() => of(year, other),
        [other, year] if year.len() == 4 => of(year, other),
        [year, other, day] if year.len() == 4 && day.parse::<u32>().is_ok() => of(year, other),
        _ => None,
    };
    found.into_iter().collect()
}

fn month(word: &str) -> Option<i16> {
    let lower = word.to_lowercase();
    let at = MONTHS.iter().position(|names| names.iter().any(|name| lower.starts_with(name)))?;
    i16::try_from(at + 1).ok()
}

fn day([year, month, day]: [Option<i16>; 3]) -> Option<Date> {
    let small = |number: Option<i16>| i8::try_from(number?).ok();
    civil::Date::new(year?, small(month)?, small(day)?).ok().map(Date)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        suggestion(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn days_are_known_in_other_orders() {
        assert_eq!(texts("21.11.2026"), ["2026-11-21"]);
        assert_eq!(texts("5.6.2027"), ["2027-06-05"], "points are written with the day first");
        assert_eq!(texts("11/21/2026"), ["2026-11-21"]);
        assert_eq!(texts("05/06/2027"), ["2027-05-06", "2027-06-05"], "it may be either");
        assert_eq!(texts("2026-5-4"), ["2026-05-04", "2026-04-05"]);
        assert_eq!(texts("2026-21-11"), ["2026-11-21"]);
        assert_eq!(texts("21 November 2026"), ["2026-11-21"]);
        assert_eq!(texts("Nov 21st, 2026"), ["2026-11-21"]);
        assert_eq!(texts("31. Februar 2026"), [""; 0]);
        assert_eq!(texts("soon"), [""; 0]);
    }
}
