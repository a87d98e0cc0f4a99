//! Declarations: everything that is known of a key of the language, in one place. The types that hold what was read, the
//! reading itself, defaults, exclusions, hints, the JSON Schema, the reference and the words of errors follow from them.
//!
//! A part is declared with [`part!`](crate::part!), a choice of words with [`words!`](crate::words!). What is known of a key
//! beside its meaning, its type and its default is said by the methods of [`Key`], and of a part by those of [`DeclaredPart`].

mod key;
mod single;
mod wanted_at;

pub use key::{Bound, Follows, Key, KeyRole, Keyed, Nature, Owners, Price, StandsFor};
pub(super) use single::TRUTH;
pub use single::{Scalar, Text, Word, Words, any_text};
pub use wanted_at::WantedAt;

use super::choice::Choice;
use super::wanted::Wanted;

/// A part of the language: what may be written between its braces.
#[derive(Debug)]
pub struct DeclaredPart {
    /// The name of the type that reads it, and of its definition in the schema.
    pub name: &'static str,
    /// What it is, line by line.
    meaning: &'static [&'static str],
    /// Its keys, in the order in which they are shown.
    pub keys: &'static [Key],
    /// Which of its keys exclude each other, and which belong together.
    pub choices: &'static [Choice],
    /// Keys of other parts that are written here by mistake, the surest first.
    pub misplaced: &'static [Misplaced],
    /// Keys of which one at least is there, or has entries.
    pub some_of: &'static [&'static str],
    /// How many keys there are at least.
    pub at_least: Option<usize>,
    /// For which key a bare value is taken that stands in the place of the part.
    pub bare: Option<Bare>,
}

/// For which key of a part a bare value is taken, in advice.
#[derive(Clone, Copy, Debug)]
pub enum Bare {
    /// An amount, which is offered where it can be read as a number.
    Amount(&'static str),
    /// Whatever was written.
    Written(&'static str),
}

/// Keys of other parts that are written in a part by mistake.
#[derive(Debug)]
pub struct Misplaced {
    /// Parts all of which have the key; none if the keys are named. Two parts may name each other, so they are asked for.
    of: &'static [fn() -> &'static DeclaredPart],
    /// The keys themselves.
    keys: &'static [&'static str],
    /// What is to be said of them; nothing where it can't be told where they belong.
    advice: Option<Advice>,
}

/// What is said of a key that is not known where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What is wrong: the end of a sentence that begins with the key.
    pub words: &'static str,
    /// What to do.
    pub label: &'static str,
}

/// What to do with a key that belongs elsewhere.
const MOVE: &str = "move it there";
/// What to do with a key that stands for nothing here.
const REMOVE: &str = "remove it here";

