//! What a place in the language asks for, in words and with an example: for errors about what is missing or of the wrong
//! kind, for the schema and for the reference.

use super::declaration::{DeclaredPart, Scalar, Words};
use super::quantity::{NumberForm, QuantityKind};
use super::suggest::listed;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// A number with a unit and bounds.
    Quantity(&'static QuantityKind),
    /// A single value of a form of its own, such as a day.
    Scalar(&'static Scalar),
    /// Any text.
    Text,
    /// `true` or `false`.
    Truth,
    /// One of some words.
    Word(&'static Words),
    /// A part with keys.
    Part(&'static DeclaredPart),
    /// Named entries.
    Entries(&'static Wanted),
    /// Items in order.
    List(&'static Wanted),
    /// A single value, or else a part, entries or a list.
    Either(&'static Wanted, &'static Wanted),
}

/// The shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    Map,
    List,
}

impl Wanted {
    /// The part with keys that is asked for; none where something else is.
    #[must_use]
    pub fn part(&self) -> Option<&'static DeclaredPart> {
        match self {
            Wanted::Part(part) => Some(part),
            Wanted::Quantity(_)
            | Wanted::Scalar(_)
            | Wanted::Text
            | Wanted::Truth
            | Wanted::Word(_)
            | Wanted::Entries(_)
            | Wanted::List(_)
            | Wanted::Either(..) => None,
        }
    }

    pub(super) fn shape(&self) -> Shape {
        match self {
            Wanted::Quantity(_) | Wanted::Scalar(_) | Wanted::Text | Wanted::Truth | Wanted::Word(_) => Shape::Scalar,
            Wanted::Part(_) | Wanted::Entries(_) => Shape::Map,
            Wanted::List(_) => Shape::List,
            Wanted::Either(single, _) => single.shape(),
        }
    }

    /// `a number from 0 to 1,000 kW`.
    pub(super) fn words(&self, currency: &str) -> String {
        match self {
            Wanted::Quantity(kind) => {
                let form = match kind.form {
                    NumberForm::Number => "a number",
                    NumberForm::Share => "a share",
                    NumberForm::Count => "a whole number",
                };
                format!("{form} {}", kind.range(currency))
            }
            Wanted::Scalar(scalar) => scalar.words.to_owned(),
            Wanted::Text => "a text".to_owned(),
            Wanted::Truth => "true or false".to_owned(),
            Wanted::Word(words) => listed(&words.names(), "or"),
            Wanted::Part(_) => "a part with keys".to_owned(),
            Wanted::Entries(_) => "a part with named entries".to_owned(),
            Wanted::List(_) => "a list".to_owned(),
            Wanted::Either(single, other) => format!("{} or {}", single.words(currency), other.words(currency)),
        }
    }

    /// What to type for it under a key that has no example of its own.
    pub(super) fn example(&self, key: &str) -> String {
        match self {
            Wanted::Part(part) if part.keys.len() > 7 => "its keys below it, indented".to_owned(),
            Wanted::Entries(_) => "its entries below it, each with a name".to_owned(),
            wanted => format!("`{key}: {}`", wanted.value()),
        }
    }

    /// A value of it.
    pub(super) fn value(&self) -> String {
        match self {
            Wanted::Quantity(kind) => kind.example.to_owned(),
            Wanted::Scalar(scalar) => scalar.example.to_owned(),
            Wanted::Text | Wanted::Entries(_) => "…".to_owned(),
            Wanted::Truth => "true".to_owned(),
            Wanted::Word(words) => words.all.first().map_or("…", |word| word.name).to_owned(),
            Wanted::Part(part) => {
                let first: Vec<String> = part.keys.iter().take(3).map(|key| format!("{}: …", key.name)).collect();
                format!("{{ {} }}", first.join(", "))
            }
            Wanted::List(_) => "[ … ]".to_owned(),
            Wanted::Either(single, _) => single.value(),
        }
    }
}
