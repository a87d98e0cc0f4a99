//! A comparison with everything it was computed from.

use super::statement::Comparison;
use super::too_varied::TooVaried;
use crate::analysis::effort::Effort;
use crate::demand::trace::Traces;
use crate::scenario::Loaded;
use crate::variation::{Evaluated, Unanswered};

/// A comparison with everything it was computed from.
#[derive(Debug)]
pub struct Answer {
    /// The scenario as it was read.
    pub loaded: Loaded,
    /// The levels of its traces.
    pub traces: Traces,
    /// Its figures.
    pub evaluated: Evaluated,
    /// What is said.
    pub comparison: Comparison,
    /// How much may be worked out for what else is asked.
    pub effort: Effort,
}

/// A scenario that asks for something impossible.
#[derive(Debug)]
pub enum NoAnswer {
    /// More levels of traces than are computed.
    TooVaried(Loaded, TooVaried),
    /// Demand that outgrows a fleet, figures beyond 10^27.
    Unanswered(Loaded, Unanswered),
}

/// How much of a comparison is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Everything that a report says.
    Whole,
    /// Break-evens by demand, and none by horizon: as much as is shown of a case beside others.
    WithoutHorizons,
    /// What the verdict and the warnings follow from. Of the pairs no break-even, by demand or by horizon, no return and no
    /// discounted payback; of the options neither years nor cliffs nor cash ahead of others; not what the verdict holds under. That
    /// takes longer than all the rest: nobody may read it there, and who needs some of it asks for it, by
    /// [`Answer::flips_nearby`] and [`Answer::pair`].
    Verdict,
}
