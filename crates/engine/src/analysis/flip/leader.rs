//! Winning side at a value, or over an interval.

use crate::analysis::winner::PairHalf;
use crate::sheet::{Interval, RelativeOutcome};
use rust_decimal::Decimal;

/// Winning side at a value, or over a whole interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leader {
    /// The best option of this side.
    Side(PairHalf),
    /// Tied: both sides cost the same.
    Tied,
    /// No option is left.
    Nobody,
}

/// Winning side, and at a value the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) leader: Leader,
    /// Present value of the best option of the first side minus that of the second; only at a value, if both sides have
    /// an option.
    pub(super) difference: Option<Decimal>,
}

impl Seen {
    pub(super) fn of(leader: Leader) -> Seen {
        Seen { leader, difference: None }
    }
}

impl Leader {
    /// Outcome relative to the side that wins in the base case.
    pub(super) fn relative_outcome(self, today: PairHalf) -> RelativeOutcome {
        match self {
            Leader::Side(side) if side == today => RelativeOutcome::Stays,
            Leader::Tied => RelativeOutcome::Tied,
            Leader::Side(_) | Leader::Nobody => RelativeOutcome::Changed,
        }
    }
}

/// Share of the larger one up to which two present values at a value are equal: a difference in the last of 28 digits.
pub(super) const NEGLIGIBLE: Decimal = Decimal::from_parts(1, 0, 0, false, 18);

/// The same over a wide interval: floats do not prove more. A fleet that sends all its work to a cloud costs the same as that
/// cloud.
pub(super) const NEGLIGIBLE_THROUGHOUT: Decimal = Decimal::from_parts(1, 0, 0, false, 13);

/// Winning side at two present values.
pub(super) fn leader(first: Decimal, second: Decimal) -> Leader {
    let negligible = first.abs().max(second.abs()) * NEGLIGIBLE;
    match first - second {
        difference if difference.abs() <= negligible => Leader::Tied,
        difference if difference < Decimal::ZERO => Leader::Side(PairHalf::First),
        _ => Leader::Side(PairHalf::Second),
    }
}

/// Winning side over a whole interval, if it is the same everywhere.
pub(super) fn apart(first: &Interval, second: &Interval) -> Option<Leader> {
    let ((first_least, first_most), (second_least, second_most)) = (first.bounds()?, second.bounds()?);
    let (first_at_most, second_at_most) = (leader(first_most, second_least), leader(first_least, second_most));
    match (first_at_most, second_at_most) {
        (Leader::Side(PairHalf::First), _) => Some(first_at_most),
        (_, Leader::Side(PairHalf::Second)) => Some(second_at_most),
        (_, _) => None,
    }
}
