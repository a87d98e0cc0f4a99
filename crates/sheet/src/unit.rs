//! Units of measure, derived through arithmetic and compared where figures must have the same unit.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// A base unit and its notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Reporting currency; its code is given when the unit is written.
    Currency,
    /// Another currency; its code is part of the unit ([`Unit::coded`]).
    ForeignCurrency,
    /// Unit of output; its name is given when the unit is written.
    Output,
    /// A symbol without a plural: `kW`.
    Symbol(&'static str),
    /// A noun in the singular, with a regular plural: `month`.
    Noun(&'static str),
    /// A noun followed by its synonyms: `node`, `server`.
    Synonyms(&'static [&'static str]),
}

/// Maximum length of a list of base units.
const MOST_BASES: usize = 20;

/// Symbols that are written without a hyphen; all others are hyphenated.
const JOINED: [(&str, &str); 1] = [("kW", "h")];

/// A product of powers of base units; a bare number or a share has none.
///
/// Base units are data: a list defines them and the order in which a product of them is written.
///
/// ```
/// use sheet::unit::{Base, Unit};
/// const BASES: &[Base] = &[Base::Currency, Base::Noun("server"), Base::Symbol("kW"), Base::Symbol("h")];
/// const MONEY: Unit = Unit::base(BASES, 0);
/// const SERVER: Unit = Unit::base(BASES, 1);
/// let energy = Unit::base(BASES, 2).times(Unit::base(BASES, 3));
/// assert_eq!(energy.text("USD", "unit"), "kWh");
/// assert_eq!(MONEY.per(energy).text("USD", "unit"), "USD/kWh");
/// assert_eq!(SERVER.plural("USD", "unit"), "servers");
/// assert_eq!(Unit::ONE.text("USD", "unit"), "");
/// ```
///
/// An amount in another currency has a different unit until it is multiplied by the exchange rate:
///
/// ```
/// use sheet::unit::{Base, Unit};
/// const BASES: &[Base] = &[Base::Currency, Base::ForeignCurrency, Base::Noun("server")];
/// const FOREIGN: Unit = Unit::base(BASES, 1);
/// let price = FOREIGN.per(Unit::base(BASES, 2)).coded(Some("USD"));
/// let rate = Unit::base(BASES, 0).per(FOREIGN).coded(Some("USD"));
/// assert_eq!((price.text("EUR", ""), rate.text("EUR", "")), ("USD/server".to_owned(), "EUR/USD".to_owned()));
/// assert_eq!(price.times(rate).text("EUR", ""), "EUR/server");
/// assert_ne!(price, FOREIGN.per(Unit::base(BASES, 2)).coded(Some("JPY")));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    powers: [i8; MOST_BASES],
    /// List of the base units that `powers` refers to; empty for a bare number.
    bases: &'static [Base],
    /// Code of the foreign currency, if the unit has one.
    foreign: Option<&'static str>,
}

impl PartialEq for Unit {
    fn eq(&self, other: &Unit) -> bool {
        self.powers == other.powers && self.foreign == other.foreign
    }
}

impl Eq for Unit {}

impl Hash for Unit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.powers, self.foreign).hash(state);
    }
}

impl Unit {
    /// A bare number or a share.
    pub const ONE: Unit = Unit { powers: [0; MOST_BASES], bases: &[], foreign: None };

    /// Unit at an index of a list of base units. Units of different lists must not be combined.
    ///
    /// # Panics
    /// If the list has no such index or more than 20 base units; such a constant does not compile.
    #[must_use]
    pub const fn base(bases: &'static [Base], at: usize) -> Unit {
        assert!(bases.len() <= MOST_BASES, "more base units than MOST_BASES in crates/sheet/src/unit.rs");
        assert!(at < bases.len(), "no such base unit in the list");
        let mut powers = [0; MOST_BASES];
        powers[at] = 1;
        Unit { powers, bases, foreign: None }
    }

    const fn combine(self, other: Unit, sign: i8) -> Unit {
        let mut powers = self.powers;
        let mut i = 0;
        while i < powers.len() {
            powers[i] += sign * other.powers[i];
            i += 1;
        }
        let bases = if self.bases.is_empty() { other.bases } else { self.bases };
        if self.foreign.is_none() && other.foreign.is_none() {
            return Unit { powers, bases, foreign: None };
        }
        let code = match (self.foreign, other.foreign) {
            (Some(one), Some(another)) => {
                assert!(is_same(one, another), "amounts in different currencies must be converted first");
                Some(one)
            }
            (Some(one), None) | (None, Some(one)) => Some(one),
            (None, None) => None,
        };
        Unit { powers, bases, foreign: None }.coded(code)
    }

    /// The unit with its reporting currency replaced by a foreign currency without a code. Unchanged if it has no
    /// money, or if its list has no foreign currency.
    #[must_use]
    pub fn in_foreign_currency(self) -> Unit {
        let place = |sought: Base| self.bases.iter().position(|base| *base == sought);
        let (Some(own), Some(foreign)) = (place(Base::Currency), place(Base::ForeignCurrency)) else { return self };
        let mut powers = self.powers;
        powers[foreign] += powers[own];
        powers[own] = 0;
        Unit { powers, ..self }
    }

