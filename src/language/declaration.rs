//! Declarations: everything that is known of a key of the language, in one place. The types that hold what was read, the
//! reading itself, defaults, exclusions, hints, the JSON Schema, the reference and the words of errors follow from them.
//!
//! A part is declared with [`part!`](crate::part), a choice of words with [`words!`](crate::words). What is known of a key
//! beside its meaning, its type and its default is said by the methods of [`Key`], and of a part by those of [`Part`].

use super::choice::Choice;
use super::wanted::Wanted;
use serde_json::Value;

/// A part of the language: what may be written between its braces.
#[derive(Debug)]
pub struct Part {
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
    of: &'static [fn() -> &'static Part],
    /// The keys themselves.
    keys: &'static [&'static str],
    /// Where they belong: the end of a sentence that begins with the key. Nothing where it can't be told.
    words: Option<&'static str>,
}

impl Misplaced {
    /// Keys that all of some parts have.
    #[must_use]
    pub const fn of(parts: &'static [fn() -> &'static Part], words: &'static str) -> Misplaced {
        Misplaced { of: parts, keys: &[], words: Some(words) }
    }

    /// Keys by their names.
    #[must_use]
    pub const fn keys(keys: &'static [&'static str], words: &'static str) -> Misplaced {
        Misplaced { of: &[], keys, words: Some(words) }
    }

    /// Keys that all of some parts have, of which nobody can tell where they belong.
    #[must_use]
    pub const fn unclear(parts: &'static [fn() -> &'static Part]) -> Misplaced {
        Misplaced { of: parts, keys: &[], words: None }
    }

    fn holds(&self, key: &str) -> bool {
        self.keys.contains(&key) || !self.of.is_empty() && self.of.iter().all(|part| part().key(key).is_some())
    }
}

impl Part {
    /// A part with keys.
    #[must_use]
    pub const fn new(name: &'static str, meaning: &'static [&'static str], keys: &'static [Key]) -> Part {
        let (choices, misplaced, some_of): (&[Choice], &[Misplaced], &[&str]) = (&[], &[], &[]);
        Part { name, meaning, keys, choices, misplaced, some_of, at_least: None, bare: None }
    }

    /// Which of its keys exclude each other, and which belong together.
    #[must_use]
    pub const fn choices(self, choices: &'static [Choice]) -> Part {
        Part { choices, ..self }
    }

    /// Keys of other parts that are written here by mistake, the surest first.
    #[must_use]
    pub const fn misplaced(self, misplaced: &'static [Misplaced]) -> Part {
        Part { misplaced, ..self }
    }

    /// One of these keys at least is there; of named entries there is one.
    #[must_use]
    pub const fn some_of(self, keys: &'static [&'static str]) -> Part {
        Part { some_of: keys, ..self }
    }

    /// So many keys are there at least.
    #[must_use]
    pub const fn at_least(self, keys: usize) -> Part {
        Part { at_least: Some(keys), ..self }
    }

    /// For which key a bare value is taken that stands in its place.
    #[must_use]
    pub const fn bare(self, bare: Bare) -> Part {
        Part { bare: Some(bare), ..self }
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

    /// Where a key belongs that is not known here but in another part; the end of a sentence that begins with the key.
    #[must_use]
    pub fn elsewhere(&self, key: &str) -> Option<&'static str> {
        self.misplaced.iter().find(|misplaced| misplaced.holds(key))?.words
    }

    /// The key that people mean by a word that is spelt quite otherwise.
    #[must_use]
    pub fn meant(&self, word: &str) -> Option<&'static str> {
        self.keys.iter().find(|key| key.also.contains(&word)).map(|key| key.name)
    }

    /// What is declared along a path from here: the keys of the language, without names of entries and numbers of items.
    #[must_use]
    pub fn along<'p>(&'static self, path: impl IntoIterator<Item = &'p str>) -> Declared {
        let root = Wanted::Part(self);
        let mut here: &Wanted = &root;
        let mut declared = Declared { keys: Vec::new(), is_key: false };
        for segment in path {
            // a single value has nothing below it
            while let Wanted::Either(_, other) = here {
                here = other;
            }
            let (below, key) = match here {
                Wanted::Part(part) => {
                    let key = part.key(segment);
                    (key.map(|key| key.wanted), key)
                }
                Wanted::Entries(entry) | Wanted::List(entry) => (Some(*entry), None),
                Wanted::Quantity(_)
                | Wanted::Scalar(_)
                | Wanted::Text
                | Wanted::Truth
                | Wanted::Word(_)
                | Wanted::Either(..) => (None, None),
            };
            declared.is_key = key.is_some();
            declared.keys.extend(key);
            let Some(below) = below else { break };
            here = below;
        }
        declared
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

    /// Whether something is so of a key on the way, or of the one at its end.
    #[must_use]
    pub fn any(&self, is_so: impl Fn(&Key) -> bool) -> bool {
        self.keys.iter().any(|key| is_so(key))
    }
}

