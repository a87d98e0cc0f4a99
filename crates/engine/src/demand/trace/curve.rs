//! Reader of a ready-made load-duration curve: `accelerators,hours`.

use super::MOST_DIFFERENT;
use super::cells::{accelerators, cells, hours};
use super::fault::{Cell, Problem};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Hours by level.
#[derive(Debug, Default)]
pub(super) struct Curve {
    hours: BTreeMap<Decimal, Decimal>,
}

impl Curve {
    /// Adds a row; hours of the same level are summed.
    pub(super) fn row(&mut self, row: &[u8]) -> Result<(), Problem> {
        let (level, held) = cells(row)?;
        let (level, held) = (accelerators(level, Cell::First)?, hours(held, Cell::Second)?);
        *self.hours.entry(level).or_default() += held;
        if self.hours.len() > MOST_DIFFERENT { Err(Problem::too_varied("levels")) } else { Ok(()) }
    }

    /// Levels with their hours.
    pub(super) fn levels(self) -> Vec<(Decimal, Decimal)> {
        self.hours.into_iter().collect()
    }
}
