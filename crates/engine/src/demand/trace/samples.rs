//! Samples of load: `timestamp,accelerators`.

use super::cells::{accelerators, cells};
use super::fault::{Cell, Fault, Problem};
use super::gaps::Gaps;
use super::levels::Levels;
use super::time::Clock;
use crate::diagnostic::Code;
use rust_decimal::Decimal;

/// What samples say so far.
#[derive(Debug, Default)]
pub(super) struct Samples {
    clock: Clock,
    /// The sample before: its time in nanoseconds and its level.
    last: Option<(i128, Decimal)>,
    gaps: Gaps,
    levels: Levels,
}

impl Samples {
    /// Adds a row: the load before it was held until its time.
    pub(super) fn row(&mut self, row: &[u8], line: u64) -> Result<(), Problem> {
        let (time, level) = cells(row)?;
        let time = self.clock.nanoseconds(time)?;
        let level = accelerators(level, Cell::Second)?;
        if let Some((before, held)) = self.last {
            let gap = time - before;
            if gap <= 0 {
                return Err(not_later(gap));
            }
            self.gaps.add(gap, row, line)?;
            self.levels.hold(held, gap)?;
        }
        self.last = Some((time, level));
        Ok(())
    }

    /// The levels with the seconds for which they were held, the last one for the median gap.
    pub(super) fn levels(mut self) -> Result<Vec<(Decimal, Decimal)>, Fault> {
        if let Some((_, level)) = self.last {
            let Some(median) = self.gaps.median()? else {
                let message = "has one sample; without a second one nothing says for how long it holds";
                return Err(Fault::File(Problem::new(Code::TraceFormat, message, "name a file with more samples")));
            };
            self.levels.hold(level, median).map_err(Fault::File)?;
        }
        Ok(self.levels.in_seconds())
    }
}

fn not_later(gap: i128) -> Problem {
    let message = if gap == 0 { "has the time of the row before it" } else { "is earlier than the row before it" };
    Problem::new(Code::TraceOrder, message, "sort the rows by time, one for each moment").cell(Cell::First)
}
