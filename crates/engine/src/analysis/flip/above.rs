//! Comparison of a figure with a limit over an interval.

use crate::sheet::{Grid, Interval};
use rust_decimal::Decimal;

/// Position of a figure over an interval relative to a limit.
pub(super) enum Above {
    Everywhere,
    Nowhere,
    /// Above in a part of the interval; for a line, from or up to this share of it.
    Partly(Option<Decimal>),
}

/// Whether a figure over an interval is above a limit by more than a slack. A line that starts or ends at the limit
/// counts as the rest of it; on a grid of integers the last value decides.
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
