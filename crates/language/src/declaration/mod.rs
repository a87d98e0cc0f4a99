//! Declarations: everything known about a key of the language, in one place. Types, reading, defaults, exclusions, hints, the
//! JSON Schema, the reference and the error messages are derived from them.
//!
//! A part is declared with [`part!`](crate::part!), a choice of words with [`words!`](crate::words!). Attributes of a key
//! beyond meaning, type and default are methods of [`Key`]; those of a part are methods of [`DeclaredPart`].

mod expected_at;
mod key;
mod single;

pub use expected_at::ExpectedAt;
pub use key::{Bound, DefaultFrom, Key, KeyRole, Keyed, Nature, Owners, Price, ReferenceKind};
pub(super) use single::TRUTH;
pub use single::{Scalar, Text, Word, Words, any_text};

use super::choice::Choice;
use super::expected_type::ExpectedType;

/// A part of the language: a mapping with declared keys.
#[derive(Debug)]
pub struct DeclaredPart {
    /// Name of the type that reads it, and of its definition in the schema.
    pub name: &'static str,
    /// Description, line by line.
    meaning: &'static [&'static str],
    /// Keys, in the order in which they are shown.
    pub keys: &'static [Key],
    /// Keys that exclude each other or belong together.
    pub choices: &'static [Choice],
    /// Keys of other parts that are written here by mistake, the most certain first.
    pub misplaced: &'static [Misplaced],
    /// Keys of which at least one must be given, or have entries.
    pub some_of: &'static [&'static str],
    /// Smallest number of keys.
    pub at_least: Option<usize>,
    /// Key that a bare value in place of the part is taken for.
    pub bare: Option<Bare>,
}

/// Key of a part that a bare value is taken for, in advice.
#[derive(Clone, Copy, Debug)]
pub enum Bare {
    /// An amount, suggested if the value parses as a number.
    Amount(&'static str),
    /// Any value.
    Written(&'static str),
}

/// Keys of other parts that are written in a part by mistake.
#[derive(Debug)]
pub struct Misplaced {
    /// Parts that all have the key; empty if the keys are listed. Functions, since two parts may refer to each other.
    of: &'static [fn() -> &'static DeclaredPart],
    /// The keys themselves.
    keys: &'static [&'static str],
    /// Advice; `None` where it is unclear where they belong.
    advice: Option<Advice>,
}

/// Advice about a key that is unknown at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What is wrong: the end of a sentence that begins with the key.
    pub words: &'static str,
    /// What to do.
    pub label: &'static str,
}

/// Label for a key that belongs elsewhere.
const MOVE: &str = "move it there";
/// Label for a key that has no meaning here.
const REMOVE: &str = "remove it here";

impl Misplaced {
    /// Keys that all of the given parts have.
    #[must_use]
    pub const fn of(parts: &'static [fn() -> &'static DeclaredPart], words: &'static str) -> Misplaced {
        Misplaced { of: parts, keys: &[], advice: Some(Advice { words, label: MOVE }) }
    }

    /// Keys that all of the given parts have, and that have no counterpart here.
    #[must_use]
    pub const fn not_here(parts: &'static [fn() -> &'static DeclaredPart], words: &'static str) -> Misplaced {
        Misplaced { of: parts, keys: &[], advice: Some(Advice { words, label: REMOVE }) }
    }

    /// Keys by name.
    #[must_use]
    pub const fn keys(keys: &'static [&'static str], words: &'static str) -> Misplaced {
        Misplaced { of: &[], keys, advice: Some(Advice { words, label: MOVE }) }
    }

    /// Keys of no part, which people write for something that is written differently or not at all.
    #[must_use]
    pub const fn instead(keys: &'static [&'static str], words: &'static str, label: &'static str) -> Misplaced {
        Misplaced { of: &[], keys, advice: Some(Advice { words, label }) }
    }

    /// Keys that all of the given parts have, where it is unclear which one is meant.
    #[must_use]
    pub const fn unclear(parts: &'static [fn() -> &'static DeclaredPart]) -> Misplaced {
        Misplaced { of: parts, keys: &[], advice: None }
    }

    fn holds(&self, key: &str) -> bool {
        self.keys.contains(&key) || !self.of.is_empty() && self.of.iter().all(|part| part().key(key).is_some())
    }
}

impl DeclaredPart {
    /// A part with keys.
    #[must_use]
    pub const fn new(name: &'static str, meaning: &'static [&'static str], keys: &'static [Key]) -> DeclaredPart {
        let (choices, misplaced, some_of): (&[Choice], &[Misplaced], &[&str]) = (&[], &[], &[]);
        DeclaredPart { name, meaning, keys, choices, misplaced, some_of, at_least: None, bare: None }
    }

    /// Sets keys that exclude each other or belong together.
    #[must_use]
    pub const fn choices(self, choices: &'static [Choice]) -> DeclaredPart {
        DeclaredPart { choices, ..self }
    }

    /// Sets keys of other parts that are written here by mistake, the most certain first.
    #[must_use]
    pub const fn misplaced(self, misplaced: &'static [Misplaced]) -> DeclaredPart {
        DeclaredPart { misplaced, ..self }
    }

    /// Requires at least one of these keys; a key with entries needs at least one entry.
    #[must_use]
    pub const fn some_of(self, keys: &'static [&'static str]) -> DeclaredPart {
        DeclaredPart { some_of: keys, ..self }
    }

