//! Samples of many series at common instants, as a range query gives them: what they add up to at each instant.
//!
//! An accelerator counts once, however many series measure it at an instant: with the highest of their values, since those that share
//! it show its value and no part of it. Its slices count beside each other, and it does not count beside its slices.

use super::bins::MOST_STEPS;
use super::fault::{Flaw, NoTrace, RowFlaw};
use super::load::{Load, MOST_ACCELERATORS, ONE};
use super::moment::Moment;
use super::result::{GapFilling, Tally};
use super::series::{Source, SourceId};
use std::collections::{BTreeMap, BTreeSet};

/// Samples that a file may have: all of it is kept until its end.
const MOST_SAMPLES: u64 = 8_000_000;
/// Series of one accelerator that are told apart.
const MOST_SERIES: u32 = 1 << 20;

/// Instants of all files.
#[derive(Debug)]
pub(super) struct Samples {
    gaps: GapFilling,
    /// What the series add up to; none at an instant that is left out.
    instants: BTreeMap<Moment, Option<i64>>,
    /// The file that is being read.
    current: FileSamples,
    counts: Counts,
    /// Instants at which two files differ.
    unlike: u64,
    /// The first sample that something lacks which is there all the time.
    first_missing: Option<(String, Moment)>,
}

#[derive(Debug, Default)]
struct Counts {
    series: u64,
    samples: u64,
    /// Series of accelerators that others measure at the same instants: of the same exporter, or of another one.
    shared: u64,
    replicas: u64,
    /// Accelerators that have samples of their own at instants at which their slices have some.
    with_slices: u64,
    /// Samples that are missing where something is there all the time, and where it is not.
    missing: u64,
    absent: u64,
}

/// The samples of a file.
#[derive(Debug, Default)]
struct FileSamples {
    times: BTreeSet<i64>,
    sources: BTreeMap<SourceId, Measurements>,
    samples: u64,
}

/// What is measured of an accelerator, or of a slice of one.
#[derive(Debug)]
struct Measurements {
    name: String,
    is_slice: bool,
    lasts: bool,
    /// Who measured each of its series.
    scrapers: Vec<u64>,
    samples: Vec<Sample>,
}

/// A value of a series, the number of which stands in the last bits of the time, so that samples sort by both.
#[derive(Clone, Copy, Debug)]
struct Sample {
    key: i64,
    level: i64,
}

impl Sample {
    fn new(at: Moment, series: usize, level: i64) -> Sample {
        // a time is less than 2^43 milliseconds
        let series = u32::try_from(series).unwrap_or(u32::MAX).min(MOST_SERIES - 1);
        Sample { key: at.0 * i64::from(MOST_SERIES) + i64::from(series), level }
    }

    fn at(self) -> i64 {
        self.key.div_euclid(i64::from(MOST_SERIES))
    }

    fn series(self) -> usize {
        usize::try_from(self.key.rem_euclid(i64::from(MOST_SERIES))).unwrap_or_default()
    }
}

/// A series as it is read.
#[derive(Debug)]
pub(super) struct Series {
    source: Source,
    pub(super) last: Option<Moment>,
    samples: Vec<(Moment, i64)>,
}

impl Series {
    /// That of a source, without samples.
    pub(super) fn of(source: Source) -> Series {
        Series { source, last: None, samples: Vec::new() }
    }
}

impl Samples {
    pub(super) fn new(gaps: GapFilling) -> Samples {
        Samples {
            gaps,
            instants: BTreeMap::new(),
            current: FileSamples::default(),
            counts: Counts::default(),
            unlike: 0,
            first_missing: None,
        }
    }

    /// Adds a sample, in parts of an accelerator, which comes after all before it in its series.
    pub(super) fn add(&mut self, series: &mut Series, at: Moment, level: i64) -> Result<Result<(), RowFlaw>, NoTrace> {
        if series.last.is_some_and(|last| at <= last) {
            return Ok(Err(RowFlaw::new(Flaw::Unordered, format!("is at {at}, not after the one before it"))));
        }
        series.last = Some(at);
        self.counts.samples += 1;
        self.current.samples += 1;
        self.current.times.insert(at.0);
        series.samples.push((at, level));
        if self.current.times.len() > MOST_STEPS {
            return Err(too_many_instants());
        }
        if self.current.samples > MOST_SAMPLES {
            let message = "a file has more than 8,000,000 samples";
            let instead = "ask for less time in each file: several files are stretches of one measurement";
            return Err(NoTrace::new(message, instead));
        }
        Ok(Ok(()))
    }

