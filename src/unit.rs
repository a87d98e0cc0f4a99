//! Units of measure: what a figure counts, derived through arithmetic and compared where like must meet like.

/// The base units, in the order in which a product of them is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The scenario's currency.
    Money,
    /// Useful output, in the scenario's own unit (`demand.unit.name`).
    Output,
    /// A reference accelerator: what demand is stated in.
    Reference,
    /// An accelerator of an option; `relative_throughput` relates it to the reference.
    Accelerator,
    /// An owned server.
    Node,
    /// A rented server.
    Instance,
    /// A full-time equivalent of staff.
    Fte,
    /// A terabyte.
    Terabyte,
    /// A kilogram of CO2 equivalent.
    Kilogram,
    /// A kilowatt.
    Kilowatt,
    /// A minute.
    Minute,
    /// An hour.
    Hour,
    /// A month.
    Month,
    /// A year.
    Year,
}

const BASES: [Base; 14] = [
    Base::Money,
    Base::Output,
    Base::Reference,
    Base::Accelerator,
    Base::Node,
    Base::Instance,
    Base::Fte,
    Base::Terabyte,
    Base::Kilogram,
    Base::Kilowatt,
    Base::Minute,
    Base::Hour,
    Base::Month,
    Base::Year,
];

/// A product of powers of the base units; a bare number or a share has none.
///
/// ```
/// use rackrent::unit::Unit;
/// let energy = Unit::KILOWATT.times(Unit::HOUR);
/// assert_eq!(energy.text("USD", "unit"), "kWh");
/// assert_eq!(Unit::MONEY.per(energy).text("USD", "unit"), "USD/kWh");
/// assert_eq!(Unit::NODE.plural("USD", "unit"), "nodes");
/// assert_eq!(Unit::ONE.text("USD", "unit"), "");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit([i8; 14]);

impl Unit {
    /// A bare number or a share.
    pub const ONE: Unit = Unit([0; 14]);
    /// The scenario's currency.
    pub const MONEY: Unit = Unit::of(Base::Money);
    /// Useful output.
    pub const OUTPUT: Unit = Unit::of(Base::Output);
    /// Reference accelerators.
    pub const REFERENCE: Unit = Unit::of(Base::Reference);
    /// An option's own accelerators.
    pub const ACCELERATOR: Unit = Unit::of(Base::Accelerator);
    /// Owned servers.
    pub const NODE: Unit = Unit::of(Base::Node);
    /// Rented servers.
    pub const INSTANCE: Unit = Unit::of(Base::Instance);
    /// Full-time equivalents.
    pub const FTE: Unit = Unit::of(Base::Fte);
    /// Terabytes.
    pub const TERABYTE: Unit = Unit::of(Base::Terabyte);
    /// Kilograms of CO2 equivalent.
    pub const KILOGRAM: Unit = Unit::of(Base::Kilogram);
    /// Kilowatts.
    pub const KILOWATT: Unit = Unit::of(Base::Kilowatt);
    /// Minutes.
    pub const MINUTE: Unit = Unit::of(Base::Minute);
    /// Hours.
    pub const HOUR: Unit = Unit::of(Base::Hour);
    /// Months.
    pub const MONTH: Unit = Unit::of(Base::Month);
    /// Years.
    pub const YEAR: Unit = Unit::of(Base::Year);

    const fn of(base: Base) -> Unit {
        let mut powers = [0; 14];
        powers[base as usize] = 1;
        Unit(powers)
    }

    const fn combine(self, other: Unit, sign: i8) -> Unit {
        let mut powers = self.0;
        let mut i = 0;
        while i < powers.len() {
            powers[i] += sign * other.0[i];
            i += 1;
        }
        Unit(powers)
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

    /// Whether it counts money, for whatever else.
    #[must_use]
    pub const fn is_of_money(self) -> bool {
        self.0[Base::Money as usize] > 0
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
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for base in BASES {
            let power = self.0[base as usize];
            let side = if power > 0 { &mut above } else { &mut below };
            side.extend(std::iter::repeat_n(base, usize::from(power.unsigned_abs())));
        }
        let product = |bases: &[Base], ending: &str| {
            let mut text = String::new();
            for (at, base) in bases.iter().enumerate() {
                // kW and h join to kWh, all else is hyphenated
                if at > 0 && !(text.ends_with("kW") && *base == Base::Hour) {
                    text.push('-');
                }
                text.push_str(name(*base, currency, output));
                if at + 1 == bases.len() && base.is_counted() {
                    text.push_str(ending);
                }
            }
            text
        };
        match (above.is_empty(), below.is_empty()) {
            (true, true) => String::new(),
            (_, true) => product(&above, ending),
            (true, false) => format!("1/{}", product(&below, "")),
            (false, false) => format!("{}/{}", product(&above, ending), product(&below, "")),
        }
    }
}

impl Base {
    /// Whether it is a thing with a plural rather than a symbol.
    fn is_counted(self) -> bool {
        match self {
            Base::Reference | Base::Accelerator | Base::Node | Base::Instance | Base::Month | Base::Year => true,
            Base::Money
            | Base::Output
            | Base::Fte
            | Base::Terabyte
            | Base::Kilogram
            | Base::Kilowatt
            | Base::Minute
            | Base::Hour => false,
        }
    }
}

fn name<'a>(base: Base, currency: &'a str, output: &'a str) -> &'a str {
    match base {
        Base::Money => currency,
        Base::Output => output,
        Base::Reference => "reference accelerator",
        Base::Accelerator => "accelerator",
        Base::Node => "node",
        Base::Instance => "instance",
        Base::Fte => "FTE",
        Base::Terabyte => "TB",
        Base::Kilogram => "kg",
        Base::Kilowatt => "kW",
        Base::Minute => "min",
        Base::Hour => "h",
        Base::Month => "month",
        Base::Year => "year",
    }
}
