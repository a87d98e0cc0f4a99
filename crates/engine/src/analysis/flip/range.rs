//! How far a flip value lies in the range that a scenario states of its number.

use super::result::Flip;
use crate::sheet::Direction;
use rust_decimal::Decimal;

/// Where a flip value lies in the range of its number: between the ends, or P10 and P90 where there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InRange {
    /// Not further than the end on its side; the way to it as a share of the way to the end.
    Within(Decimal),
    /// Beyond that end: so many times as far.
    Beyond(Decimal),
    /// The range does not reach to its side of today's value.
    OtherSide,
}

impl Flip {
    /// How far it lies in the range of its number; none where the scenario states no range.
    #[must_use]
    pub fn in_range(&self) -> Option<InRange> {
        let (low, high) = self.number.spread?.ends();
        let reach = match self.direction {
            Direction::Up => high - self.number.today,
            Direction::Down => self.number.today - low,
        };
        if reach <= Decimal::ZERO {
            return Some(InRange::OtherSide);
        }
        let share = self.distance().abs().checked_div(reach)?;
        Some(if share <= Decimal::ONE { InRange::Within(share) } else { InRange::Beyond(share) })
    }
}

impl InRange {
    /// The way to it as a share of the way to the end of the range; none where the range ends before.
    #[must_use]
    pub fn share(self) -> Option<Decimal> {
        match self {
            InRange::Within(share) | InRange::Beyond(share) => Some(share),
            InRange::OtherSide => None,
        }
    }
}