    /// Ends a series.
    pub(super) fn end_series(&mut self, series: Series) {
        if series.samples.is_empty() {
            return;
        }
        self.counts.series += 1;
        let Source { id, name, slice, lasts, scraper } = series.source;
        let known = self.current.sources.entry(id).or_insert_with(|| Measurements {
            name,
            is_slice: slice.is_some() && id.slice != 0,
            lasts,
            scrapers: Vec::new(),
            samples: Vec::new(),
        });
        let number = known.scrapers.len();
        known.scrapers.push(scraper);
        known.samples.extend(series.samples.into_iter().map(|(at, level)| Sample::new(at, number, level)));
    }

    /// Ends a file. Files are stretches of one measurement: an instant that two of them have counts once.
    pub(super) fn end_file(&mut self) -> Result<(), NoTrace> {
        let FileSamples { times, sources, .. } = std::mem::take(&mut self.current);
        let mut sum = Summed::at(times.into_iter().collect());
        let mut of_one: Vec<Measurements> = Vec::new();
        let mut accelerator = None;
        for (id, measurements) in sources {
            if accelerator.replace(id.accelerator).is_some_and(|before| before != id.accelerator) {
                self.accelerator(std::mem::take(&mut of_one), &mut sum);
            }
            of_one.push(measurements);
        }
        self.accelerator(of_one, &mut sum);
        for (at, level) in sum.levels() {
            if level.is_some_and(|level| level > MOST_ACCELERATORS * ONE) {
                let message = format!("there are more than 1,000,000 accelerators at {at}");
                return Err(NoTrace::new(message, "look whether the values are accelerators"));
            }
            let known = *self.instants.entry(at).or_insert(level);
            // an entry that is new has the level itself; one that is not was in a file before
            self.unlike += u64::from(known != level);
        }
        if self.instants.len() > MOST_STEPS { Err(too_many_instants()) } else { Ok(()) }
    }

    /// Adds what was measured of an accelerator and its slices.
    fn accelerator(&mut self, of_one: Vec<Measurements>, sum: &mut Summed) {
        // what it has of its own, and what its slices have, at each instant
        let mut at: BTreeMap<usize, (Option<i64>, Option<i64>)> = BTreeMap::new();
        let lasts = of_one.iter().all(|measurements| measurements.lasts);
        let name = of_one.first().map(|measurements| measurements.name.clone()).unwrap_or_default();
        for measurements in of_one {
            let is_slice = measurements.is_slice;
            for (time, level) in self.merged(measurements) {
                let (own, sliced) = at.entry(sum.rank(time)).or_default();
                let known = if is_slice { sliced } else { own };
                *known = Some(known.unwrap_or_default().saturating_add(level));
            }
        }
        self.counts.with_slices += u64::from(at.values().any(|(own, sliced)| own.is_some() && sliced.is_some()));
        let levels = at.into_iter().map(|(rank, (own, sliced))| (rank, sliced.or(own).unwrap_or_default()));
        let mut before: Option<(usize, i64)> = None;
        for (rank, level) in levels {
            sum.hold(level, rank, rank + 1);
            if let Some((known, held)) = before.filter(|(known, _)| known + 1 < rank) {
                let missing = (rank - known - 1) as u64;
                if lasts {
                    self.counts.missing += missing;
                    let first = sum.time(known + 1);
                    if self.first_missing.as_ref().is_none_or(|(_, at)| first < *at) {
                        self.first_missing = Some((name.clone(), first));
                    }
                    match self.gaps {
                        GapFilling::Hold => sum.hold(held, known + 1, rank),
                        GapFilling::LeaveOut => sum.leave_out(known + 1, rank),
                        GapFilling::Zero | GapFilling::Refuse => {}
                    }
                } else {
                    self.counts.absent += missing;
                }
            }
            before = Some((rank, level));
        }
    }

    /// The samples of all series of one source by their times, of several at a time the highest.
    fn merged(&mut self, measurements: Measurements) -> Vec<(i64, i64)> {
        let Measurements { scrapers, mut samples, .. } = measurements;
        samples.sort_unstable_by_key(|sample| sample.key);
        let (mut shared, mut replicas) = (BTreeSet::new(), BTreeSet::new());
        let mut merged = Vec::new();
        for at_once in samples.chunk_by(|one, next| one.at() == next.at()) {
            let Some(first) = at_once.first() else { continue };
            for sample in at_once.iter().skip(1) {
                let is_of_the_same = scrapers.get(sample.series()) == scrapers.get(first.series());
                (if is_of_the_same { &mut shared } else { &mut replicas }).insert(sample.series());
            }
            let highest = at_once.iter().map(|sample| sample.level).max().unwrap_or_default();
            merged.push((first.at(), highest));
        }
        self.counts.shared += shared.len() as u64;
        self.counts.replicas += replicas.difference(&shared).count() as u64;
        merged
    }

