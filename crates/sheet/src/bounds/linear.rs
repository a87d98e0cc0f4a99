//! Bounds of a linear combination: a line if all its cells are linear, otherwise bounds from their bounds.

use super::known::{Bounds, KnownValue, known_number, line, within};
use crate::ball::Ball;
use crate::linear::{CellId, Linear};

use KnownValue::{Exact, Line, MaybeLinear, Nearly, Nonlinear, Still, Unknown, Within};

/// Kinds of cells in a linear combination.
#[derive(Clone, Copy, Default)]
struct Found(u8);

impl Found {
    const MOVES: Found = Found(1);
    const NEARLY: Found = Found(1 << 1);
    const WITHIN: Found = Found(1 << 2);
    const BENT: Found = Found(1 << 3);
    const LOOSE: Found = Found(1 << 4);
    const UNKNOWN: Found = Found(1 << 5);

    fn of(cell: &KnownValue) -> Found {
        match cell {
            Exact(..) | Still(_) => Found::default(),
            Line { .. } => Found::MOVES,
            Nearly { .. } => Found::NEARLY,
            Within { .. } => Found::WITHIN,
            Nonlinear { .. } => Found::BENT,
            MaybeLinear { .. } => Found::LOOSE,
            Unknown => Found::UNKNOWN,
        }
    }

    fn and(self, other: Found) -> Found {
        Found(self.0 | other.0)
    }

    fn has(self, one_of: &[Found]) -> bool {
        one_of.iter().any(|kind| self.0 & kind.0 != 0)
    }
}

impl Bounds {
    /// Bounds of a linear combination of cells, as if its multiples were added one after the other.
    pub(crate) fn of_sum(sum: &Linear, cells: &[Bounds]) -> Bounds {
        let of = |cell: CellId| &cells[cell as usize];
        let counted = sum.multiples.iter().filter(|multiple| !multiple.factor.is_nothing());
        let found = counted.fold(Found::default(), |found, multiple| found.and(Found::of(&of(multiple.cell).0)));
        let nothing = (Ball::NOTHING, Ball::NOTHING);
        let known = || {
            if found.has(&[Found::UNKNOWN]) {
                return None;
            }
            if found.has(&[Found::WITHIN, Found::BENT, Found::LOOSE]) {
                let (low, high) = sum.limits(|cell| of(cell).limits().unwrap_or(nothing))?;
                let is_loose = found.has(&[Found::NEARLY, Found::BENT, Found::LOOSE]);
                return Some(match is_loose {
                    true if found.has(&[Found::WITHIN, Found::BENT]) => Nonlinear { low, high },
                    true => MaybeLinear { low, high },
                    false => within(low, high),
                });
            }
            let ends = |cell: CellId| of(cell).ends().unwrap_or(nothing);
            if !found.has(&[Found::MOVES, Found::NEARLY]) {
                return Some(known_number(sum.at_value(|cell| ends(cell).0)?));
            }
            let (from, to) = sum.at_both(ends)?;
            Some(if found.has(&[Found::NEARLY]) { Nearly { from, to } } else { line(from, to) })
        };
        known().unwrap_or(Unknown).into()
    }
}