/// What the figures have to do with what stands under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Amounts may depend on it.
    Input,
    /// It describes: no amount depends on it.
    Describes,
    /// It is a threshold or a requirement that figures are judged by; no amount depends on it.
    Judges,
    /// It stands beside the result, which it does not change.
    Beside,
    /// It says what the figures are expected to be.
    Expectation,
}

/// How a price is spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// What it is called, `the price of a node`.
    pub called: &'static str,
    /// For what it is paid, `` per instance-hour``; nothing where its name says it.
    pub per: &'static str,
}

/// Another number of the same part that bounds one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at most the number under a key.
    AtMost(&'static str),
    /// It is at least the number under a key.
    AtLeast(&'static str),
    /// It is above that of the part before in a list, and below that of the part after.
    Rising,
}

/// Whose value holds for a key that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// That of another key of the part.
    Key(&'static str),
    /// That of the same key around the entry.
    Around,
}

/// What a text, or a list in its place, stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandsFor {
    /// An option to rent, by its name.
    RentOption,
    /// How a load moves over the hours of a day or a week.
    Profile,
    /// A file of measured load.
    Trace,
}

/// How entries are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyed {
    /// By names of their author.
    ByName,
    /// By paths of the scenario.
    ByPath,
    /// By what a regular expression describes, the key of a merge among it.
    ByPattern(&'static str),
}

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

/// A key of a part, with all that is known of it.
#[derive(Debug)]
pub struct Key {
    /// How it is written.
    pub name: &'static str,
    /// What it means, line by line.
    meaning: &'static [&'static str],
    /// What stands under it.
    pub wanted: &'static Wanted,
    /// Whether it is left out where nothing is to be said, which its type has a value for.
    may_be_absent: bool,
    /// What is assumed where it is left out, in the text an author would write.
    pub default: Option<&'static str>,
    /// What to type for it, where its kind alone gives no good example.
    pub example: Option<&'static str>,
    /// What to type for it beside a key that it goes together with, where that is not the example.
    pub beside: Option<&'static str>,
    /// What it asks for, in words, where it takes either of two kinds.
    pub words: Option<&'static str>,
    /// What is said where it is missing, beside what to type.
    pub help: Option<&'static str>,
    /// What people write in its place.
    pub also: &'static [&'static str],
    /// The key without which it can't be.
    pub with: Option<&'static str>,
    /// What to do where its list has no items, of which there is at least one.
    pub not_empty: Option<&'static str>,
    /// Whether it has an entry at least, which a rule says.
    pub some_entries: bool,
    /// Whether its list names nothing twice.
    pub unique: bool,
    /// Most entries.
    pub at_most: Option<usize>,
    /// How many items its list has.
    pub lengths: &'static [usize],
    /// Whether its text, or that of its entries, is for somebody to read and says something.
    pub says_something: bool,
    /// What its text is, if it is not any.
    pub text: Option<&'static Text>,
    /// How its entries are named.
    pub keyed: Keyed,
    /// What to type for one of its entries, where the kind of entry alone gives no good example.
    pub entry: Option<&'static str>,
    /// For which key of its part a bare value is taken; what the part says else.
    pub bare: Option<Bare>,
    /// What its absence says, and people write as `all`.
    pub all: Option<&'static str>,
    /// What the figures have to do with it.
    pub role: Role,
    /// How it is spoken of, if it is a price that is negotiated or read off a list.
    pub price: Option<Price>,
    /// The number that bounds it.
    pub bound: Option<Bound>,
    /// Whose value holds where it is left out.
    pub follows: Option<Follows>,
    /// What its text, or the list in its place, stands for.
    pub stands_for: Option<StandsFor>,
    /// Whether it is a month of the horizon, of which one after the end is as good as any later one.
    pub within_horizon: bool,
    /// Whether its list is a set, whose order says nothing.
    pub set: bool,
    /// Whether each of its entries is a change of its own.
    pub one_by_one: bool,
    /// Whether its name says too little without the part around it.
    pub vague: bool,
}

