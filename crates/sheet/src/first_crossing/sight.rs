//! Where a search looks, what it sees there, and how that stands to today.

use rust_decimal::Decimal;

/// Where it is looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Probe {
    /// The half-open interval (a, b].
    Interval(Decimal, Decimal),
    /// One value.
    At(Decimal),
    /// One value, where it is asked as well by how much one side is ahead.
    Lead(Decimal),
}

/// What is seen there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight<S> {
    /// The same throughout.
    Same(S),
    /// One thing below a value, another above it.
    Passes {
        /// The value.
        at: Decimal,
        /// Below it.
        below: S,
        /// Above it.
        above: S,
    },
    /// More than one thing, or not known.
    Open {
        /// A better place to divide the interval than its middle.
        near: Option<Decimal>,
    },
    /// It was looked at so little that the look does not count: as open, most likely.
    Glanced,
    /// It is not looked any further: the search is given up.
    Stopped,
}

/// How something that is seen stands to what is the case today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// As today.
    Stays,
    /// Neither as today nor the opposite of it.
    Level,
    /// Other than today.
    Turned,
}

/// Which values there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Every decimal.
    Line,
    /// Whole numbers, between whole bounds.
    Whole,
}

/// In which direction the values go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To larger values.
    Up,
    /// To smaller ones.
    Down,
}
