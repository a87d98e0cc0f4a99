//! Parsing of exact decimals.

use super::not_a_number::{DIGITS, NotANumber};
use rust_decimal::Decimal;

/// Characters that word processors substitute for a minus sign.
const DASHES: [char; 5] = ['−', '–', '—', '‐', '‑'];

/// Parses a decimal exactly: digits, optionally grouped by single underscores, with a point and an exponent.
///
/// # Errors
/// If the text is anything else, or if the number cannot be stored to its last digit. Nothing is ever rounded.
///
/// ```
/// use sheet::number::decimal;
/// assert_eq!(decimal("289_000").unwrap().to_string(), "289000");
/// assert_eq!(decimal("-2.5e-3").unwrap().to_string(), "-0.0025");
/// assert!(decimal("1__0").is_err());
/// ```
pub fn decimal(text: &str) -> Result<Decimal, NotANumber> {
    plain(text).map_or_else(|| spelled(text), Ok)
}

/// Maximum number of characters for which a number fits 64 bits.
const FEW: usize = 18;

/// Fast path for few digits with or without a point and underscores, as nearly all numbers are written; none if the
/// text is written otherwise or is invalid.
fn plain(text: &str) -> Option<Decimal> {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| digits.get(at)).is_some_and(u8::is_ascii_digit);
    let is_led_by_zero = digits.first() == Some(&b'0') && matches!(digits.get(1), Some(b'0'..=b'9' | b'_'));
    if digits.len() > FEW || digits.is_empty() || is_led_by_zero {
        return None;
    }
    let (mut number, mut places) = (0_i64, None);
    for (at, byte) in digits.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                number = number * 10 + i64::from(byte - b'0');
                places = places.map(|places| places + 1);
            }
            b'.' | b'_' if !is_digit(at.checked_sub(1)) || !is_digit(Some(at + 1)) => return None,
            b'.' if places.is_none() => places = Some(0),
            b'_' => {}
            _ => return None,
        }
    }
    let mut places = places.unwrap_or(0);
    while places > 0 && number % 10 == 0 {
        (number, places) = (number / 10, places - 1);
    }
    Some(Decimal::new(if text.starts_with('-') { -number } else { number }, places))
}

/// Parses any text.
fn spelled(text: &str) -> Result<Decimal, NotANumber> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = if text.starts_with('-') { "-" } else { "" };
    characters(unsigned)?;
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, whole(exponent)?),
        None => (unsigned, 0),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    if after.contains('.') {
        return Err(NotANumber::Points);
    }
    if before.is_empty() || after.is_empty() {
        return Err(bare_point(sign, unsigned, before, after));
    }
    if [before, after].iter().any(|digits| digits.split('_').any(str::is_empty)) {
        return Err(NotANumber::Underscores);
    }
    if before.len() > 1 && before.starts_with('0') {
        return Err(NotANumber::LeadingZero(format!("{sign}{}", without_zeros(unsigned))));
    }
    let digits: String = before.chars().chain(after.chars()).filter(char::is_ascii_digit).collect();
    let places = after.chars().filter(char::is_ascii_digit).count();
    let negative = !sign.is_empty();
    assemble(&digits, places, exponent, negative)
}

/// Rejects text that cannot be part of a number, with the most specific reason.
fn characters(text: &str) -> Result<(), NotANumber> {
    let lower = text.to_ascii_lowercase();
    if text.is_empty() {
        return Err(NotANumber::Nothing);
    }
    if matches!(lower.as_str(), ".inf" | "inf" | "infinity" | ".nan" | "nan") {
        return Err(NotANumber::NotFinite);
    }
    if ["0x", "0o", "0b"].iter().any(|prefix| lower.starts_with(prefix)) {
        return Err(NotANumber::OtherBase);
    }
    if let Some(number) = text.strip_prefix(DASHES).filter(|number| number.starts_with(|c: char| c.is_ascii_digit())) {
        return Err(decimal(number).map_or(NotANumber::Characters('−'), |_| NotANumber::Dash(format!("-{number}"))));
    }
    if let Some((low, high)) = text.split_once(['-', '–', '—']).map(|(low, high)| (low.trim_end(), high.trim_start()))
        && low.ends_with(|c: char| c.is_ascii_digit())
        && high.starts_with(|c: char| c.is_ascii_digit())
        && [low, high].iter().all(|end| decimal(end).is_ok())
    {
        return Err(NotANumber::Range);
    }
    let grouping = |c: char| matches!(c, ',' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}');
    if text.starts_with(|c: char| c.is_ascii_digit())
        && text.contains(grouping)
        && text.chars().all(|c| c.is_ascii_digit() || c == '.' || grouping(c))
    {
        return Err(grouped(text, grouping));
    }
    // only one percent sign is removed, so that the recursion ends
    let before_sign = text.strip_suffix('%').filter(|number| !number.ends_with('%'));
    if let Some(number) = before_sign.filter(|number| decimal(number).is_ok()) {
        return Err(NotANumber::Percent(number.to_owned()));
    }
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return Err(NotANumber::Nothing);
    }
    let allowed = |c: char| c.is_ascii_digit() || matches!(c, '_' | '.' | 'e' | 'E' | '+' | '-');
    match text.chars().find(|c| !allowed(*c)) {
        Some(other) => Err(with_unit(text).unwrap_or(NotANumber::Characters(other))),
        None => match text.split(['e', 'E']).next().and_then(|mantissa| mantissa.find(['+', '-'])) {
            Some(at) => Err(NotANumber::Characters(text[at..].chars().next().unwrap_or('-'))),
            None => Ok(()),
        },
    }
}

