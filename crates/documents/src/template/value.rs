//! Values of placeholders: typed, and written so that they keep their meaning anywhere in a line of YAML.

use crate::diagnostic::is_visible;
use crate::number;
use crate::scenario::{Date, in_double_quotes};
use rust_decimal::Decimal;

/// Value of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Number: `255_237`.
    Number(Decimal),
    /// Share: `65%`.
    Share(Decimal),
    /// Amount of money, in the currency of the scenario or in a given one: `255_237 USD`.
    Money(Decimal, Option<String>),
    /// Date: `2026-11-21`.
    Day(Date),
    /// Name in a scenario: a key or a path.
    Name(String),
    /// Words without a meaning in YAML.
    Words(String),
    /// Any text; a complete value, in quotes.
    Text(String),
    /// Source of a number.
    Source {
        /// Who published it.
        from: String,
        /// Date for which it is valid.
        date: Option<Date>,
    },
}

/// Position of a placeholder in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValuePosition {
    /// In a key.
    Key,
    /// A complete value.
    Alone,
    /// Part of a text.
    Within,
    /// In a comment.
    Comment,
}

impl Value {
    /// Name from any text: characters other than a-z and 0-9 become `-`.
    pub(super) fn name(text: &str) -> Value {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        Value::Name(words.collect::<Vec<_>>().join("-"))
    }

    /// Words, if the text has only letters, digits and joining characters; else a text.
    pub(super) fn words(text: &str) -> Value {
        let joins = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '_' | '/' | '(' | ')' | '+');
        let is_plain = text.starts_with(char::is_alphanumeric) && !text.ends_with(' ') && text.chars().all(joins);
        if is_plain { Value::Words(text.to_owned()) } else { Value::Text(text.to_owned()) }
    }

    /// Text of the value at a position; none if it is invalid there.
    pub(super) fn written(&self, standing: ValuePosition) -> Option<String> {
        let is_name = match self {
            Value::Name(_) => true,
            Value::Number(_)
            | Value::Share(_)
            | Value::Money(..)
            | Value::Day(_)
            | Value::Words(_)
            | Value::Text(_)
            | Value::Source { .. } => false,
        };
        match (standing, self.in_quotes()) {
            (ValuePosition::Comment, _) | (ValuePosition::Alone | ValuePosition::Within, None) => {
                Some(self.display_text())
            }
            (ValuePosition::Key, _) => is_name.then(|| self.display_text()),
            (ValuePosition::Alone, quoted) => quoted,
            (ValuePosition::Within, Some(_)) => None,
        }
    }

    /// Quoted form of values with arbitrary characters, as a complete value.
    fn in_quotes(&self) -> Option<String> {
        match self {
            Value::Text(text) => Some(in_double_quotes(text)),
            Value::Source { from, date } => {
                let date = date.map(|date| format!(", date: {date}")).unwrap_or_default();
                Some(format!("{{ from: {}{date} }}", in_double_quotes(from)))
            }
            Value::Number(_)
            | Value::Share(_)
            | Value::Money(..)
            | Value::Day(_)
            | Value::Name(_)
            | Value::Words(_) => None,
        }
    }

    /// Lines of a source below its key.
    pub(super) fn below(&self, indent: usize) -> Option<Vec<String>> {
        let Value::Source { from, date } = self else { return None };
        let space = " ".repeat(indent);
        let from = format!("{space}from: {}", in_double_quotes(from));
        Some([from].into_iter().chain(date.map(|date| format!("{space}date: {date}"))).collect())
    }

    /// Text for people, in one line.
    fn display_text(&self) -> String {
        match self {
            Value::Number(number) | Value::Money(number, None) => number::typed(*number),
            Value::Share(share) => format!("{}%", (share * Decimal::ONE_HUNDRED).normalize()),
            Value::Money(amount, Some(currency)) => format!("{} {currency}", number::typed(*amount)),
            Value::Day(day) => day.to_string(),
            Value::Name(text) | Value::Words(text) | Value::Text(text) => in_one_line(text),
            Value::Source { from, date } => match date {
                Some(date) => format!("{}, {date}", in_one_line(from)),
                None => in_one_line(from),
            },
        }
    }
}

/// Text without control characters and line breaks.
fn in_one_line(text: &str) -> String {
    text.chars().map(|c| if is_visible(c) { c } else { ' ' }).collect()
}