    /// Holds each instant until the next, but no longer than one and a half times the usual distance: beyond, nothing is known.
    pub(super) fn finish(mut self, load: &mut Load, remarks: &mut Vec<String>) -> Result<Vec<Tally>, NoTrace> {
        let Some(usual) = self.usual_distance() else {
            let message = "there are samples at fewer than two instants, so nothing says for how long one holds";
            return Err(NoTrace::new(message, "ask for a range of time (query_range)"));
        };
        if let (GapFilling::Refuse, Some((name, at))) = (self.gaps, &self.first_missing) {
            let message = format!(
                "samples are missing within series that go on later, at instants that other series have ({} of them), first of {name} \
                 at {at}: that is not known to be 0",
                self.counts.missing
            );
            let instead = "give files that have them, or say what they were: --gaps zero, hold or leave-out";
            return Err(NoTrace::new(message, instead));
        }
        let instants: Vec<(Moment, Option<i64>)> = std::mem::take(&mut self.instants).into_iter().collect();
        let nexts = instants.iter().skip(1).map(|(at, _)| Some(*at)).chain([None]);
        for ((at, level), next) in instants.iter().zip(nexts) {
            let Some(level) = level else { continue };
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
            ("shared", "series of accelerators that a series of the same exporter is of too", self.counts.shared),
            ("replicas", "series of what another exporter or Prometheus measures too", self.counts.replicas),
            ("missing", "samples that accelerators lack", self.counts.missing),
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
        let Counts { shared, replicas, with_slices, missing, absent, .. } = self.counts;
        if shared > 0 {
            remarks.push(format!(
                "series are of an accelerator that another series of the same exporter is of at the same instants ({shared} of them), as \
                 where pods share it by time slicing; it counts once, with the highest of their values"
            ));
        }
        if replicas > 0 {
            remarks.push(format!(
                "series are of what a series of another exporter, server or metric is of at the same instants ({replicas} of them), as \
                 where two Prometheus servers scrape it; it counts once, with the highest of their values"
            ));
        }
        if with_slices > 0 {
            remarks.push(format!(
                "accelerators have samples of their own beside those of their slices ({with_slices} of them); the slices count"
            ));
        }
        if missing > 0 {
            let became = match self.gaps {
                GapFilling::Refuse | GapFilling::Zero => "such an accelerator counts as 0 there",
                GapFilling::Hold => "such an accelerator keeps the level before them",
                GapFilling::LeaveOut => "those instants are left out",
            };
            remarks.push(format!(
                "samples are missing within series that go on later, at instants that other series have ({missing} of them); {became}"
            ));
        }
        if absent > 0 {
            remarks.push(format!(
                "pods are absent at instants between those at which they are there ({absent} of them); they count as 0 there"
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

fn too_many_instants() -> NoTrace {
    NoTrace::new("there are samples at more than 1,000,000 instants", "ask with a longer step")
}

/// Levels that are added up over the instants of a file.
#[derive(Debug)]
struct Summed {
    times: Vec<i64>,
    /// By how much the sum is higher than at the instant before.
    changes: Vec<i64>,
    /// How many more leave an instant out than the one before.
    left_out: Vec<i64>,
}

impl Summed {
    /// Nothing yet, at instants in rising order.
    fn at(times: Vec<i64>) -> Summed {
        let changes = vec![0; times.len() + 1];
        Summed { times, left_out: changes.clone(), changes }
    }

    /// Which of the instants a time is.
    fn rank(&self, time: i64) -> usize {
        self.times.partition_point(|known| *known < time)
    }

    fn time(&self, rank: usize) -> Moment {
        Moment(self.times.get(rank).copied().unwrap_or_default())
    }

    /// Holds a level from an instant until before another.
    fn hold(&mut self, level: i64, from: usize, to: usize) {
        change(&mut self.changes, level, from, to);
    }

    fn leave_out(&mut self, from: usize, to: usize) {
        change(&mut self.left_out, 1, from, to);
    }

    /// The sum at each instant; none where it is left out.
    fn levels(self) -> impl Iterator<Item = (Moment, Option<i64>)> {
        let running = |sum: &mut i64, change: &i64| {
            *sum = sum.saturating_add(*change);
            Some(*sum)
        };
        let sums: Vec<i64> = self.changes.iter().scan(0, running).collect();
        let out: Vec<i64> = self.left_out.iter().scan(0, running).collect();
        let levels = sums.into_iter().zip(out).map(|(sum, out)| (out == 0).then_some(sum));
        self.times.into_iter().map(Moment).zip(levels)
    }
}

fn change(changes: &mut [i64], by: i64, from: usize, to: usize) {
    for (at, by) in [(from, by), (to, -by)] {
        if let Some(known) = changes.get_mut(at) {
            *known = known.saturating_add(by);
        }
    }
}
