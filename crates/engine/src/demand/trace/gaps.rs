//! The gaps between samples: how often each occurs, and the rows behind the longest.

use super::MOST_DIFFERENT;
use super::fault::{Fault, Problem, Row};
use super::levels::seconds;
use crate::diagnostic::Code;
use crate::number::readable;
use rust_decimal::Decimal;
use std::collections::HashMap;

/// A gap may be so many median ones; a longer one is missing load, not held load.
const MOST_MEDIANS: i128 = 10;

/// Nanoseconds between samples.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    /// The gap before the last row, and how often in a row it occurred: nearly always it is that of the row before.
    last: i128,
    run: u64,
    /// The gaps before.
    counts: HashMap<i128, u64>,
    /// Rows behind a gap that is longer than all before it. The first gap beyond any bound is among them.
    longest: Vec<Behind>,
}

/// A row behind a gap.
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

    /// The median gap, of an even number of them the mean of the two in the middle; `None` if there is no gap.
    ///
    /// # Errors
    /// If a gap is longer than ten of them, at the first row behind one.
    pub(super) fn median(mut self) -> Result<Option<i128>, Fault> {
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
            Some(behind) => Err(Fault::Row(Row::new(too_long(behind.gap, median), behind.line, &behind.row))),
            None => Ok(Some(median)),
        }
    }
}

fn too_long(gap: i128, median: i128) -> Problem {
    let (gap, median) = (duration(gap), duration(median));
    let message = format!("comes {gap} after the one before it, more than ten times the median gap of {median}");
    Problem::new(Code::TraceGap, message, "fill in what is missing before it, with 0 if nothing was in use")
}

/// Nanoseconds in the unit that suits them.
fn duration(nanoseconds: i128) -> String {
    let seconds = seconds(nanoseconds);
    // from so many seconds on, so many seconds long
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