    /// Requires at least so many keys.
    #[must_use]
    pub const fn at_least(self, keys: usize) -> DeclaredPart {
        DeclaredPart { at_least: Some(keys), ..self }
    }

    /// Sets the key that a bare value in place of the part is taken for.
    #[must_use]
    pub const fn bare(self, bare: Bare) -> DeclaredPart {
        DeclaredPart { bare: Some(bare), ..self }
    }

    /// Description, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        lines(self.meaning)
    }

    /// The declaration of a key.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Names of its keys.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }

    /// Advice about a key that is unknown here: it belongs to another part, or to none.
    #[must_use]
    pub fn elsewhere(&self, key: &str) -> Option<Advice> {
        self.misplaced.iter().find(|misplaced| misplaced.holds(key))?.advice
    }

    /// The key that a word is an alias of.
    #[must_use]
    pub fn suggestion(&self, word: &str) -> Option<&'static str> {
        self.keys.iter().find(|key| key.aliases.contains(&word)).map(|key| key.name)
    }

    /// Declared keys along a path from here, without names of entries and indexes of items.
    pub fn along<'p>(&'static self, path: impl IntoIterator<Item = &'p str>) -> Declared {
        let (steps, end) = self.walked(path);
        let is_key = end.is_some() && matches!(steps.last(), Some(Step::Key(_)));
        Declared { keys: steps.into_iter().filter_map(Step::declared).collect(), is_key }
    }

    /// Steps of a path from here: keys, names of entries and indexes of items, as far as it is declared.
    pub fn steps<'p>(&'static self, path: impl IntoIterator<Item = &'p str>) -> Vec<Step<'p>> {
        self.walked(path).0
    }

    /// Steps of a path, and the expected type at its end if the whole path is declared.
    fn walked<'p>(&'static self, path: impl IntoIterator<Item = &'p str>) -> (Vec<Step<'p>>, Option<ExpectedType>) {
        let mut here = ExpectedType::Part(self);
        let mut steps: Vec<Step<'p>> = Vec::new();
        for segment in path {
            // a single value has nothing below it
            while let ExpectedType::Either(_, other) = here {
                here = *other;
            }
            let of = steps.last().map(Step::key);
            let (step, below) = match (here, of) {
                (ExpectedType::Part(part), _) => match part.key(segment) {
                    Some(key) => (Step::Key(key), key.expected),
                    None => return (steps, None),
                },
                (ExpectedType::Entries(entry), Some(key)) => {
                    let within = matches!(steps.last(), Some(Step::Entry(..)));
                    match key.sibling_key.filter(|sibling| within && sibling.name == segment) {
                        Some(sibling) => (Step::Key(sibling), sibling.expected),
                        None => (Step::Entry(key, segment), entry),
                    }
                }
                (ExpectedType::List(item), Some(key)) => (Step::Item(key, segment), item),
                (
                    ExpectedType::Entries(_)
                    | ExpectedType::List(_)
                    | ExpectedType::Quantity(_)
                    | ExpectedType::Scalar(_)
                    | ExpectedType::Text
                    | ExpectedType::Boolean
                    | ExpectedType::Word(_)
                    | ExpectedType::Either(..),
                    _,
                ) => return (steps, None),
            };
            steps.push(step);
            here = *below;
        }
        (steps, Some(here))
    }
}

/// A step of a path.
#[derive(Clone, Copy, Debug)]
pub enum Step<'p> {
    /// A key.
    Key(&'static Key),
    /// An entry of a key, by its name.
    Entry(&'static Key, &'p str),
    /// An item of a key's list, by its index from 0.
    Item(&'static Key, &'p str),
}

impl Step<'_> {
    /// The key; for an entry or item, the key it belongs to.
    fn key(&self) -> &'static Key {
        match self {
            Step::Key(key) | Step::Entry(key, _) | Step::Item(key, _) => key,
        }
    }

    /// The key, if the step is a key.
    fn declared(self) -> Option<&'static Key> {
        match self {
            Step::Key(key) => Some(key),
            Step::Entry(..) | Step::Item(..) => None,
        }
    }
}

/// Declared keys along a path.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Keys, the outermost first.
    pub keys: Vec<&'static Key>,
    is_key: bool,
}

impl Declared {
    /// Declaration of the key at the end of the path; `None` for an entry's name or an item of a list.
    #[must_use]
    pub fn key(&self) -> Option<&'static Key> {
        self.keys.last().copied().filter(|_| self.is_key)
    }

    /// Label of the item at the end of the path, `age 3` for item 2, if the items of its list are counted.
    #[must_use]
    pub fn counted(&self, item: &str) -> Option<String> {
        let list = self.keys.last().filter(|_| !self.is_key)?;
        list.counted(item)
    }

    /// Whether any key of the path satisfies a condition.
    #[must_use]
    pub fn any(&self, is_so: impl Fn(&Key) -> bool) -> bool {
        self.keys.iter().any(|key| is_so(key))
    }
}

/// Lines of a doc comment as one text.
pub(super) fn lines(comment: &[&str]) -> String {
    comment.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n")
}