/// A number with text before or after it: `10 kW`, `$5`.
fn with_unit(text: &str) -> Option<NotANumber> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let digits = |c: char| c.is_ascii_digit() || matches!(c, '_' | '.');
    let end = text[start..].find(|c| !digits(c)).map_or(text.len(), |length| start + length);
    let (before, number, after) = (text[..start].trim(), &text[start..end], text[end..].trim());
    let unit = if before.is_empty() { after } else { before };
    let alone = before.is_empty() != after.is_empty() && !unit.starts_with(['+', '-', '_', '.']);
    let is_unit = alone && unit.chars().count() <= 16 && !unit.contains(|c: char| c.is_ascii_digit());
    (is_unit && decimal(number).is_ok())
        .then(|| NotANumber::WithUnit { number: number.to_owned(), unit: unit.to_owned() })
}

/// A number with its digits grouped by underscores if it is long.
pub(super) fn underscored(number: &str) -> String {
    let (whole, rest) = number.find('.').map_or((number, ""), |at| number.split_at(at));
    if whole.len() < 4 {
        return number.to_owned();
    }
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            text.push('_');
        }
        text.push(digit);
    }
    text + rest
}

fn grouped(text: &str, separator: impl Fn(char) -> bool + Copy) -> NotANumber {
    match text.split_once(',') {
        // 1,500 is fifteen hundred to most authors; 1,5 and 0,094 are always decimals
        Some((before, after)) if before == "0" || (after.len() != 3 && !after.contains([',', '.'])) => {
            NotANumber::DecimalComma(format!("{}.{after}", before.replace(separator, "_")))
        }
        Some(_) | None => NotANumber::Grouping(text.replace(separator, "_")),
    }
}

fn whole(exponent: &str) -> Result<i64, NotANumber> {
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return Err(NotANumber::Exponent);
    }
    exponent.parse().map_err(|_| NotANumber::TooLarge)
}

fn bare_point(sign: &str, text: &str, before: &str, after: &str) -> NotANumber {
    if before.is_empty() && after.is_empty() {
        return NotANumber::Nothing;
    }
    let text = if before.is_empty() { format!("0{text}") } else { text.replacen('.', "", 1) };
    NotANumber::BarePoint(format!("{sign}{text}"))
}

fn without_zeros(text: &str) -> &str {
    let rest = text.trim_start_matches(['0', '_']);
    // the zero before a point stays
    if rest.starts_with(|c: char| c.is_ascii_digit()) { rest } else { &text[text.len() - rest.len() - 1..] }
}

