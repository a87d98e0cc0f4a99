//! The base units of the comparison, in the order in which a product of them is written.

use sheet::unit::Base;
pub use sheet::unit::Unit;

macro_rules! base_units {
    ($( $(#[$what:meta])* $name:ident $written:expr; )*) => {
        const BASES: &[Base] = &[$( $written, )*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "places are named as their units are")]
        enum Place { $( $name, )* }

        /// The base units, as constants of [`Unit`].
        pub trait BaseUnits {
            $( $(#[$what])* const $name: Unit; )*
        }

        impl BaseUnits for Unit {
            $( const $name: Unit = Unit::base(BASES, Place::$name as usize); )*
        }
    };
}

base_units! {
    /// The scenario's currency.
    MONEY Base::Currency;
    /// Another currency, whose code the unit says.
    FOREIGN_MONEY Base::ForeignCurrency;
    /// Useful output, in the scenario's own unit (`demand.unit.name`).
    OUTPUT Base::Output;
    /// Reference accelerators: what demand is stated in.
    REFERENCE Base::Called(&["reference accelerator", "accelerator", "gpu", "card"]);
    /// Accelerators of an option; `relative_throughput` relates them to the reference.
    ACCELERATOR Base::Called(&["accelerator", "gpu", "card"]);
    /// Owned servers.
    NODE Base::Called(&["node", "server", "machine"]);
    /// Rented servers.
    INSTANCE Base::Called(&["instance", "vm", "server", "machine"]);
    /// Full-time equivalents of staff.
    FTE Base::Symbol("FTE");
    /// Terabytes.
    TERABYTE Base::Symbol("TB");
    /// Millions of requests, which are priced by the million.
    MILLION_REQUESTS Base::Symbol("million requests");
    /// Kilograms of CO2 equivalent.
    KILOGRAM Base::Symbol("kg");
    /// Kilowatts.
    KILOWATT Base::Symbol("kW");
    /// Minutes.
    MINUTE Base::Symbol("min");
    /// Hours.
    HOUR Base::Symbol("h");
    /// Months.
    MONTH Base::Noun("month");
    /// Years.
    YEAR Base::Noun("year");
}
