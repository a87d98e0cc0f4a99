//! Reader of load samples: `timestamp,accelerators`.

use super::cells::{accelerators, cells};
use super::fault::{Cell, Problem, TraceError};
use super::gaps::Gaps;
use super::levels::Levels;
use super::time::Clock;
use crate::diagnostic::Code;
use rust_decimal::Decimal;

/// State of the samples read so far.
#[derive(Debug, Default)]
pub(super) struct Samples {
    clock: Clock,
    /// Previous sample: time in nanoseconds and level.
    last: Option<(i128, Decimal)>,
    gaps: Gaps,
    levels: Levels,
}

impl Samples {
    /// Adds a row, whose time ends the previous level.
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

    /// Levels with their durations in seconds; the last sample holds for the median gap.
    pub(super) fn levels(mut self) -> Result<Vec<(Decimal, Decimal)>, TraceError> {
        if let Some((_, level)) = self.last {
            let Some(median) = self.gaps.median()? else {
                let message = "has only one sample, so its duration is unknown";
                return Err(TraceError::File(Problem::new(
                    Code::TraceFormat,
                    message,
                    "name a file with more samples",
                )));
            };
            self.levels.hold(level, median).map_err(TraceError::File)?;
        }
        Ok(self.levels.in_seconds())
    }
}

fn not_later(gap: i128) -> Problem {
    let message = if gap == 0 { "has the same time as the previous row" } else { "is earlier than the previous row" };
    Problem::new(Code::TraceOrder, message, "sort the rows by time, with one row per time").cell(Cell::First)
}
