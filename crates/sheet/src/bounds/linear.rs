//! What is sure of a sum of multiples: a line where all of them are straight, and otherwise what comes of their limits.

use super::known::{Bounds, Known, known_number, line, within};
use crate::ball::Ball;
use crate::linear::{Cell, Linear};

use Known::{Bent, Exact, Loose, Nearly, Still, Unknown, Within};

impl Bounds {
    /// Of a sum of multiples of cells, as if one were added after the other.
    pub(crate) fn of_sum(sum: &Linear, cells: &[Bounds]) -> Bounds {
        let of = |cell: Cell| cells[cell as usize];
        let counted = || sum.multiples.iter().filter(|multiple| !multiple.factor.is_nothing());
        let any = |is: fn(&Known) -> bool| counted().any(|multiple| is(&of(multiple.cell).0));
        let known = || {
            if any(|cell| matches!(cell, Unknown)) {
                return None;
            }
            let is_nearly = any(|cell| matches!(cell, Nearly { .. }));
            if any(|cell| matches!(cell, Within { .. } | Bent { .. } | Loose { .. })) {
                let limits = |cell: Cell| of(cell).limits().unwrap_or((Ball::NOTHING, Ball::NOTHING));
                let (low, high) = sum.limits(limits)?;
                let is_loose = is_nearly || any(|cell| matches!(cell, Bent { .. } | Loose { .. }));
                return Some(match is_loose {
                    true if any(|cell| matches!(cell, Within { .. } | Bent { .. })) => Bent { low, high },
                    true => Loose { low, high },
                    false => within(low, high),
                });
            }
            let ends = |cell: Cell| of(cell).ends().unwrap_or((Ball::NOTHING, Ball::NOTHING));
            let from = sum.at_values(|cell| ends(cell).0)?;
            if !any(|cell| !matches!(cell, Exact(..) | Still(_))) {
                return Some(known_number(from));
            }
            let to = sum.at_values(|cell| ends(cell).1)?;
            Some(if is_nearly { Nearly { from, to } } else { line(from, to) })
        };
        known().unwrap_or(Unknown).into()
    }
}
