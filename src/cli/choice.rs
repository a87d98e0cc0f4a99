//! What an argument chooses among: types of other crates, which clap's own trait cannot be given to.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A type of which an argument names a value.
pub(super) trait Choice: Copy + Send + Sync + 'static {
    /// Every value, in the order in which help lists them.
    fn all() -> &'static [Self];

    /// Its name, and what help says of it.
    fn shown(self) -> PossibleValue;

    /// The value of a name.
    fn named(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|value| value.shown().matches(name, false))
    }
}

/// Reads a value by its name.
pub(super) fn choice<C: Choice>() -> impl TypedValueParser<Value = C> {
    let names = C::all().iter().map(|value| value.shown());
    PossibleValuesParser::new(names).map(|name| C::named(&name).expect("only names of values are taken"))
}
