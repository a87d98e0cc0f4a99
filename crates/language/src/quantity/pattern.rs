//! Regular expressions for numbers within bounds, for a schema that checks numbers in quotes or in a notation that a YAML
//! reader takes for text. They are exact, except for numbers with an exponent, whose last digits may exceed a bound.

use rust_decimal::Decimal;
use sheet::number;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// Digits after the point, optionally grouped by single underscores.
const ANY_DECIMALS: &str = r"(\.[0-9](_?[0-9])*)?";
/// Decimals that are all zero.
const NO_DECIMALS: &str = r"(\.0(_?0)*)?";
/// A positive whole number.
const SOMETHING: &str = "[1-9](_?[0-9])*";
/// Any exponent.
const EXPONENT: &str = "[eE][+-]?[0-9]+";

/// Whether fractions are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fractions {
    Allowed,
    /// Only whole numbers, optionally with zero decimals.
    None,
}

/// Numbers within bounds, inclusive, with an optional sign; not anchored. With an exponent the bounds may be exceeded slightly.
pub(super) fn between(least: Decimal, most: Decimal, fractions: Fractions) -> String {
    let side =
        |least: Decimal, most: Decimal| format!("({}|{})", unsigned(least, most, fractions), with_exponent(most));
    let above = format!(r"\+?{}", side(least.max(Decimal::ZERO), most));
    match least.cmp(&Decimal::ZERO) {
        Ordering::Greater => above,
        Ordering::Equal => format!("{above}|-0{NO_DECIMALS}({EXPONENT})?"),
        Ordering::Less => format!("{above}|-{}", side(Decimal::ZERO, least.abs())),
    }
}

/// Numbers with an exponent and at most a value: a number with digits before its point is at least its power of ten.
fn with_exponent(most: Decimal) -> String {
    let below = format!("0{ANY_DECIMALS}{EXPONENT}");
    let digits = most.trunc().to_string().len() - 1;
    let raised = if most < Decimal::ONE { String::new() } else { format!(r"\+?0*({})|", counted_to(digits)) };
    format!("{below}|{SOMETHING}{ANY_DECIMALS}[eE]({raised}-[0-9]+)")
}

/// Numbers from 0 to `most`, which is below 100.
fn counted_to(most: usize) -> String {
    match (most / 10, most % 10) {
        (0, ones) => format!("[0-{ones}]"),
        (1, ones) => format!("[0-9]|1[0-{ones}]"),
        (tens, ones) => format!("[0-9]|[1-{}][0-9]|{tens}[0-{ones}]", tens - 1),
    }
}

/// Numbers within bounds, without sign or exponent.
fn unsigned(least: Decimal, most: Decimal, fractions: Fractions) -> String {
    let (first, last) = (least.trunc(), most.trunc());
    if fractions == Fractions::None {
        return format!("({}){NO_DECIMALS}", whole(number::ceil(least), last));
    }
    let (from, to) = (decimals(least), decimals(most));
    let mut forms = Vec::new();
    // with the whole part of the lower bound, at least its decimals; with that of the upper bound, at most its decimals
    let (mut above, mut below) = (first, last);
    if !from.is_empty() {
        forms.push(format!("{first}{}", at_least(&from)));
        above += Decimal::ONE;
    }
    if first < last || from.is_empty() {
        forms.push(format!("{}{}", grouped(&last.to_string()), at_most(&to)));
        below -= Decimal::ONE;
    }
    if above <= below {
        forms.push(format!("({}){ANY_DECIMALS}", whole(above, below)));
    }
    forms.join("|")
}

/// Digits after the point; empty for a whole number.
fn decimals(value: Decimal) -> String {
    let text = value.normalize().to_string();
    text.split_once('.').map(|(_, decimals)| decimals.to_owned()).unwrap_or_default()
}

