//! What a simulation says.

use super::quantiles::Quantiles;
use crate::analysis::header::Header;
use crate::model::OptionKind;
use crate::scenario::quantity::Kind;
use crate::scenario::uncertainty::Spread;
use crate::variation::CannotWin;
use rust_decimal::Decimal;

/// What is asked of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// How many draws.
    pub draws: usize,
    /// What the random numbers follow from.
    pub seed: u64,
}

/// What a simulation says.
#[derive(Debug)]
pub struct Simulation {
    /// What was asked.
    pub header: Header,
    /// How many draws, and what their random numbers followed from.
    pub sampling: Sampling,
    /// What was drawn.
    pub inputs: Vec<DrawnInput>,
    /// Every option, in the order of the file: owned ones, rented ones, hybrids.
    pub options: Vec<DrawnOption>,
    /// The best option to own less the best to rent; none where one of the two is missing.
    pub difference: Option<DrawnDifference>,
    /// Share of the draws in which no option can win.
    pub nobody: Decimal,
}

/// An input that is drawn.
#[derive(Clone, Debug)]
pub struct DrawnInput {
    /// Its path.
    pub path: String,
    /// What kind of quantity it is.
    pub kind: &'static Kind,
    /// What the scenario states.
    pub stated: Decimal,
    /// How its cases are spread.
    pub spread: Spread,
    /// Which inputs it moves together with.
    pub moves_with: MovesWith,
    /// Percentiles of its draws.
    pub quantiles: Quantiles,
    /// How many of them lay beyond the bounds of the quantity, and were taken at the bound.
    pub clipped: usize,
}

/// Which inputs an input moves together with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovesWith {
    /// It moves alone.
    Nothing,
    /// It is moved by one draw with all that name the same.
    Shared(String),
    /// It is correlated with these, each by its path.
    Correlated(Vec<(String, Decimal)>),
}

/// What an option comes to over the draws.
#[derive(Debug)]
pub struct DrawnOption {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: String,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Its printed present value at the stated values.
    pub stated: Option<Decimal>,
    /// Why it cannot win whatever is drawn.
    pub cannot_win_because: Vec<CannotWin>,
    /// Share of the draws in which it wins.
    pub wins: Decimal,
    /// Share of the draws in which it is not possible.
    pub not_possible: Decimal,
    /// Share of the draws in which it is possible, and cannot win for what is drawn: it lacks power, or leaves work undone.
    pub cannot_win: Decimal,
    /// Percentiles of its present value in the draws in which it is possible; none where it never is.
    pub present_value: Option<Quantiles>,
    /// Expected shortfall: the mean of the dearest 5 % of these present values.
    pub shortfall: Option<Decimal>,
    /// What it costs on average to have chosen it and not what turns out to be best, over the draws in which it can win;
    /// none where it never can.
    pub regret: Option<Decimal>,
}

/// The present value of the best option to own less that of the best to rent, as stated.
#[derive(Debug)]
pub struct DrawnDifference {
    /// The option to own.
    pub own: String,
    /// The option to rent.
    pub rent: String,
    /// At the stated values, of printed present values.
    pub stated: Decimal,
    /// Percentiles in the draws in which both are possible; none where they never are.
    pub quantiles: Option<Quantiles>,
    /// Expected shortfall of each choice against the other, in the same draws.
    pub shortfalls: Option<Shortfalls>,
    /// Share of these draws in which owning costs less.
    pub own_costs_less: Option<Decimal>,
}

/// What each of two choices costs above the other, on average over the 5 % of the draws that are worst for it; below zero
/// where it costs less even then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortfalls {
    /// Of owning.
    pub own: Decimal,
    /// Of renting.
    pub rent: Decimal,
}
