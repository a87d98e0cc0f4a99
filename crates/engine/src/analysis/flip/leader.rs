//! Which side leads at a value, or over all of an interval.

use crate::analysis::winner::PairHalf;
use crate::sheet::{Interval, Stance};
use rust_decimal::Decimal;

/// Who wins at a value, or over all of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leader {
    /// The best option of this side.
    Side(PairHalf),
    /// Both sides cost the same.
    Level,
    /// No option is left.
    Nobody,
}

/// Who wins, and at a value by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) leader: Leader,
    /// Present value of the best option of the first side less that of the best of the second; only at a value, where both are there.
    pub(super) difference: Option<Decimal>,
}

impl Seen {
    pub(super) fn of(leader: Leader) -> Seen {
        Seen { leader, difference: None }
    }
}

impl Leader {
    /// How it stands to the side that wins today.
    pub(super) fn stance(self, today: PairHalf) -> Stance {
        match self {
            Leader::Side(side) if side == today => Stance::Stays,
            Leader::Level => Stance::Level,
            Leader::Side(_) | Leader::Nobody => Stance::Turned,
        }
    }
}

/// Who wins at two present values; a difference in the last of 28 digits is none.
pub(super) fn leader(first: Decimal, second: Decimal) -> Leader {
    let negligible = first.abs().max(second.abs()) * Decimal::new(1, 18);
    match first - second {
        difference if difference.abs() <= negligible => Leader::Level,
        difference if difference < Decimal::ZERO => Leader::Side(PairHalf::First),
        _ => Leader::Side(PairHalf::Second),
    }
}

/// Who wins over all of an interval, if one side always does.
pub(super) fn apart(first: &Interval, second: &Interval) -> Option<Leader> {
    let ((first_least, first_most), (second_least, second_most)) = (first.bounds()?, second.bounds()?);
    let (first_at_most, second_at_most) = (leader(first_most, second_least), leader(first_least, second_most));
    match (first_at_most, second_at_most) {
        (Leader::Side(PairHalf::First), _) => Some(first_at_most),
        (_, Leader::Side(PairHalf::Second)) => Some(second_at_most),
        (_, _) => None,
    }
}
