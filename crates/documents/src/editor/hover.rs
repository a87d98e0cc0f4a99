//! Hover texts for a scenario: meaning and allowed values of a key, the value that was read, and the cost lines that use it.

use super::lines::{DependentLine, moved_by};
use super::may_become_scenario;
use super::proposals::{UNKNOWN_CURRENCY, currency, meaning};
use crate::analysis::Answer;
use crate::explain;
use crate::number;
use crate::scenario::Scenario;
use crate::scenario::document::{Document, NodeId, SpotSide, TextSpot};
use crate::scenario::quantity::{NumberForm, ReadNumber};
use language::completion_context::keys_of_line;
use language::declaration::{ExpectedAt, Key};
use language::expected_type::ExpectedType;
use rust_decimal::Decimal;
use std::ops::Range;

/// Maximum number of cost lines in a text.
const MOST_LINES: usize = 5;
/// Maximum number of digits of a number.
const DIGITS: u32 = 28;

/// Hover text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Byte range of the text; none if the scenario is not valid YAML.
    pub place: Option<Range<usize>>,
    /// Markdown.
    pub text: String,
}

/// Hover text at a byte. With the answer to this text it includes the value that was read and the cost lines that use it.
#[must_use]
pub fn hover(text: &str, cursor: usize, answer: Option<&Answer>) -> Option<Hover> {
    if !may_become_scenario(text) {
        return None;
    }
    let Ok(document) = Document::parse(text) else {
        let path = keys_of_line(text, cursor)?;
        let expected = Scenario::PART.expected_at(path.iter().map(String::as_str))?;
        return Some(Hover { place: None, text: declared(&expected, path.last()?, UNKNOWN_CURRENCY)? });
    };
    let spot = document.spot(cursor)?;
    let expected = Scenario::PART.expected_at(document.keys(spot.at))?;
    let text = match spot.side {
        SpotSide::Value => of_word(&document, spot, &expected),
        SpotSide::Key => None,
    };
    let text = text.or_else(|| declared(&expected, document.key(spot.at), &currency(&document)))?;
    let today = answer.map(|answer| today(answer, &document.path(spot.at), &expected)).unwrap_or_default();
    let place = Some(spot.place.start as usize..spot.place.end());
    Some(Hover { place, text: std::iter::once(text).chain(today).collect::<Vec<_>>().join("\n\n") })
}

/// Meaning of one of the words that a value may be.
fn of_word(document: &Document, spot: TextSpot, expected: &ExpectedAt) -> Option<String> {
    let text = document.text(spot.at)?;
    expected.kinds().into_iter().find_map(|kind| match kind {
        ExpectedType::Word(words) => {
            let word = words.all.iter().find(|word| word.name == text)?;
            Some(format!("**{text}**\n\n{}", word.meaning().replace('\n', " ")))
        }
        ExpectedType::Quantity(_)
        | ExpectedType::Scalar(_)
        | ExpectedType::Text
        | ExpectedType::Boolean
        | ExpectedType::Part(_)
        | ExpectedType::Entries(_)
        | ExpectedType::List(_)
        | ExpectedType::Either(..) => None,
    })
}

/// Meaning of a key, or of the entries below it.
fn declared(expected: &ExpectedAt, name: &str, currency: &str) -> Option<String> {
    let key = expected.key?;
    if expected.below_key == 0 {
        return Some(format!("{}\n\n{}", heading(key), meaning(key, currency)));
    }
    let of_part = expected.kinds().into_iter().find_map(|kind| match kind {
        ExpectedType::Part(part) => Some(part.meaning().replace('\n', " ")),
        ExpectedType::Quantity(_)
        | ExpectedType::Scalar(_)
        | ExpectedType::Text
        | ExpectedType::Boolean
        | ExpectedType::Word(_)
        | ExpectedType::Entries(_)
        | ExpectedType::List(_)
        | ExpectedType::Either(..) => None,
    });
    let name = key.counted(name).unwrap_or_else(|| name.to_owned());
    Some(format!("**{name}**\n\n{}", of_part.unwrap_or_else(|| meaning(key, currency))))
}

/// Heading of a key: `**price**: price of a node`.
fn heading(key: &Key) -> String {
    match key.display_name {
        Some(display_name) if display_name != key.name.replace('_', " ") => format!("**{}**: {display_name}", key.name),
        Some(_) | None => format!("**{}**", key.name),
    }
}

/// Value that was read at a path and figures that use it, one sentence each.
fn today(answer: &Answer, path: &str, expected: &ExpectedAt) -> Vec<String> {
    let document = &answer.loaded.document;
    let Some(at) = document.find(path) else { return Vec::new() };
    if let Some(option) = path.parse().ok().and_then(|id| answer.comparison.option(&id)) {
        let header = &answer.comparison.header;
        let (total, present_value) = (option.total.grouped(), option.present_value.grouped());
        return vec![format!("Today: total {total} {0}, present value {present_value} {0}.", header.currency)];
    }
    let read = document.number(at).map(|number| format!("Read as {}.", in_words(answer, &number)));
    let read = answer.in_months(at).map(|months| format!("Read as {months}.")).or(read);
    let source = Some(explain::input(answer, at).source).filter(|source| !source.is_empty() && read.is_some());
    let source = source.map(|source| format!("Source: {source}."));
    read.into_iter().chain(source).chain(lines(answer, at, expected)).collect()
}

/// Number with its unit, as the program read it: `255,237 USD/node`, `9%`.
fn in_words(answer: &Answer, read: &ReadNumber) -> String {
    if read.kind.form == NumberForm::Share {
        return format!("{}%", (read.value * Decimal::ONE_HUNDRED).normalize());
    }
    let currency = &answer.comparison.header.currency;
    let is_one = read.value == Decimal::ONE;
    let unit = if is_one { read.unit_text(currency) } else { read.kind.plural_unit(currency) };
    let number = number::readable(read.value, DIGITS);
    if unit.is_empty() { number } else { format!("{number} {unit}") }
}

/// Cost lines that use a price, with their totals.
fn lines(answer: &Answer, at: NodeId, expected: &ExpectedAt) -> Option<String> {
    let is_money = |kind: &ExpectedType| matches!(kind, ExpectedType::Quantity(kind) if kind.unit.is_of_money());
    if !expected.kinds().iter().any(is_money) {
        return None;
    }
    let lines = moved_by(answer, at);
    let (shown, more) = lines.split_at(lines.len().min(MOST_LINES));
    let currency = &answer.comparison.header.currency;
    let lines = shown.iter().map(|DependentLine { option, line }| {
        let name = line.label.as_deref().unwrap_or(&line.name);
        format!("- {option}, {name} ({}): {} {currency}", line.group.name(), line.total.grouped())
    });
    let rest = (!more.is_empty()).then(|| format!("- and {} more", more.len()));
    let lines: Vec<String> = lines.chain(rest).collect();
    (!lines.is_empty()).then(|| format!("Cost lines that use it today:\n{}", lines.join("\n")))
}
