//! Which side leads at a value, or over all of an interval.

use crate::analysis::winner::Winner;
use crate::sheet::{Interval, Stance};
use rust_decimal::Decimal;

/// Who wins at a value, or over all of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leader {
    /// The best option of this side.
    Side(Winner),
    /// Both sides cost the same.
    Level,
    /// No option is left.
    Nobody,
}

/// Who wins, and at a value by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) leader: Leader,
    /// Present value of the best own option less that of the best rented one; only at a value, where both are there.
    pub(super) difference: Option<Decimal>,
}

impl Seen {
    pub(super) fn of(leader: Leader) -> Seen {
        Seen { leader, difference: None }
    }
}

impl Leader {
    /// How it stands to the side that wins today.
    pub(super) fn stance(self, today: Winner) -> Stance {
        match self {
            Leader::Side(side) if side == today => Stance::Stays,
            Leader::Level => Stance::Level,
            Leader::Side(_) | Leader::Nobody => Stance::Turned,
        }
    }
}

/// Who wins at two present values; a difference in the last of 28 digits is none.
pub(super) fn leader(own: Decimal, rent: Decimal) -> Leader {
    let negligible = own.abs().max(rent.abs()) * Decimal::new(1, 18);
    match own - rent {
        difference if difference.abs() <= negligible => Leader::Level,
        difference if difference < Decimal::ZERO => Leader::Side(Winner::Own),
        _ => Leader::Side(Winner::Rent),
    }
}

/// Who wins over all of an interval, if one side always does.
pub(super) fn apart(own: &Interval, rent: &Interval) -> Option<Leader> {
    let ((own_least, own_most), (rent_least, rent_most)) = (own.bounds()?, rent.bounds()?);
    let (own_at_most, rent_at_most) = (leader(own_most, rent_least), leader(own_least, rent_most));
    match (own_at_most, rent_at_most) {
        (Leader::Side(Winner::Own), _) => Some(own_at_most),
        (_, Leader::Side(Winner::Rent)) => Some(rent_at_most),
        (_, _) => None,
    }
}
