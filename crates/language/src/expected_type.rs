//! Expected types: the type expected at a place of the document, in words and with an example. Used by errors, the schema
//! and the reference.

use super::declaration::{DeclaredPart, Scalar, Words};
use super::quantity::{NumberForm, QuantityKind};
use super::suggest::listed;

/// Expected type.
#[derive(Clone, Copy, Debug)]
pub enum ExpectedType {
    /// A number with a unit and bounds.
    Quantity(&'static QuantityKind),
    /// A single value with its own syntax, such as a day.
    Scalar(&'static Scalar),
    /// Any text.
    Text,
    /// `true` or `false`.
    Boolean,
    /// One of several words.
    Word(&'static Words),
    /// A part with keys.
    Part(&'static DeclaredPart),
    /// A map of named entries.
    Entries(&'static ExpectedType),
    /// An ordered list.
    List(&'static ExpectedType),
    /// A single value, or alternatively a part, entries or a list.
    Either(&'static ExpectedType, &'static ExpectedType),
}

/// The shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    Map,
    List,
}

impl ExpectedType {
    /// The expected part, if a part is expected.
    #[must_use]
    pub fn part(&self) -> Option<&'static DeclaredPart> {
        match self {
            ExpectedType::Part(part) => Some(part),
            ExpectedType::Quantity(_)
            | ExpectedType::Scalar(_)
            | ExpectedType::Text
            | ExpectedType::Boolean
            | ExpectedType::Word(_)
            | ExpectedType::Entries(_)
            | ExpectedType::List(_)
            | ExpectedType::Either(..) => None,
        }
    }

    pub(super) fn shape(&self) -> Shape {
        match self {
            ExpectedType::Quantity(_)
            | ExpectedType::Scalar(_)
            | ExpectedType::Text
            | ExpectedType::Boolean
            | ExpectedType::Word(_) => Shape::Scalar,
            ExpectedType::Part(_) | ExpectedType::Entries(_) => Shape::Map,
            ExpectedType::List(_) => Shape::List,
            ExpectedType::Either(single, _) => single.shape(),
        }
    }

    /// The type in words: `a number from 0 to 1,000 kW`.
    pub(super) fn words(&self, currency: &str) -> String {
        match self {
            ExpectedType::Quantity(kind) => {
                let form = match kind.form {
                    NumberForm::Number => "a number",
                    NumberForm::Share => "a share",
                    NumberForm::Count => "a whole number",
                };
                format!("{form} {}", kind.range(currency))
            }
            ExpectedType::Scalar(scalar) => scalar.words.to_owned(),
            ExpectedType::Text => "a text".to_owned(),
            ExpectedType::Boolean => "true or false".to_owned(),
            ExpectedType::Word(words) => listed(&words.names(), "or"),
            ExpectedType::Part(_) => "a part with keys".to_owned(),
            ExpectedType::Entries(_) => "a part with named entries".to_owned(),
            ExpectedType::List(_) => "a list".to_owned(),
            ExpectedType::Either(single, other) => format!("{} or {}", single.words(currency), other.words(currency)),
        }
    }

    /// What to type for a key that has no example of its own.
    pub(super) fn example(&self, key: &str) -> String {
        match self {
            ExpectedType::Part(part) if part.keys.len() > 7 => "its keys below it, indented".to_owned(),
            ExpectedType::Entries(_) => "its entries below it, each with a name".to_owned(),
            expected => format!("`{key}: {}`", expected.value()),
        }
    }

    /// An example value.
    pub(super) fn value(&self) -> String {
        match self {
            ExpectedType::Quantity(kind) => kind.example.to_owned(),
            ExpectedType::Scalar(scalar) => scalar.example.to_owned(),
            ExpectedType::Text | ExpectedType::Entries(_) => "…".to_owned(),
            ExpectedType::Boolean => "true".to_owned(),
            ExpectedType::Word(words) => words.all.first().map_or("…", |word| word.name).to_owned(),
            ExpectedType::Part(part) => {
                let first: Vec<String> = part.keys.iter().take(3).map(|key| format!("{}: …", key.name)).collect();
                format!("{{ {} }}", first.join(", "))
            }
            ExpectedType::List(_) => "[ … ]".to_owned(),
            ExpectedType::Either(single, _) => single.value(),
        }
    }
}