/// Decimals, with their point, of at least a value.
fn at_least(from: &str) -> String {
    let mut forms = Vec::new();
    for (at, digit) in from.char_indices() {
        let before = grouped(&from[..at]);
        let join = if at == 0 { "" } else { "_?" };
        if let Some(above) = char::from_digit(digit.to_digit(10).unwrap_or(9) + 1, 10) {
            forms.push(format!("{before}{join}{}(_?[0-9])*", digits(above, '9')));
        }
    }
    forms.push(format!("{}(_?[0-9])*", grouped(from)));
    format!(r"\.({})", forms.join("|"))
}

/// Optional decimals, with their point, of at most a value.
fn at_most(to: &str) -> String {
    let mut forms = Vec::new();
    for (at, digit) in to.char_indices() {
        let before = grouped(&to[..at]);
        let join = if at == 0 { "" } else { "_?" };
        if let Some(below) = digit.to_digit(10).and_then(|digit| digit.checked_sub(1)) {
            let below = char::from_digit(below, 10).unwrap_or('0');
            forms.push(format!("{before}{join}{}(_?[0-9])*", digits('0', below)));
        }
        if at > 0 {
            forms.push(before);
        }
    }
    forms.push(if to.is_empty() { "0(_?0)*".to_owned() } else { format!("{}(_?0)*", grouped(to)) });
    format!(r"(\.({}))?", forms.join("|"))
}

/// Whole numbers within bounds, inclusive.
fn whole(least: Decimal, most: Decimal) -> String {
    let (least, most) = (least.to_string(), most.to_string());
    let mut forms = Vec::new();
    let mut full: Option<(usize, usize)> = None;
    for length in least.len()..=most.len() {
        let lowest = if length == least.len() { least.clone() } else { format!("1{}", "0".repeat(length - 1)) };
        let highest = if length == most.len() { most.clone() } else { "9".repeat(length) };
        let is_full = lowest == format!("1{}", "0".repeat(length - 1)) && highest == "9".repeat(length);
        if is_full {
            full = Some((full.map_or(length, |(from, _)| from), length));
        } else {
            forms.push(of_a_length(&lowest, &highest));
        }
    }
    if let Some((from, to)) = full {
        forms.push(format!("[1-9](_?[0-9]){{{},{}}}", from - 1, to - 1));
    }
    forms.join("|")
}

/// Whole numbers within bounds of the same length.
fn of_a_length(least: &str, most: &str) -> String {
    let (Some(low), Some(high)) = (least.chars().next(), most.chars().next()) else { return String::new() };
    let (below, above) = (&least[1..], &most[1..]);
    if below.is_empty() {
        return digits(low, high);
    }
    if low == high {
        return format!("{low}_?({})", of_a_length(below, above));
    }
    let rest = format!("(_?[0-9]){{{}}}", below.len());
    let (mut forms, mut from, mut to) = (Vec::new(), low, high);
    if below.chars().any(|digit| digit != '0') {
        forms.push(format!("{low}_?({})", of_a_length(below, &"9".repeat(below.len()))));
        from = next(low);
    }
    if above.chars().any(|digit| digit != '9') {
        forms.push(format!("{high}_?({})", of_a_length(&"0".repeat(above.len()), above)));
        to = before(high);
    }
    if from <= to {
        forms.push(format!("{}{rest}", digits(from, to)));
    }
    forms.join("|")
}

fn next(digit: char) -> char {
    digit.to_digit(10).and_then(|digit| char::from_digit(digit + 1, 10)).unwrap_or(':')
}

fn before(digit: char) -> char {
    digit.to_digit(10).and_then(|digit| char::from_digit(digit.checked_sub(1)?, 10)).unwrap_or('/')
}

/// One digit within bounds.
fn digits(from: char, to: char) -> String {
    if from == to { from.to_string() } else { format!("[{from}-{to}]") }
}

/// Digits, optionally separated by underscores.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        let _ = write!(text, "{}{digit}", if at == 0 { "" } else { "_?" });
    }
    text
}
