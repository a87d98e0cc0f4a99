//! Single values that are more than any text: of a form of their own, one of some words, or texts of some kind.

use serde_json::{Value, json};

/// A text that is more than any text.
#[derive(Debug)]
pub struct Text {
    /// Its schema.
    pub schema: fn() -> Value,
    /// What it is, in the reference.
    pub reference: fn() -> String,
    /// What to type.
    pub example: Option<&'static str>,
    /// What else may be done where it has no value.
    pub or: &'static str,
}

/// A single value of a form of its own.
#[derive(Debug)]
pub struct Scalar {
    /// The name of its definition in the schema.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub meaning: &'static str,
    /// What is asked for, in the middle of a sentence.
    pub words: &'static str,
    /// What to type.
    pub example: &'static str,
    /// Its schema, but for the description.
    pub schema: fn() -> Value,
}

/// The schema of a text, with what else holds of it. Readers of YAML take an unquoted one for a number or a truth where it looks like one; that it
/// may be one is said by what it is not, since editors offer `true` and `false` wherever a truth is named.
#[must_use]
pub fn any_text(more: Value) -> Value {
    let mut text = json!({ "type": "string" });
    if let (Value::Object(text), Value::Object(more)) = (&mut text, more) {
        text.extend(more);
    }
    json!({ "anyOf": [text, { "not": { "type": ["string", "object", "array", "null"] } }] })
}

/// A choice of words.
#[derive(Debug)]
pub struct Words {
    /// The name of its definition in the schema.
    pub name: &'static str,
    /// What is chosen.
    meaning: &'static [&'static str],
    /// The words, in the order in which they are shown.
    pub all: &'static [Word],
}

/// One of the words of a choice.
#[derive(Debug)]
pub struct Word {
    /// How it is written.
    pub name: &'static str,
    /// What it means.
    meaning: &'static [&'static str],
    /// What people write in its place.
    pub also: &'static [&'static str],
}

impl Words {
    /// A choice of words.
    #[must_use]
    pub const fn new(name: &'static str, meaning: &'static [&'static str], all: &'static [Word]) -> Words {
        Words { name, meaning, all }
    }

    /// The words as they are written.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.all.iter().map(|word| word.name).collect()
    }

    /// What is chosen, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        super::lines(self.meaning)
    }
}

impl Word {
    /// A word with its meaning and what people write in its place.
    #[must_use]
    pub const fn new(name: &'static str, meaning: &'static [&'static str], also: &'static [&'static str]) -> Word {
        Word { name, meaning, also }
    }

    /// What it means, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        super::lines(self.meaning)
    }
}

/// `true` and `false`, with what people write in their place.
pub(crate) static TRUTH: Words = Words::new(
    "Truth",
    &[],
    &[Word::new("true", &[], &["yes", "y", "on", "1"]), Word::new("false", &[], &["no", "n", "off", "0"])],
);
