//! A key of a part, with all that is known of it.

use super::{Bare, Text};
use crate::wanted::Wanted;

/// What the figures have to do with what stands under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRole {
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
    /// It says how sure other numbers are.
    Doubts,
}

/// How a number comes to be what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// It is measured, counted or decided.
    Measured,
    /// It is a rate or a term that somebody negotiates or forecasts. Amounts of money always are.
    Negotiated,
    /// It says how much work is asked for; so does all below it.
    Demanded,
}

/// A price that is negotiated or read off a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// For what it is paid, `` per instance-hour``; nothing where its words say it.
    pub per: &'static str,
}

/// How an entry is named whose numbers are spoken of as its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners {
    /// By its path, `own.hgx-h100`.
    ByPath,
    /// By its name alone, `chat`.
    ByName,
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
    /// An option to own or to rent, by its path.
    Option,
    /// An option of any kind, one that is made of others too, by its path.
    AnyOption,
    /// An option to own, by its name, or a hybrid, by its path.
    OwnOption,
    /// An option to rent, by its name.
    RentOption,
    /// A workload, by its name.
    Workload,
    /// A commitment, by its name.
    Commitment,
    /// A case, by its name.
    Case,
    /// A kind of accelerator, by what people call it.
    Accelerator,
    /// A server, by what people call it.
    Server,
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
    /// By names of their author, and what stands in each of them by paths of the scenario.
    ByNameThenPath,
    /// By what a regular expression describes, the key of a merge among it.
    ByPattern(&'static str),
}

/// The attributes of a key: of each what it means, its type, what holds where it is not declared, and the method that
/// declares it.
macro_rules! attributes {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $type:ty = $unless:expr, ($($argument:ident: $of:ty),*) => $value:expr;
    )*) => {
        /// A key of a part, with all that is known of it.
        #[derive(Debug)]
        pub struct Key {
            /// How it is written.
            pub name: &'static str,
            /// What it means, line by line.
            meaning: &'static [&'static str],
            /// What stands under it.
            pub wanted: &'static Wanted,
            /// Whether its type has a value for its absence.
            may_be_absent: bool,
            $( $(#[doc = $doc])+ pub $name: $type, )*
        }

        impl Key {
            /// A key of which no more is known than its meaning and its type.
            #[must_use]
            pub const fn new(
                name: &'static str,
                meaning: &'static [&'static str],
                wanted: &'static Wanted,
                may_be_absent: bool,
            ) -> Key {
                Key { name, meaning, wanted, may_be_absent, $( $name: $unless, )* }
            }

            $(
                $(#[doc = $doc])+
                #[must_use]
                pub const fn $name(self, $($argument: $of),*) -> Key {
                    Key { $name: $value, ..self }
                }
            )*
        }
    };
}

