//! Points and intervals that a search evaluates, and the results.

use rust_decimal::Decimal;

/// An evaluation of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Probe {
    /// The half-open interval (a, b].
    Interval(Decimal, Decimal),
    /// One value.
    At(Decimal),
    /// One value, including the margin by which one side leads.
    Lead(Decimal),
}

/// Result of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeResult<S> {
    /// The same state throughout.
    Same(S),
    /// One state below a value, another above it.
    Passes {
        /// The value.
        at: Decimal,
        /// State below it.
        below: S,
        /// State above it.
        above: S,
    },
    /// More than one state, or unknown.
    Open {
        /// A better point of division than the middle of the interval.
        near: Option<Decimal>,
    },
    /// Most likely open; evaluated with so little work that it does not count as an evaluation.
    Uncounted,
    /// The search is aborted.
    Stopped,
}

/// Outcome of a state relative to the base case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelativeOutcome {
    /// As in the base case.
    Stays,
    /// Tied: neither as in the base case nor the opposite.
    Tied,
    /// Different from the base case.
    Changed,
}

/// Domain of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Every decimal.
    Line,
    /// Integers, between integer bounds.
    Whole,
}

/// Direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To larger values.
    Up,
    /// To smaller values.
    Down,
}
