//! A comparison with the data it was computed from.

use super::statement::Comparison;
use super::too_varied::TooVaried;
use crate::analysis::effort::BudgetMultiple;
use crate::demand::trace::Traces;
use crate::scenario::Loaded;
use crate::variation::{Evaluated, Unanswered};

/// A comparison with the data it was computed from.
#[derive(Debug)]
pub struct Answer {
    /// The scenario.
    pub loaded: Loaded,
    /// Levels of its traces.
    pub traces: Traces,
    /// Its figures.
    pub evaluated: Evaluated,
    /// The result.
    pub comparison: Comparison,
    /// Work budget for further questions.
    pub effort: BudgetMultiple,
}

/// Reason why a scenario has no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// Its traces have too many levels.
    TooVaried(Loaded, TooVaried),
    /// Its figures cannot be computed, for example because demand exceeds a fleet or figures exceed 10^27.
    Unanswered(Loaded, Unanswered),
}

/// Depth of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Everything in a report.
    Whole,
    /// Break-evens by demand but not by horizon, as shown for cases.
    WithoutHorizons,
    /// The verdict and warnings. Without break-evens, returns and discounted paybacks of pairs; without years, cliffs
    /// and peak cash of options; without flip values. These take longer than the rest; [`Answer::flips_nearby`] and
    /// [`Answer::pair`] compute them one by one.
    Verdict,
}
