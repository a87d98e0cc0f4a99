//! Gaps between samples: their frequencies, and the rows after the longest gaps.

use super::MOST_DIFFERENT;
use super::fault::{Problem, Row, TraceError};
use super::levels::seconds;
use crate::diagnostic::Code;
use crate::number::readable;
use rust_decimal::Decimal;
use std::collections::HashMap;

/// Maximum gap in median gaps; a longer gap means missing data.
const MOST_MEDIANS: i128 = 10;

/// Frequencies of the gaps in nanoseconds.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    /// Gap before the last row, and the length of its current run; consecutive gaps are usually equal.
    last: i128,
    run: u64,
    /// Frequencies of the earlier gaps.
    counts: HashMap<i128, u64>,
    /// Rows after a gap that is longer than all earlier ones; they include the first gap beyond any limit.
    longest: Vec<Behind>,
}

/// Row after a gap.
#[derive(Debug)]
struct Behind {
    gap: i128,
    line: u64,
    row: Vec<u8>,
}

impl Gaps {
    /// Adds the gap before a row.
    pub(super) fn add(&mut self, gap: i128, row: &[u8], line: u64) -> Result<(), Problem> {
        if gap == self.last {
            self.run += 1;
            return Ok(());
        }
        self.end_run();
        (self.last, self.run) = (gap, 1);
        if self.longest.last().is_none_or(|longest| longest.gap < gap) {
            self.longest.push(Behind { gap, line, row: row.to_vec() });
        }
        if self.counts.len() > MOST_DIFFERENT { Err(Problem::too_varied("gaps")) } else { Ok(()) }
    }

    fn end_run(&mut self) {
        if self.run > 0 {
            *self.counts.entry(self.last).or_default() += self.run;
        }
    }

    /// Median gap, for an even number of gaps the mean of the two middle ones; `None` without gaps.
    ///
    /// # Errors
    /// If a gap is longer than ten median gaps, at the first row after one.
    pub(super) fn median(mut self) -> Result<Option<i128>, TraceError> {
        self.end_run();
        let mut counts: Vec<(i128, u64)> = self.counts.into_iter().collect();
        counts.sort_unstable();
        let all: u64 = counts.iter().map(|(_, count)| count).sum();
        let at = |place: u64| {
            let mut before = 0;
            let found = counts.iter().find(|(_, count)| {
                before += count;
                before > place
            });
            found.map(|(gap, _)| *gap)
        };
        let Some((lower, upper)) = at(all.saturating_sub(1) / 2).zip(at(all / 2)) else { return Ok(None) };
        let median = i128::midpoint(lower, upper);
        match self.longest.into_iter().find(|behind| behind.gap > MOST_MEDIANS * median) {
            Some(behind) => Err(TraceError::Row(Row::new(too_long(behind.gap, median), behind.line, &behind.row))),
            None => Ok(Some(median)),
        }
    }
}

fn too_long(gap: i128, median: i128) -> Problem {
    let (gap, median) = (duration(gap), duration(median));
    let message = format!("is {gap} after the previous row, more than ten times the median gap of {median}");
    Problem::new(Code::TraceGap, message, "add the missing rows before it, with 0 if nothing was in use")
}

/// Duration in a suitable unit.
fn duration(nanoseconds: i128) -> String {
    let seconds = seconds(nanoseconds);
    // minimum in seconds, length in seconds, name
    let units = [(172_800, 86_400, "days"), (3_600, 3_600, "h"), (60, 60, "min")];
    let unit = units.into_iter().find(|(from, _, _)| seconds >= Decimal::from(*from));
    let (_, length, name) = unit.unwrap_or((0, 1, "s"));
    format!("{} {name}", readable(seconds / Decimal::from(length), 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i128 = 1_000_000_000;

    #[test]
    fn the_median_of_an_even_number_is_the_mean_of_the_two_in_the_middle() {
        let median = |gaps: &[i128]| {
            let mut all = Gaps::default();
            for gap in gaps {
                all.add(*gap, b"", 1).unwrap();
            }
            all.median().unwrap()
        };
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[5]), Some(5));
        assert_eq!(median(&[5, 3]), Some(4));
        assert_eq!(median(&[5, 3, 5]), Some(5));
        assert_eq!(median(&[2, 2, 1, 9]), Some(2));
        assert_eq!(median(&[10, 10, 20, 20]), Some(15));
    }

    #[test]
    fn durations_are_said_in_their_unit() {
        let said = [SECOND / 4, 90 * SECOND, 300 * SECOND, 7_200 * SECOND, 36 * 3_600 * SECOND, 172_800 * SECOND];
        assert_eq!(said.map(duration), ["0.25 s", "1.5 min", "5 min", "2 h", "36 h", "2 days"]);
    }
}
