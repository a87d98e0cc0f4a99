//! Suggestion for a text that is not a number.

use super::read::{decimal, underscored};
use rust_decimal::Decimal;

/// Number of zeros of a word after a number.
#[must_use]
pub fn magnitude(unit: &str) -> Option<u32> {
    match unit {
        "k" | "K" | "thousand" => Some(3),
        "m" | "M" | "mn" | "mio" | "Mio" | "million" => Some(6),
        "bn" | "B" | "billion" => Some(9),
        _ => None,
    }
}

/// Likely number for a text that is not one: with a currency sign, with other digit grouping, or with a letter or word
/// for thousands or millions. None if it is ambiguous.
#[must_use]
pub fn suggestion(text: &str) -> Option<String> {
    let sign = |c: char| matches!(c, '$' | '€' | '£' | '¥' | '₹');
    let bare = text.trim();
    let unsigned = bare.trim_start_matches(sign).trim_end_matches(sign).trim();
    // euro amounts may be grouped by points; dollar amounts are grouped by commas and rarely have thousandths that end
    // in `00`
    let may_group = unsigned.len() < bare.len() && (bare.contains('€') || unsigned.ends_with("00"));
    let end = unsigned.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
    let (digits, unit) = unsigned.split_at(end);
    let zeros = if unit.is_empty() { Some(0) } else { magnitude(unit.trim()) }?;
    let plain = ungrouped(digits, may_group && zeros == 0)?;
    let scale = Decimal::from(10_i64.checked_pow(zeros)?);
    let value = decimal(&plain).ok()?.checked_mul(scale)?.normalize();
    Some(underscored(&value.to_string()))
}

/// Whether a text is digits with at most one point or comma that cannot be a group separator: not exactly three digits
/// follow it, or the digits before it are a single zero.
#[must_use]
pub fn is_ungrouped(text: &str) -> bool {
    let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    digits(whole) && digits(decimals) && (decimals.len() != 3 || whole == "0")
}

/// Digits and a decimal point, from a text in which commas, points, spaces or apostrophes group by three.
fn ungrouped(text: &str, point_may_group: bool) -> Option<String> {
    let space = |c: char| matches!(c, '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '_');
    if !text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',') || space(c)) {
        return None;
    }
    let count = |separator: char| text.matches(separator).count();
    let by_three = |part: &str| {
        let mut groups = part.split(|c: char| matches!(c, '.' | ',') || space(c));
        groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && !(first.starts_with('0')))
            && groups.all(|group| group.len() == 3)
    };
    let (whole, decimals) = match (text.rfind('.'), text.rfind(',')) {
        (Some(point), Some(comma)) => {
            let last = point.max(comma);
            if count(if point > comma { '.' } else { ',' }) > 1 {
                return None;
            }
            (&text[..last], &text[last + 1..])
        }
        (Some(_), None) if count('.') > 1 => (text, ""),
        (Some(_), None) if point_may_group && by_three(text) => (text, ""),
        (Some(at), None) => (&text[..at], &text[at + 1..]),
        (None, Some(_)) if count(',') > 1 => (text, ""),
        (None, Some(at)) if text.len() - at - 1 != 3 || text.starts_with('0') => (&text[..at], &text[at + 1..]),
        (None, Some(_) | None) => (text, ""),
    };
    let grouped = whole.contains(|c: char| !c.is_ascii_digit());
    if (grouped && !by_three(whole)) || whole.is_empty() || !decimals.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    Some(if decimals.is_empty() { whole } else { format!("{whole}.{decimals}") })
}
