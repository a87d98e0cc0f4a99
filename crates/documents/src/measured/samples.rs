//! Samples of many series at common instants, as a range query gives them: what they add up to at each instant.

use super::bins::MOST_STEPS;
use super::fault::{Flaw, NoTrace, RowFlaw};
use super::load::{BILLIONTHS, Load, MOST_ACCELERATORS};
use super::moment::Moment;
use super::result::Tally;
use std::collections::BTreeMap;

/// Instants of all files.
#[derive(Debug, Default)]
pub(super) struct Samples {
    instants: BTreeMap<Moment, i64>,
    /// Those of the file that is being read.
    current: BTreeMap<Moment, Instant>,
    counts: Counts,
    /// Instants at which two files differ.
    unlike: u64,
    /// Samples that series would have that had one at every instant of their file from their first to their last.
    expected: u64,
}

/// An instant of a file.
#[derive(Debug, Default)]
struct Instant {
    level: i64,
    /// Series whose first sample is here, and whose last is.
    begin: u64,
    end: u64,
}

#[derive(Debug, Default)]
struct Counts {
    series: u64,
    samples: u64,
}

/// A series as it is read.
#[derive(Debug, Default)]
pub(super) struct Series {
    first: Option<Moment>,
    pub(super) last: Option<Moment>,
}

impl Samples {
    /// Adds a sample, in billionths, which comes after all before it in its series.
    pub(super) fn add(&mut self, series: &mut Series, at: Moment, level: i64) -> Result<Result<(), RowFlaw>, NoTrace> {
        if series.last.is_some_and(|last| at <= last) {
            return Ok(Err(RowFlaw::new(Flaw::Unordered, format!("is at {at}, not after the one before it"))));
        }
        series.first.get_or_insert(at);
        series.last = Some(at);
        self.counts.samples += 1;
        let instant = self.current.entry(at).or_default();
        instant.level = instant.level.saturating_add(level);
        if instant.level > MOST_ACCELERATORS * BILLIONTHS {
            let message = format!("there are more than 1,000,000 accelerators at {at}");
            return Err(NoTrace::new(message, "look whether the values are accelerators"));
        }
        if self.current.len() > MOST_STEPS {
            return Err(NoTrace::new("there are samples at more than 1,000,000 instants", "ask with a longer step"));
        }
        Ok(Ok(()))
    }

    /// Ends a series.
    pub(super) fn end_series(&mut self, series: &Series) {
        if let Some((first, last)) = series.first.zip(series.last) {
            self.counts.series += 1;
            self.current.entry(first).or_default().begin += 1;
            self.current.entry(last).or_default().end += 1;
        }
    }

    /// Ends a file. Files are stretches of one measurement: an instant that two of them have counts once.
    pub(super) fn end_file(&mut self) -> Result<(), NoTrace> {
        // series that have begun and go on
        let mut going = 0;
        for (at, Instant { level, begin, end }) in std::mem::take(&mut self.current) {
            going += begin;
            self.expected += going;
            going -= end;
            let known = *self.instants.entry(at).or_insert(level);
            // an entry that is new has the level itself; one that is not was in a file before
            self.unlike += u64::from(known != level);
        }
        if self.instants.len() > MOST_STEPS {
            return Err(NoTrace::new("there are samples at more than 1,000,000 instants", "ask with a longer step"));
        }
        Ok(())
    }

    /// Holds each instant until the next, but no longer than one and a half times the usual distance: beyond, nothing is known.
    pub(super) fn finish(mut self, load: &mut Load, remarks: &mut Vec<String>) -> Result<Vec<Tally>, NoTrace> {
        let Some(usual) = self.usual_distance() else {
            let message = "there are samples at fewer than two instants, so nothing says for how long one holds";
            return Err(NoTrace::new(message, "ask for a range of time (query_range)"));
        };
        let instants: Vec<(Moment, i64)> = std::mem::take(&mut self.instants).into_iter().collect();
        let nexts = instants.iter().skip(1).map(|(at, _)| Some(*at)).chain([None]);
        for ((at, level), next) in instants.iter().zip(nexts) {
            let ends = next.filter(|next| next.0 - at.0 <= usual + usual / 2);
            let until = ends.unwrap_or(Moment(at.0 + usual));
            load.hold(*level, *at, until)?;
            load.measured(*at, until)?;
        }
        self.remark(remarks);
        let tallies = [
            ("series", "series", self.counts.series),
            ("samples", "samples in them", self.counts.samples),
            ("instants", "instants", instants.len() as u64),
        ];
        Ok(tallies.into_iter().map(|(name, meaning, count)| Tally { name, meaning, count }).collect())
    }

    /// The distance between neighbouring instants that occurs most often, in milliseconds; of several the shortest.
    fn usual_distance(&self) -> Option<i64> {
        let mut often: BTreeMap<i64, u64> = BTreeMap::new();
        for (one, next) in self.instants.keys().zip(self.instants.keys().skip(1)) {
            *often.entry(next.0 - one.0).or_default() += 1;
        }
        let most = often.values().max().copied()?;
        often.into_iter().find(|(_, count)| *count == most).map(|(distance, _)| distance)
    }

    /// An instant that no series has is no missing sample: nothing is known of it, or the instant before holds.
    fn remark(&self, remarks: &mut Vec<String>) {
        let missing = self.expected.saturating_sub(self.counts.samples);
        if missing > 0 {
            remarks.push(format!(
                "samples are missing within series that go on later, at instants that other series have ({missing} of them); such a \
                 series counts as 0 there"
            ));
        }
        if self.unlike > 0 {
            remarks.push(format!(
                "two files differ at instants that both have ({} of them); the first file counts. Files are stretches of one \
                 measurement: of two clusters make two traces",
                self.unlike
            ));
        }
    }
}