attributes! {
    /// What is assumed where it is left out, in the text an author would write.
    default: Option<&'static str> = None, (text: &'static str) => Some(text);
    /// What to type for it, where its kind alone gives no good example.
    example: Option<&'static str> = None, (value: &'static str) => Some(value);
    /// What to type for it beside a key that it goes together with, where that is not the example.
    beside: Option<&'static str> = None, (value: &'static str) => Some(value);
    /// What it asks for, in words, where it takes either of two kinds.
    words: Option<&'static str> = None, (words: &'static str) => Some(words);
    /// What is said where it is missing, beside what to type.
    help: Option<&'static str> = None, (help: &'static str) => Some(help);
    /// What people write in its place.
    also: &'static [&'static str] = &[], (words: &'static [&'static str]) => words;
    /// The key without which it can't be.
    with: Option<&'static str> = None, (key: &'static str) => Some(key);
    /// What to do where its list has no items, of which there is at least one.
    not_empty: Option<&'static str> = None, (label: &'static str) => Some(label);
    /// Whether it has an entry at least, which a rule says.
    some_entries: bool = false, () => true;
    /// Whether its list names nothing twice.
    unique: bool = false, () => true;
    /// Most entries.
    at_most: Option<usize> = None, (entries: usize) => Some(entries);
    /// How many items its list has.
    lengths: &'static [usize] = &[], (lengths: &'static [usize]) => lengths;
    /// Whether its text, or that of its entries, is for somebody to read and says something.
    says_something: bool = false, () => true;
    /// What its text is, if it is not any.
    text: Option<&'static Text> = None, (text: &'static Text) => Some(text);
    /// How its entries are named.
    keyed: Keyed = Keyed::ByName, (keyed: Keyed) => keyed;
    /// What to type for one of its entries, where the kind of entry alone gives no good example.
    entry: Option<&'static str> = None, (example: &'static str) => Some(example);
    /// For which key of its part a bare value is taken; what the part says else.
    bare: Option<Bare> = None, (bare: Bare) => Some(bare);
    /// What to do where `all` is written, which its absence says.
    all: Option<&'static str> = None, (label: &'static str) => Some(label);
    /// What the figures have to do with it.
    role: KeyRole = KeyRole::Input, (role: KeyRole) => role;
    /// What it is called in reports, without an article: `price of a node`.
    called: Option<&'static str> = None, (words: &'static str) => Some(words);
    /// What one of its entries or items is called, before its name or its number: `purchase`.
    each: Option<&'static str> = None, (words: &'static str) => Some(words);
    /// How its entries are named, if what stands in them is spoken of as theirs: `price of a node, own.hgx-h100`.
    owners: Option<Owners> = None, (named: Owners) => Some(named);
    /// The key of each of its entries that stands beside what the entry holds by name.
    beside_entries: Option<&'static Key> = None, (key: &'static Key) => Some(key);
    /// For what it is paid, if it is a price that is negotiated or read off a list.
    price: Option<Price> = None, (per: &'static str) => Some(Price { per });
    /// How it comes to be what it is.
    nature: Nature = Nature::Measured, (nature: Nature) => nature;
    /// The prices of its part that it is taken off.
    off: &'static [&'static str] = &[], (prices: &'static [&'static str]) => prices;
    /// The number that bounds it.
    bound: Option<Bound> = None, (bound: Bound) => Some(bound);
    /// Whose value holds where it is left out.
    follows: Option<Follows> = None, (follows: Follows) => Some(follows);
    /// What its text, or the list in its place, stands for.
    stands_for: Option<StandsFor> = None, (stands_for: StandsFor) => Some(stands_for);
    /// What the names of its entries stand for, of entries within entries those of the inner ones.
    named_after: Option<StandsFor> = None, (stands_for: StandsFor) => Some(stands_for);
    /// Whether it is a month of the horizon, of which one after the end is as good as any later one.
    within_horizon: bool = false, () => true;
    /// What the items of its list are counted by, from 1 on, where paths count them from 0.
    counted_by: Option<&'static str> = None, (what: &'static str) => Some(what);
    /// Whether its list is a set, whose order says nothing.
    set: bool = false, () => true;
    /// Whether the shares of its list add up to the whole, so that none of them moves alone.
    one_whole: bool = false, () => true;
    /// Whether each of its entries is a change of its own.
    one_by_one: bool = false, () => true;
    /// Whether its name says too little without the part around it.
    vague: bool = false, () => true;
}

impl Key {
    /// What it means, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        super::lines(self.meaning)
    }

    /// What it is called in reports; where it does not say so, its name in words.
    #[must_use]
    pub fn spoken(&self) -> String {
        self.called.map_or_else(|| self.name.replace('_', " "), str::to_owned)
    }

    /// Whether it has to be there.
    #[must_use]
    pub fn is_required(&self) -> bool {
        !self.may_be_absent && self.default.is_none()
    }

    /// Whether it speaks of what stands elsewhere, by its path or as a result: it changes none of that, and may name what is
    /// not there any more in a changed document.
    #[must_use]
    pub fn speaks_of_others(&self) -> bool {
        self.keyed == Keyed::ByPath || self.role == KeyRole::Expectation
    }

    /// What an item of its list is, `age 3` of item 2, if it says what they are counted by.
    #[must_use]
    pub fn counted(&self, item: &str) -> Option<String> {
        let at = item.parse::<u32>().ok()?;
        Some(format!("{} {}", self.counted_by?, u64::from(at) + 1))
    }

    /// What may be typed for it beside a key that it goes together with.
    pub(crate) fn companion(&self) -> String {
        match (self.beside.or(self.example), self.wanted) {
            (Some(value), _) => value.to_owned(),
            (None, Wanted::Quantity(kind)) => kind.example.to_owned(),
            (None, _) => "…".to_owned(),
        }
    }
}
