//! Argument values of types from other crates, which cannot implement the `ValueEnum` trait of clap.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Type whose values are selected by name on the command line.
pub(super) trait Choice: Copy + Send + Sync + 'static {
    /// All values, in the order of the help.
    fn all() -> &'static [Self];

    /// Name and help text of the value.
    fn shown(self) -> PossibleValue;

    /// Value with this name.
    fn named(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|value| value.shown().matches(name, false))
    }
}

/// Parser that selects a value by name.
pub(super) fn choice<C: Choice>() -> impl TypedValueParser<Value = C> {
    let names = C::all().iter().map(|value| value.shown());
    PossibleValuesParser::new(names).map(|name| C::named(&name).expect("clap accepts only names of values"))
}
