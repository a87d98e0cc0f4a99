//! Single values with constraints: texts of a kind, values with their own syntax, and choices of words.

use serde_json::{Value, json};

/// Constraints on a text.
#[derive(Debug)]
pub struct Text {
    /// JSON Schema.
    pub schema: fn() -> Value,
    /// Allowed values in the reference.
    pub reference: fn() -> String,
    /// Example value.
    pub example: Option<&'static str>,
    /// Alternative to typing a value, for messages about a missing one.
    pub or: &'static str,
}

/// A single value with its own syntax.
#[derive(Debug)]
pub struct Scalar {
    /// Name of its definition in the schema.
    pub name: &'static str,
    /// Description, in a sentence.
    pub meaning: &'static str,
    /// Expected value, in the middle of a sentence.
    pub words: &'static str,
    /// Example value.
    pub example: &'static str,
    /// JSON Schema without the description.
    pub schema: fn() -> Value,
}

/// Schema of a text with further constraints. YAML readers parse some unquoted texts as numbers or booleans, so these types
/// are allowed too, by excluding all others: editors offer `true` and `false` wherever a schema names booleans.
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
    /// Name of its definition in the schema.
    pub name: &'static str,
    /// Description, line by line.
    meaning: &'static [&'static str],
    /// Words, in the order in which they are shown.
    pub all: &'static [Word],
}

/// A word of a choice.
#[derive(Debug)]
pub struct Word {
    /// Name as written in the document.
    pub name: &'static str,
    /// Description, line by line.
    meaning: &'static [&'static str],
    /// Aliases: what people write instead.
    pub aliases: &'static [&'static str],
}

impl Words {
    /// A choice of words.
    #[must_use]
    pub const fn new(name: &'static str, meaning: &'static [&'static str], all: &'static [Word]) -> Words {
        Words { name, meaning, all }
    }

    /// Names of the words.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.all.iter().map(|word| word.name).collect()
    }

    /// Description, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        super::lines(self.meaning)
    }
}

impl Word {
    /// A word with its meaning and its aliases.
    #[must_use]
    pub const fn new(name: &'static str, meaning: &'static [&'static str], aliases: &'static [&'static str]) -> Word {
        Word { name, meaning, aliases }
    }

    /// Description, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        super::lines(self.meaning)
    }
}

/// `true` and `false`, with their aliases.
pub(crate) static TRUTH: Words = Words::new(
    "Truth",
    &[],
    &[Word::new("true", &[], &["yes", "y", "on", "1"]), Word::new("false", &[], &["no", "n", "off", "0"])],
);
