//! Position of a flip value in the uncertainty range of its input.

use super::result::Flip;
use crate::sheet::Direction;
use rust_decimal::Decimal;

/// Position of a flip value in the range of its input: between its ends, or P10 and P90 of a distribution without ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InRange {
    /// Within the range; distance as a share of the distance to the end.
    Within(Decimal),
    /// Beyond the end; distance as a multiple of the distance to the end.
    Beyond(Decimal),
    /// The range does not extend to this side of the base value.
    OtherSide,
}

impl Flip {
    /// Position in the range of its input; none if the scenario gives no range.
    #[must_use]
    pub fn in_range(&self) -> Option<InRange> {
        let (low, high) = self.number.spread.as_ref()?.ends();
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
    /// Distance as a share of the distance to the end of the range; none on the other side.
    #[must_use]
    pub fn share(self) -> Option<Decimal> {
        match self {
            InRange::Within(share) | InRange::Beyond(share) => Some(share),
            InRange::OtherSide => None,
        }
    }
}
