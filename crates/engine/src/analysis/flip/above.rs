//! Whether a figure lies above a limit while a number moves.

use crate::sheet::{Grid, Interval};
use rust_decimal::Decimal;

/// Whether a figure over an interval lies above a limit.
pub(super) enum Above {
    Everywhere,
    Nowhere,
    /// In a part of the interval; of a line, from this share of the way on, or up to it.
    Partly(Option<Decimal>),
}

/// Whether a figure over an interval lies above a limit by more than a slack. A line that starts or ends at the limit lies on the side of
/// the rest of it, but for whole numbers, of which the last one counts.
pub(super) fn above(over: &Interval, limit: Decimal, slack: Decimal, grid: Grid) -> Above {
    match *over {
        Interval::Linear { from, to } => {
            let (from, to) = (from - limit, to - limit);
            if from.max(to) <= slack {
                Above::Nowhere
            } else if grid == Grid::Whole && to <= slack {
                Above::Partly(None)
            } else if from.min(to) >= -slack {
                Above::Everywhere
            } else {
                Above::Partly(Some(from.abs() / (from.abs() + to.abs())))
            }
        }
        Interval::Within { high, .. } if high - limit <= slack => Above::Nowhere,
        Interval::Within { low, .. } if low - limit > slack => Above::Everywhere,
        Interval::Within { .. } | Interval::Unknown => Above::Partly(None),
    }
}