/// Methods that say one thing of a key each: what the field of the same name holds.
#[allow(missing_docs, reason = "the fields of the same names say what they mean")]
impl Key {
    #[must_use]
    pub const fn new(
        name: &'static str,
        meaning: &'static [&'static str],
        wanted: &'static Wanted,
        may_be_absent: bool,
    ) -> Key {
        Key {
            name,
            meaning,
            wanted,
            may_be_absent,
            default: None,
            example: None,
            beside: None,
            words: None,
            help: None,
            also: &[],
            with: None,
            not_empty: None,
            some_entries: false,
            unique: false,
            at_most: None,
            lengths: &[],
            says_something: false,
            text: None,
            keyed: Keyed::ByName,
            entry: None,
            bare: None,
            all: None,
            role: Role::Input,
            price: None,
            bound: None,
            follows: None,
            stands_for: None,
            within_horizon: false,
            set: false,
            one_by_one: false,
            vague: false,
        }
    }

    #[must_use]
    pub const fn default(self, text: &'static str) -> Key {
        Key { default: Some(text), ..self }
    }

    #[must_use]
    pub const fn example(self, value: &'static str) -> Key {
        Key { example: Some(value), ..self }
    }

    #[must_use]
    pub const fn beside(self, value: &'static str) -> Key {
        Key { beside: Some(value), ..self }
    }

    #[must_use]
    pub const fn words(self, words: &'static str) -> Key {
        Key { words: Some(words), ..self }
    }

    #[must_use]
    pub const fn help(self, help: &'static str) -> Key {
        Key { help: Some(help), ..self }
    }

    #[must_use]
    pub const fn also(self, also: &'static [&'static str]) -> Key {
        Key { also, ..self }
    }

    #[must_use]
    pub const fn with(self, key: &'static str) -> Key {
        Key { with: Some(key), ..self }
    }

    #[must_use]
    pub const fn not_empty(self, label: &'static str) -> Key {
        Key { not_empty: Some(label), ..self }
    }

    #[must_use]
    pub const fn some_entries(self) -> Key {
        Key { some_entries: true, ..self }
    }

    #[must_use]
    pub const fn unique(self) -> Key {
        Key { unique: true, ..self }
    }

    #[must_use]
    pub const fn at_most(self, entries: usize) -> Key {
        Key { at_most: Some(entries), ..self }
    }

    #[must_use]
    pub const fn lengths(self, lengths: &'static [usize]) -> Key {
        Key { lengths, ..self }
    }

    #[must_use]
    pub const fn says_something(self) -> Key {
        Key { says_something: true, ..self }
    }

    #[must_use]
    pub const fn text(self, text: &'static Text) -> Key {
        Key { text: Some(text), ..self }
    }

    #[must_use]
    pub const fn keyed(self, keyed: Keyed) -> Key {
        Key { keyed, ..self }
    }

    #[must_use]
    pub const fn entry(self, example: &'static str) -> Key {
        Key { entry: Some(example), ..self }
    }

    #[must_use]
    pub const fn bare(self, bare: Bare) -> Key {
        Key { bare: Some(bare), ..self }
    }

    #[must_use]
    pub const fn all(self, label: &'static str) -> Key {
        Key { all: Some(label), ..self }
    }

    #[must_use]
    pub const fn role(self, role: Role) -> Key {
        Key { role, ..self }
    }

    #[must_use]
    pub const fn price(self, called: &'static str, per: &'static str) -> Key {
        Key { price: Some(Price { called, per }), ..self }
    }

    #[must_use]
    pub const fn bound(self, bound: Bound) -> Key {
        Key { bound: Some(bound), ..self }
    }

    #[must_use]
    pub const fn follows(self, follows: Follows) -> Key {
        Key { follows: Some(follows), ..self }
    }

    #[must_use]
    pub const fn stands_for(self, stands_for: StandsFor) -> Key {
        Key { stands_for: Some(stands_for), ..self }
    }

    #[must_use]
    pub const fn within_horizon(self) -> Key {
        Key { within_horizon: true, ..self }
    }

    #[must_use]
    pub const fn set(self) -> Key {
        Key { set: true, ..self }
    }

    #[must_use]
    pub const fn one_by_one(self) -> Key {
        Key { one_by_one: true, ..self }
    }

    #[must_use]
    pub const fn vague(self) -> Key {
        Key { vague: true, ..self }
    }
}

impl Key {
    /// What it means, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        lines(self.meaning)
    }

    /// Whether it has to be there.
    #[must_use]
    pub fn is_required(&self) -> bool {
        !self.may_be_absent && self.default.is_none()
    }

    /// What may be typed for it beside a key that it goes together with.
    pub(super) fn companion(&self) -> String {
        match (self.beside.or(self.example), self.wanted) {
            (Some(value), _) => value.to_owned(),
            (None, Wanted::Quantity(kind)) => kind.example.to_owned(),
            (None, _) => "…".to_owned(),
        }
    }
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

/// A choice of words.
#[derive(Debug)]
pub struct Words {
    /// The name of its definition in the schema.
    pub name: &'static str,
    /// What is chosen.
    pub(super) meaning: &'static [&'static str],
    /// The words, in the order in which they are shown.
    pub all: &'static [Word],
}

/// One of the words of a choice.
#[derive(Debug)]
pub struct Word {
    /// How it is written.
    pub name: &'static str,
    /// What it means.
    pub(super) meaning: &'static [&'static str],
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
        lines(self.meaning)
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
        lines(self.meaning)
    }
}

/// `true` and `false`, with what people write in their place.
pub(super) static TRUTH: Words = Words::new(
    "Truth",
    &[],
    &[Word::new("true", &[], &["yes", "y", "on", "1"]), Word::new("false", &[], &["no", "n", "off", "0"])],
);

/// The lines of a comment as one text.
fn lines(comment: &[&str]) -> String {
    comment.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n")
}
