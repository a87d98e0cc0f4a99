//! What a hole is filled with: values of a type, each of which is written so that it stays what it is, wherever it stands in a
//! line of YAML.

use crate::diagnostic::is_visible;
use crate::number;
use crate::scenario::{Date, in_double_quotes};
use rust_decimal::Decimal;

/// A value for a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A number: `255_237`.
    Number(Decimal),
    /// A share: `65%`.
    Share(Decimal),
    /// An amount of money, in the currency of the scenario or in one that it says: `255_237 USD`.
    Money(Decimal, Option<String>),
    /// A day: `2026-11-21`.
    Day(Date),
    /// What something is called in a scenario: a key of it, or a path.
    Name(String),
    /// Words that mean nothing to YAML.
    Words(String),
    /// Any text; it stands alone, in quotes.
    Text(String),
    /// Who said a number, and when.
    Source {
        /// Who.
        from: String,
        /// When it was true.
        date: Option<Date>,
    },
}

/// Where in a line a hole is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// In the key of an entry.
    Key,
    /// A value of its own.
    Alone,
    /// Within a longer text.
    Within,
    /// In a comment.
    Comment,
}

impl Value {
    /// A name, of a text that may have other characters: what is not a-z, 0-9 becomes `-`.
    pub(super) fn name(text: &str) -> Value {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        Value::Name(words.collect::<Vec<_>>().join("-"))
    }

    /// Words, if a text is that: letters, digits and what joins them; else a text.
    pub(super) fn words(text: &str) -> Value {
        let joins = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '_' | '/' | '(' | ')' | '+');
        let is_plain = text.starts_with(char::is_alphanumeric) && !text.ends_with(' ') && text.chars().all(joins);
        if is_plain { Value::Words(text.to_owned()) } else { Value::Text(text.to_owned()) }
    }

    /// As it is written where it stands; nothing where it can't stand there.
    pub(super) fn written(&self, standing: Standing) -> Option<String> {
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
            (Standing::Comment, _) | (Standing::Alone | Standing::Within, None) => Some(self.spoken()),
            (Standing::Key, _) => is_name.then(|| self.spoken()),
            (Standing::Alone, quoted) => quoted,
            (Standing::Within, Some(_)) => None,
        }
    }

    /// What may have any character in it, as it stands alone.
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

    /// Of a source, the lines that it takes below its key.
    pub(super) fn below(&self, indent: usize) -> Option<Vec<String>> {
        let Value::Source { from, date } = self else { return None };
        let space = " ".repeat(indent);
        let from = format!("{space}from: {}", in_double_quotes(from));
        Some([from].into_iter().chain(date.map(|date| format!("{space}date: {date}"))).collect())
    }

    /// As a person reads it, in one line.
    fn spoken(&self) -> String {
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

/// A text without what a terminal, or the end of a line, would be.
fn in_one_line(text: &str) -> String {
    text.chars().map(|c| if is_visible(c) { c } else { ' ' }).collect()
}
