//! Declaration of a key.

use super::{Bare, Text};
use crate::expected_type::ExpectedType;

/// Role of a key in the calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRole {
    /// Input: amounts may depend on it.
    Input,
    /// Description: no amount depends on it.
    Describes,
    /// Threshold or requirement that results are checked against; no amount depends on it.
    Threshold,
    /// Shown with the result, which it does not change.
    Separate,
    /// Expected result.
    Expectation,
    /// Uncertainty of other numbers.
    Uncertainty,
}

/// Origin of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// Measured, counted or decided.
    Measured,
    /// A rate or a term that is negotiated or forecast. Amounts of money always are.
    Negotiated,
    /// Amount of work demanded, as are all values below it.
    Demanded,
}

/// A negotiated or list price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Unit it is paid for, `` per instance-hour``; empty where its name already includes it.
    pub per: &'static str,
}

/// Display name for entries that own their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners {
    /// The path, `own.hgx-h100`.
    ByPath,
    /// The name alone, `chat`.
    ByName,
}

/// Another number of the same part that bounds this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At most the number under a key.
    AtMost(&'static str),
    /// At least the number under a key.
    AtLeast(&'static str),
    /// Rising along a list: above that of the previous item and below that of the next.
    Rising,
}

/// Where the default of a key comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultFrom {
    /// Another key of the same part.
    Key(&'static str),
    /// The same key of the enclosing part.
    Around,
}

/// What a text, or a list in its place, refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// An owned or rented option, by its path.
    Option,
    /// Any option, including hybrids, by its path.
    AnyOption,
    /// An owned option by its name, or a hybrid by its path.
    OwnOption,
    /// A rented option, by its name.
    RentOption,
    /// A workload, by its name.
    Workload,
    /// A commitment, by its name.
    Commitment,
    /// A case, by its name.
    Case,
    /// A kind of accelerator, by its common name.
    Accelerator,
    /// A server, by its common name.
    Server,
    /// A load profile over the hours of a day or a week.
    Profile,
    /// A file of measured load.
    Trace,
}

/// Naming of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyed {
    /// Names chosen by the author.
    ByName,
    /// Paths of the scenario.
    ByPath,
    /// Names chosen by the author; inside each entry, paths of the scenario.
    ByNameThenPath,
    /// Names that match a regular expression, which includes the merge key.
    ByPattern(&'static str),
}

