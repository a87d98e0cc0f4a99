//! Regular expressions of the texts that are read as a number within bounds: what a schema can say of a number in quotes,
//! or in a spelling that a YAML reader takes for text. They hold the bounds exactly, but for the last digits of numbers
//! with an exponent.

use rust_decimal::Decimal;
use sheet::number;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// Digits after the point, grouped by single underscores if at all.
const ANY_DECIMALS: &str = r"(\.[0-9](_?[0-9])*)?";
/// Decimals that say nothing.
const NO_DECIMALS: &str = r"(\.0(_?0)*)?";
/// A whole number above zero.
const SOMETHING: &str = "[1-9](_?[0-9])*";
/// Any exponent.
const EXPONENT: &str = "[eE][+-]?[0-9]+";

/// Whether fractions are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fractions {
    Allowed,
    /// Only the whole numbers, which may be written with decimals of zero.
    None,
}

/// The texts that say a number between two, both included, with a sign where there is one; not anchored. One with an
/// exponent may say a little more.
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

/// The texts with an exponent that can say a number of at most so much: one with digits before its point is at least as
/// large as its power of ten.
fn with_exponent(most: Decimal) -> String {
    let below = format!("0{ANY_DECIMALS}{EXPONENT}");
    let digits = most.trunc().to_string().len() - 1;
    let raised = if most < Decimal::ONE { String::new() } else { format!(r"\+?0*({})|", counted_to(digits)) };
    format!("{below}|{SOMETHING}{ANY_DECIMALS}[eE]({raised}-[0-9]+)")
}

/// The numbers from none to one below a hundred.
fn counted_to(most: usize) -> String {
    match (most / 10, most % 10) {
        (0, ones) => format!("[0-{ones}]"),
        (1, ones) => format!("[0-9]|1[0-{ones}]"),
        (tens, ones) => format!("[0-9]|[1-{}][0-9]|{tens}[0-{ones}]", tens - 1),
    }
}

/// Without a sign or an exponent.
fn unsigned(least: Decimal, most: Decimal, fractions: Fractions) -> String {
    let (first, last) = (least.trunc(), most.trunc());
    if fractions == Fractions::None {
        return format!("({}){NO_DECIMALS}", whole(number::ceil(least), last));
    }
    let (from, to) = (decimals(least), decimals(most));
    let mut forms = Vec::new();
    // at least the decimals of the lower bound, with its whole part; at most those of the upper bound, with its own
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

/// The digits after the point; none of a whole number.
fn decimals(value: Decimal) -> String {
    let text = value.normalize().to_string();
    text.split_once('.').map(|(_, decimals)| decimals.to_owned()).unwrap_or_default()
}

/// Decimals, with their point, of no less than some.
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

/// Decimals, with their point, of no more than some; or none.
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

/// Whole numbers between two, both included.
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

/// Whole numbers between two of the same length.
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

/// One digit between two.
fn digits(from: char, to: char) -> String {
    if from == to { from.to_string() } else { format!("[{from}-{to}]") }
}

/// Digits, each of which may be set off from the next by an underscore.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        let _ = write!(text, "{}{digit}", if at == 0 { "" } else { "_?" });
    }
    text
}
