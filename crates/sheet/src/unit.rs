//! Units of measure: what a figure counts, derived through arithmetic and compared where like must meet like.

/// A unit that is no product of others, and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The currency that amounts are in; whoever writes the unit says which.
    Currency,
    /// A unit of output; whoever writes the unit says how it is called.
    Output,
    /// A symbol, the same for one and for several: `kW`.
    Symbol(&'static str),
    /// A noun in the singular, with a regular plural: `month`.
    Noun(&'static str),
}

/// Base units that one list may have.
const MOST: usize = 16;

/// Symbols that are written together; all others are hyphenated.
const JOINED: [(&str, &str); 1] = [("kW", "h")];

/// A product of powers of base units; a bare number or a share has none.
///
/// Base units are data: one list says which there are, and in which order a product of them is written.
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
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    powers: [i8; MOST],
    /// The list that the powers are of; empty of a bare number.
    bases: &'static [Base],
}

impl PartialEq for Unit {
    fn eq(&self, other: &Unit) -> bool {
        self.powers == other.powers
    }
}

impl Eq for Unit {}

impl Unit {
    /// A bare number or a share.
    pub const ONE: Unit = Unit { powers: [0; MOST], bases: &[] };

    /// The unit at a place of a list of base units. Units of different lists never meet.
    ///
    /// # Panics
    /// If the list has no such place, or more than 16: a constant of this kind does not compile.
    #[must_use]
    pub const fn base(bases: &'static [Base], at: usize) -> Unit {
        assert!(bases.len() <= MOST && at < bases.len(), "a base unit of the list");
        let mut powers = [0; MOST];
        powers[at] = 1;
        Unit { powers, bases }
    }

    const fn combine(self, other: Unit, sign: i8) -> Unit {
        let mut powers = self.powers;
        let mut i = 0;
        while i < powers.len() {
            powers[i] += sign * other.powers[i];
            i += 1;
        }
        Unit { powers, bases: if self.bases.is_empty() { other.bases } else { self.bases } }
    }

    /// The unit of a product.
    #[must_use]
    pub const fn times(self, other: Unit) -> Unit {
        self.combine(other, 1)
    }

    /// The unit of a quotient.
    #[must_use]
    pub const fn per(self, other: Unit) -> Unit {
        self.combine(other, -1)
    }

    /// Its base units with their powers, in the order of their list.
    fn factors(&self) -> impl Iterator<Item = (Base, i8)> {
        self.bases.iter().copied().zip(self.powers).filter(|(_, power)| *power != 0)
    }

    /// Whether it counts money, for whatever else.
    #[must_use]
    pub fn is_of_money(self) -> bool {
        self.factors().any(|(base, power)| base == Base::Currency && power > 0)
    }

    /// How a reader calls one of it: `USD/kWh`, `accelerator-h/month`; empty for a bare number.
    #[must_use]
    pub fn text(self, currency: &str, output: &str) -> String {
        self.written(currency, output, "")
    }

    /// How a reader calls several of it: `nodes`, `USD/kWh`.
    #[must_use]
    pub fn plural(self, currency: &str, output: &str) -> String {
        self.written(currency, output, "s")
    }

    fn written(self, currency: &str, output: &str, ending: &str) -> String {
        let side = |sign: i8| {
            let factors = self.factors().filter(move |(_, power)| power.signum() == sign);
            factors.flat_map(|(base, power)| std::iter::repeat_n(base, usize::from(power.unsigned_abs())))
        };
        let product = |bases: Vec<Base>, ending: &str| {
            let mut text = String::new();
            let mut before = "";
            for (at, base) in bases.iter().enumerate() {
                let (name, ending) = match *base {
                    Base::Currency => (currency, ""),
                    Base::Output => (output, ""),
                    Base::Symbol(symbol) => (symbol, ""),
                    Base::Noun(noun) => (noun, ending),
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
        let (above, below) = (product(side(1).collect(), ending), product(side(-1).collect(), ""));
        match (above.as_str(), below.as_str()) {
            (_, "") => above,
            ("", _) => format!("1/{below}"),
            (_, _) => format!("{above}/{below}"),
        }
    }
}