/// Attributes of a key: documentation, type, default, and the method that sets it.
macro_rules! attributes {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $type:ty = $unless:expr, ($($argument:ident: $of:ty),*) => $value:expr;
    )*) => {
        /// A key of a part.
        #[derive(Debug)]
        pub struct Key {
            /// Name as written in the document.
            pub name: &'static str,
            /// Description, line by line.
            meaning: &'static [&'static str],
            /// Expected type of its value.
            pub expected: &'static ExpectedType,
            /// Whether its type can represent absence.
            may_be_absent: bool,
            $( $(#[doc = $doc])+ pub $name: $type, )*
        }

        impl Key {
            /// A key with a description and a type, and default attributes.
            #[must_use]
            pub const fn new(
                name: &'static str,
                meaning: &'static [&'static str],
                expected: &'static ExpectedType,
                may_be_absent: bool,
            ) -> Key {
                Key { name, meaning, expected, may_be_absent, $( $name: $unless, )* }
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
    /// Default, in the text an author would write.
    default: Option<&'static str> = None, (text: &'static str) => Some(text);
    /// Example value, where the type alone gives no good one.
    example: Option<&'static str> = None, (value: &'static str) => Some(value);
    /// Example value next to a key that requires it, where that differs from `example`.
    example_when_required: Option<&'static str> = None, (value: &'static str) => Some(value);
    /// Expected type in words, where the key takes either of two types.
    words: Option<&'static str> = None, (words: &'static str) => Some(words);
    /// Help if it is missing, in addition to what to type.
    help: Option<&'static str> = None, (help: &'static str) => Some(help);
    /// Aliases: what people write instead.
    aliases: &'static [&'static str] = &[], (words: &'static [&'static str]) => words;
    /// Key that it requires.
    with: Option<&'static str> = None, (key: &'static str) => Some(key);
    /// What to do if its list is empty; the list needs at least one item.
    not_empty: Option<&'static str> = None, (label: &'static str) => Some(label);
    /// Whether it needs at least one entry.
    some_entries: bool = false, () => true;
    /// Whether the items of its list must be unique.
    unique: bool = false, () => true;
    /// Most entries allowed.
    at_most: Option<usize> = None, (entries: usize) => Some(entries);
    /// Allowed numbers of items of its list.
    lengths: &'static [usize] = &[], (lengths: &'static [usize]) => lengths;
    /// Whether its text, or that of its entries, is read by people and must not be blank.
    says_something: bool = false, () => true;
    /// Kind of its text, if not any text.
    text: Option<&'static Text> = None, (text: &'static Text) => Some(text);
    /// Naming of its entries.
    keyed: Keyed = Keyed::ByName, (keyed: Keyed) => keyed;
    /// Example of an entry, where the type of entry alone gives no good one.
    entry: Option<&'static str> = None, (example: &'static str) => Some(example);
    /// Key that a bare value is taken for; overrides that of the part.
    bare: Option<Bare> = None, (bare: Bare) => Some(bare);
    /// What to do if `all` is written, which is the meaning of its absence.
    all: Option<&'static str> = None, (label: &'static str) => Some(label);
    /// Role in the calculation.
    role: KeyRole = KeyRole::Input, (role: KeyRole) => role;
    /// Display name in reports, without an article: `price of a node`.
    display_name: Option<&'static str> = None, (words: &'static str) => Some(words);
    /// Display name of an entry or item, before its name or number: `purchase`.
    each: Option<&'static str> = None, (words: &'static str) => Some(words);
    /// Display name of its entries, if they own the numbers in them: `price of a node, own.hgx-h100`.
    owners: Option<Owners> = None, (named: Owners) => Some(named);
    /// Key of each entry that is separate from the values the entry holds by name.
    sibling_key: Option<&'static Key> = None, (key: &'static Key) => Some(key);
    /// Unit it is paid for, if it is a negotiated or list price.
    price: Option<Price> = None, (per: &'static str) => Some(Price { per });
    /// Origin of the number.
    nature: Nature = Nature::Measured, (nature: Nature) => nature;
    /// Prices of its part that it reduces.
    off: &'static [&'static str] = &[], (prices: &'static [&'static str]) => prices;
    /// Number that bounds it.
    bound: Option<Bound> = None, (bound: Bound) => Some(bound);
    /// Where its default comes from.
    default_from: Option<DefaultFrom> = None, (default_from: DefaultFrom) => Some(default_from);
    /// What its text, or the list in its place, refers to.
    stands_for: Option<ReferenceKind> = None, (stands_for: ReferenceKind) => Some(stands_for);
    /// What the names of its entries refer to; for nested entries, those of the inner ones.
    named_after: Option<ReferenceKind> = None, (stands_for: ReferenceKind) => Some(stands_for);
    /// Whether it is a month of the horizon, where all months after the end are equivalent.
    within_horizon: bool = false, () => true;
    /// Label of the items of its list, counted from 1, where paths count from 0.
    counted_by: Option<&'static str> = None, (what: &'static str) => Some(what);
    /// Whether its list is a set, whose order does not matter.
    set: bool = false, () => true;
    /// Whether the shares of its list add up to 100 %, so that none varies alone.
    one_whole: bool = false, () => true;
    /// Whether each of its entries is a separate change.
    one_by_one: bool = false, () => true;
    /// Whether its name needs the enclosing part as context.
    vague: bool = false, () => true;
}

impl Key {
    /// Description, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        super::lines(self.meaning)
    }

    /// Display name in reports; by default its name in words.
    #[must_use]
    pub fn display_text(&self) -> String {
        self.display_name.map_or_else(|| self.name.replace('_', " "), str::to_owned)
    }

    /// Whether it is required.
    #[must_use]
    pub fn is_required(&self) -> bool {
        !self.may_be_absent && self.default.is_none()
    }

    /// Whether it refers to other values, by path or as a result: it does not change them, and in a changed document it may
    /// name one that no longer exists.
    #[must_use]
    pub fn speaks_of_others(&self) -> bool {
        self.keyed == Keyed::ByPath || self.role == KeyRole::Expectation
    }

    /// Label of an item of its list, `age 3` for item 2, if its items are counted.
    #[must_use]
    pub fn counted(&self, item: &str) -> Option<String> {
        let at = item.parse::<u32>().ok()?;
        Some(format!("{} {}", self.counted_by?, u64::from(at) + 1))
    }

    /// What to type for it next to a key that requires it.
    pub(crate) fn companion(&self) -> String {
        match (self.example_when_required.or(self.example), self.expected) {
            (Some(value), _) => value.to_owned(),
            (None, ExpectedType::Quantity(kind)) => kind.example.to_owned(),
            (None, _) => "…".to_owned(),
        }
    }
}