    /// The unit with the code of its foreign currency; unchanged if it has none.
    #[must_use]
    pub const fn coded(self, code: Option<&'static str>) -> Unit {
        let mut i = 0;
        let mut foreign = None;
        while i < self.bases.len() {
            if matches!(self.bases[i], Base::ForeignCurrency) && self.powers[i] != 0 {
                foreign = code;
            }
            i += 1;
        }
        Unit { foreign, ..self }
    }

    /// Unit of a product.
    #[must_use]
    pub const fn times(self, other: Unit) -> Unit {
        self.combine(other, 1)
    }

    /// Unit of a quotient.
    #[must_use]
    pub const fn per(self, other: Unit) -> Unit {
        self.combine(other, -1)
    }

    /// Base units with their powers, in the order of the list.
    fn factors(&self) -> impl Iterator<Item = (Base, i8)> {
        self.bases.iter().copied().zip(self.powers).filter(|(_, power)| *power != 0)
    }

    /// Whether it counts money, in any currency and per anything.
    #[must_use]
    pub fn is_of_money(self) -> bool {
        self.factors().any(|(base, power)| matches!(base, Base::Currency | Base::ForeignCurrency) && power > 0)
    }

    /// Whether it is an exchange rate.
    #[must_use]
    pub fn is_exchange_rate(self) -> bool {
        let of = |sought: Base| self.factors().find(|(base, _)| *base == sought).map(|(_, power)| power);
        (of(Base::Currency), of(Base::ForeignCurrency)) == (Some(1), Some(-1)) && self.factors().count() == 2
    }

    /// Unit in the singular: `USD/kWh`, `accelerator-h/month`; empty for a bare number.
    #[must_use]
    pub fn text(self, currency: &str, output: &str) -> String {
        self.written(currency, output, "")
    }

    /// Unit in the plural: `nodes`, `USD/kWh`.
    #[must_use]
    pub fn plural(self, currency: &str, output: &str) -> String {
        self.written(currency, output, "s")
    }

    /// Whether `other`, in the singular or plural, is a synonym of the base unit written as `noun`.
    #[must_use]
    pub fn has_name(self, noun: &str, other: &str) -> bool {
        self.factors().any(|(base, _)| match base {
            Base::Synonyms([first, others @ ..]) if *first == noun => {
                others.contains(&other) || other.strip_suffix('s').is_some_and(|one| others.contains(&one))
            }
            Base::Synonyms(_)
            | Base::Noun(_)
            | Base::Symbol(_)
            | Base::Output
            | Base::Currency
            | Base::ForeignCurrency => false,
        })
    }

    fn written(self, currency: &str, output: &str, ending: &str) -> String {
        let side = |sign: i8| {
            let factors = self.factors().filter(move |(_, power)| power.signum() == sign);
            factors.flat_map(|(base, power)| std::iter::repeat_n(base, usize::from(power.unsigned_abs())))
        };
        let product = |bases: Vec<Base>, ending: &str, output: &str| {
            let mut text = String::new();
            let mut before = "";
            for (at, base) in bases.iter().enumerate() {
                let (name, ending) = match *base {
                    Base::Currency => (currency, ""),
                    Base::ForeignCurrency => (self.foreign.unwrap_or("foreign currency"), ""),
                    Base::Output => (output, ""),
                    Base::Symbol(symbol) => (symbol, ""),
                    Base::Noun(noun) => (noun, ending),
                    Base::Synonyms(names) => (names.first().copied().unwrap_or_default(), ending),
                };
                if at > 0 && !JOINED.contains(&(before, name)) {
                    text.push('-');
                }
                text.push_str(name);
                if at + 1 == bases.len() {
                    text.push_str(ending);
                }
                before = name;
            }
            text
        };
        let above = product(side(1).collect(), ending, &counted(output));
        let below = product(side(-1).collect(), "", output);
        match (above.as_str(), below.as_str()) {
            (_, "") => above,
            ("", _) => format!("1/{below}"),
            (_, _) => format!("{above}/{below}"),
        }
    }
}

/// Unit of output after a number: `M tokens` for `1M tokens`, which a number would seem to be part of.
///
/// ```
/// use sheet::unit::counted;
/// assert_eq!((counted("1M tokens"), counted("run")), ("M tokens".into(), "run".into()));
/// ```
#[must_use]
pub fn counted(output: &str) -> Cow<'_, str> {
    let magnitude = [("1M ", "M "), ("1K ", "k "), ("1k ", "k ")];
    let found = magnitude.iter().find_map(|(one, short)| Some(format!("{short}{}", output.strip_prefix(one)?)));
    found.map_or(Cow::Borrowed(output), Cow::Owned)
}

/// Whether two codes are equal, in constant evaluation.
const fn is_same(one: &str, another: &str) -> bool {
    let (one, another) = (one.as_bytes(), another.as_bytes());
    let mut same = one.len() == another.len();
    let mut i = 0;
    while same && i < one.len() {
        same = one[i] == another[i];
        i += 1;
    }
    same
}