/// `digits · 10^(exponent − places)` without trailing zeros; the author's decimal places are kept if they fit.
fn assemble(digits: &str, places: usize, exponent: i64, negative: bool) -> Result<Decimal, NotANumber> {
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Ok(Decimal::ZERO);
    }
    let mut significant = significant.to_owned();
    let mut scale = i64::try_from(places).map_err(|_| NotANumber::TooLarge)?.saturating_sub(exponent);
    while significant.len() > 1 && significant.ends_with('0') && (scale > 0) {
        significant.pop();
        scale -= 1;
    }
    if significant.trim_end_matches('0').len() > DIGITS {
        return Err(NotANumber::TooManyDigits);
    }
    if scale < 0 {
        let zeros = usize::try_from(-scale).ok().filter(|zeros| significant.len() + zeros <= DIGITS);
        significant.push_str(&"0".repeat(zeros.ok_or(NotANumber::TooLarge)?));
        scale = 0;
    }
    let scale = u32::try_from(scale).map_err(|_| NotANumber::TooLarge)?;
    let magnitude: i128 = significant.parse().map_err(|_| NotANumber::TooManyDigits)?;
    let signed = if negative { -magnitude } else { magnitude };
    Decimal::try_from_i128_with_scale(signed, scale).map_err(|_| NotANumber::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_parsed_exactly() {
        for (text, expected) in [
            ("0", "0"),
            ("-0", "0"),
            ("5", "5"),
            ("+5", "5"),
            ("-10", "-10"),
            ("289_000", "289000"),
            ("1_000.50", "1000.5"),
            ("0.094", "0.094"),
            ("1e3", "1000"),
            ("1E+3", "1000"),
            ("2.5e-3", "0.0025"),
            ("1.25e1", "12.5"),
            ("0.000", "0"),
            ("0e999", "0"),
            ("1234567890123456789012345678", "1234567890123456789012345678"),
            ("0.0000000000000000000000000001", "0.0000000000000000000000000001"),
            ("1.0000000000000000000000000000000000", "1"),
        ] {
            assert_eq!(decimal(text).map(|d| d.to_string()).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn the_fast_path_agrees_with_the_full_parser() {
        // all texts of up to six of these characters
        let characters = ['0', '1', '7', '.', '_', '-'];
        let mut texts = vec![String::new()];
        let mut plain_ones = 0;
        for _ in 0..6 {
            texts = texts.iter().flat_map(|text| characters.map(|c| format!("{text}{c}"))).collect();
            for text in &texts {
                let Some(number) = plain(text) else { continue };
                plain_ones += 1;
                let spelled = spelled(text).unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
                assert_eq!((number, number.scale()), (spelled, spelled.scale()), "{text}");
            }
        }
        assert!(plain_ones > 1_000, "{plain_ones}");
        for text in ["123456789012345678", "0.1234567890123456", "999_999_999_999.99", "-1_000.50"] {
            assert_eq!(plain(text), spelled(text).ok(), "{text}");
        }
        assert_eq!(plain("1234567890123456789"), None, "too long for the fast path");
    }

    #[test]
    fn each_syntax_error_has_its_own_reason() {
        for (text, expected) in [
            ("", NotANumber::Nothing),
            ("-", NotANumber::Nothing),
            (".", NotANumber::Nothing),
            ("abc", NotANumber::Nothing),
            ("10kW", NotANumber::WithUnit { number: "10".into(), unit: "kW".into() }),
            ("10.2 kW", NotANumber::WithUnit { number: "10.2".into(), unit: "kW".into() }),
            ("$5", NotANumber::WithUnit { number: "5".into(), unit: "$".into() }),
            ("a 5 b", NotANumber::Characters('a')),
            ("1e5x", NotANumber::Characters('x')),
            ("1-2", NotANumber::Range),
            ("10_000 – 12_000", NotANumber::Range),
            ("−5", NotANumber::Dash("-5".into())),
            ("--1", NotANumber::Characters('-')),
            ("1 2 x", NotANumber::Characters(' ')),
            ("٣", NotANumber::Nothing),
            ("1٣", NotANumber::WithUnit { number: "1".into(), unit: "٣".into() }),
            ("1__0", NotANumber::Underscores),
            ("5_", NotANumber::Underscores),
            ("_5", NotANumber::Underscores),
            ("1._5", NotANumber::Underscores),
            ("289,000", NotANumber::Grouping("289_000".into())),
            ("289 000", NotANumber::Grouping("289_000".into())),
            ("1,234,567.5", NotANumber::Grouping("1_234_567.5".into())),
            ("1,5", NotANumber::DecimalComma("1.5".into())),
            ("0,094", NotANumber::DecimalComma("0.094".into())),
            ("1.", NotANumber::BarePoint("1".into())),
            (".5", NotANumber::BarePoint("0.5".into())),
            ("-.5", NotANumber::BarePoint("-0.5".into())),
            ("1.2.3", NotANumber::Points),
            ("017", NotANumber::LeadingZero("17".into())),
            ("-00.5", NotANumber::LeadingZero("-0.5".into())),
            ("00", NotANumber::LeadingZero("0".into())),
            ("0x10", NotANumber::OtherBase),
            ("0o7", NotANumber::OtherBase),
            (".inf", NotANumber::NotFinite),
            ("-.inf", NotANumber::NotFinite),
            ("nan", NotANumber::NotFinite),
            ("1e", NotANumber::Exponent),
            ("1e1.5", NotANumber::Exponent),
            ("1e400", NotANumber::TooLarge),
            ("1e-400", NotANumber::TooLarge),
            ("1e99999999999999999999", NotANumber::TooLarge),
            ("0.00000000000000000000000000001", NotANumber::TooLarge),
            ("12345678901234567890123456789", NotANumber::TooManyDigits),
            ("0.12345678901234567890123456789", NotANumber::TooManyDigits),
            ("5%", NotANumber::Percent("5".into())),
        ] {
            assert_eq!(decimal(text), Err(expected), "{text}");
        }
    }
}
