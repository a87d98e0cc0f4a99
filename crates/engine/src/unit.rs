//! Base units of the comparison, in the order in which they are written in a product.

use sheet::unit::Base;
pub use sheet::unit::{Unit, counted};

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
    /// Another currency, with its code.
    FOREIGN_MONEY Base::ForeignCurrency;
    /// Useful output, in the scenario's own unit (`demand.unit.name`).
    OUTPUT Base::Output;
    /// Reference accelerators: the unit of demand.
    REFERENCE Base::Synonyms(&["reference accelerator", "accelerator", "gpu", "card"]);
    /// Accelerators of an option; `relative_throughput` converts them to the reference.
    ACCELERATOR Base::Synonyms(&["accelerator", "gpu", "card"]);
    /// Owned servers.
    NODE Base::Synonyms(&["node", "server", "machine"]);
    /// Rented servers.
    INSTANCE Base::Synonyms(&["instance", "vm", "server", "machine"]);
    /// Full-time equivalents of staff.
    FTE Base::Symbol("FTE");
    /// Terabytes.
    TERABYTE Base::Symbol("TB");
    /// Millions of requests, the unit of request prices.
    MILLION_REQUESTS Base::Symbol("million requests");
    /// Tokens, read or written.
    TOKEN Base::Noun("token");
    /// Requests to a model.
    REQUEST Base::Noun("request");
    /// Kilograms of CO2 equivalent.
    KILOGRAM Base::Symbol("kg");
    /// Kilowatts.
    KILOWATT Base::Symbol("kW");
    /// Seconds.
    SECOND Base::Symbol("s");
    /// Minutes.
    MINUTE Base::Symbol("min");
    /// Hours.
    HOUR Base::Symbol("h");
    /// Months.
    MONTH Base::Noun("month");
    /// Years.
    YEAR Base::Noun("year");
}