impl Misplaced {
    /// Keys that all of some parts have.
    #[must_use]
    pub const fn of(parts: &'static [fn() -> &'static DeclaredPart], words: &'static str) -> Misplaced {
        Misplaced { of: parts, keys: &[], advice: Some(Advice { words, label: MOVE }) }
    }

    /// Keys that all of some parts have, and that nothing stands for here.
    #[must_use]
    pub const fn not_here(parts: &'static [fn() -> &'static DeclaredPart], words: &'static str) -> Misplaced {
        Misplaced { of: parts, keys: &[], advice: Some(Advice { words, label: REMOVE }) }
    }

    /// Keys by their names.
    #[must_use]
    pub const fn keys(keys: &'static [&'static str], words: &'static str) -> Misplaced {
        Misplaced { of: &[], keys, advice: Some(Advice { words, label: MOVE }) }
    }

    /// Keys of no part, which people write for what is said otherwise, or not at all.
    #[must_use]
    pub const fn instead(keys: &'static [&'static str], words: &'static str, label: &'static str) -> Misplaced {
        Misplaced { of: &[], keys, advice: Some(Advice { words, label }) }
    }

    /// Keys that all of some parts have, of which nobody can tell where they belong.
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

    /// Which of its keys exclude each other, and which belong together.
    #[must_use]
    pub const fn choices(self, choices: &'static [Choice]) -> DeclaredPart {
        DeclaredPart { choices, ..self }
    }

    /// Keys of other parts that are written here by mistake, the surest first.
    #[must_use]
    pub const fn misplaced(self, misplaced: &'static [Misplaced]) -> DeclaredPart {
        DeclaredPart { misplaced, ..self }
    }

    /// One of these keys at least is there; of named entries there is one.
    #[must_use]
    pub const fn some_of(self, keys: &'static [&'static str]) -> DeclaredPart {
        DeclaredPart { some_of: keys, ..self }
    }

    /// So many keys are there at least.
    #[must_use]
    pub const fn at_least(self, keys: usize) -> DeclaredPart {
        DeclaredPart { at_least: Some(keys), ..self }
    }

    /// For which key a bare value is taken that stands in its place.
    #[must_use]
    pub const fn bare(self, bare: Bare) -> DeclaredPart {
        DeclaredPart { bare: Some(bare), ..self }
    }

    /// What it is, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        lines(self.meaning)
    }

    /// The declaration of a key.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The names of its keys.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }

    /// What is said of a key that is not known here but in another part, or nowhere by that name.
    #[must_use]
    pub fn elsewhere(&self, key: &str) -> Option<Advice> {
        self.misplaced.iter().find(|misplaced| misplaced.holds(key))?.advice
    }

    /// The key that people mean by a word that is spelt quite otherwise.
    #[must_use]
    pub fn meant(&self, word: &str) -> Option<&'static str> {
        self.keys.iter().find(|key| key.also.contains(&word)).map(|key| key.name)
    }

    /// What is declared along a path from here: the keys of the language, without names of entries and numbers of items.
    pub fn along<'p>(&'static self, path: impl IntoIterator<Item = &'p str>) -> Declared {
        let (steps, end) = self.walked(path);
        let is_key = end.is_some() && matches!(steps.last(), Some(Step::Key(_)));
        Declared { keys: steps.into_iter().filter_map(Step::declared).collect(), is_key }
    }

    /// The way of a path from here: keys of the language, names of entries and numbers of items, as far as it is declared.
    pub fn steps<'p>(&'static self, path: impl IntoIterator<Item = &'p str>) -> Vec<Step<'p>> {
        self.walked(path).0
    }

    /// The way of a path, and what is asked for at its end, if it is declared as far as that.
    fn walked<'p>(&'static self, path: impl IntoIterator<Item = &'p str>) -> (Vec<Step<'p>>, Option<Wanted>) {
        let mut here = Wanted::Part(self);
        let mut steps: Vec<Step<'p>> = Vec::new();
        for segment in path {
            // a single value has nothing below it
            while let Wanted::Either(_, other) = here {
                here = *other;
            }
            let of = steps.last().map(Step::key);
            let (step, below) = match (here, of) {
                (Wanted::Part(part), _) => match part.key(segment) {
                    Some(key) => (Step::Key(key), key.wanted),
                    None => return (steps, None),
                },
                (Wanted::Entries(entry), Some(key)) => {
                    let within = matches!(steps.last(), Some(Step::Entry(..)));
                    match key.beside_entries.filter(|beside| within && beside.name == segment) {
                        Some(beside) => (Step::Key(beside), beside.wanted),
                        None => (Step::Entry(key, segment), entry),
                    }
                }
                (Wanted::List(item), Some(key)) => (Step::Item(key, segment), item),
                (
                    Wanted::Entries(_)
                    | Wanted::List(_)
                    | Wanted::Quantity(_)
                    | Wanted::Scalar(_)
                    | Wanted::Text
                    | Wanted::Truth
                    | Wanted::Word(_)
                    | Wanted::Either(..),
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
    /// An item of a key's list, by its number from 0 on.
    Item(&'static Key, &'p str),
}

impl Step<'_> {
    /// The key, or that which the entry or the item is of.
    fn key(&self) -> &'static Key {
        match self {
            Step::Key(key) | Step::Entry(key, _) | Step::Item(key, _) => key,
        }
    }

    /// The key, if it is one.
    fn declared(self) -> Option<&'static Key> {
        match self {
            Step::Key(key) => Some(key),
            Step::Entry(..) | Step::Item(..) => None,
        }
    }
}

/// What is declared along a path.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The keys, the outermost first.
    pub keys: Vec<&'static Key>,
    is_key: bool,
}

impl Declared {
    /// The declaration of the key at the end of the path; none of an entry's name or an item of a list.
    #[must_use]
    pub fn key(&self) -> Option<&'static Key> {
        self.keys.last().copied().filter(|_| self.is_key)
    }

    /// What an item at the end of the path is, `age 3` of item 2, if its list says what it is counted by.
    #[must_use]
    pub fn counted(&self, item: &str) -> Option<String> {
        let list = self.keys.last().filter(|_| !self.is_key)?;
        list.counted(item)
    }

    /// Whether something is so of a key on the way, or of the one at its end.
    #[must_use]
    pub fn any(&self, is_so: impl Fn(&Key) -> bool) -> bool {
        self.keys.iter().any(|key| is_so(key))
    }
}

/// The lines of a comment as one text.
pub(super) fn lines(comment: &[&str]) -> String {
    comment.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n")
}
