//! Samples of a range query: values of many series at common times, added up at each time.
//!
//! An accelerator counts once per time, however many series measure it, with the highest of their values: series that share it
//! show its full value, not a part. Its slices are added up, and its own series are ignored where its slices have samples.

use super::bins::MOST_STEPS;
use super::fault::{RowFlaw, SkipReason, TraceError};
use super::load::{Load, MOST_ACCELERATORS, ONE};
use super::moment::Moment;
use super::result::{GapFilling, InputCount};
use super::series::{Source, SourceId};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of samples of a file, which stays in memory until its end.
const MOST_SAMPLES: u64 = 8_000_000;
/// Maximum number of series of one accelerator that are distinguished.
const MOST_SERIES: u32 = 1 << 20;

/// Samples of all files by time.
#[derive(Debug)]
pub(super) struct Samples {
    gaps: GapFilling,
    /// Sum of the series; none at a time that is left out.
    instants: BTreeMap<Moment, Option<i64>>,
    /// Current file.
    current: FileSamples,
    counts: Counts,
    /// Times at which two files differ.
    unlike: u64,
    /// First missing sample of a source that exists all the time.
    first_missing: Option<(String, Moment)>,
}

#[derive(Debug, Default)]
struct Counts {
    series: u64,
    samples: u64,
    /// Additional series of the same accelerator at the same times: from the same exporter, and from another one.
    shared: u64,
    replicas: u64,
    /// Accelerators with samples of their own and of their slices at the same time.
    with_slices: u64,
    /// Missing samples of sources that exist all the time, and of others.
    missing: u64,
    absent: u64,
}

/// Samples of one file.
#[derive(Debug, Default)]
struct FileSamples {
    times: BTreeSet<i64>,
    sources: BTreeMap<SourceId, Measurements>,
    samples: u64,
}

/// Samples of one accelerator or slice.
#[derive(Debug)]
struct Measurements {
    name: String,
    is_slice: bool,
    lasts: bool,
    /// Scraper of each series.
    scrapers: Vec<u64>,
    samples: Vec<Sample>,
}

/// Sample. The low bits of the key are the number of its series, so that samples sort by time and series.
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

/// Series while it is read.
#[derive(Debug)]
pub(super) struct Series {
    source: Source,
    pub(super) last: Option<Moment>,
    samples: Vec<(Moment, i64)>,
}

impl Series {
    /// Series of a source, without samples.
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

    /// Adds a sample in parts of an accelerator. It must be after the last sample of its series.
    pub(super) fn add(
        &mut self,
        series: &mut Series,
        at: Moment,
        level: i64,
    ) -> Result<Result<(), RowFlaw>, TraceError> {
        if series.last.is_some_and(|last| at <= last) {
            return Ok(Err(RowFlaw::new(SkipReason::Unordered, format!("is at {at}, not after the previous sample"))));
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
            let instead = "query a shorter time per file; several files form one measurement";
            return Err(TraceError::new(message, instead));
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

    /// Ends a file. Files are parts of one measurement: a time in two files counts once.
    pub(super) fn end_file(&mut self) -> Result<(), TraceError> {
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
                return Err(TraceError::new(message, "check that the values are numbers of accelerators"));
            }
            let known = *self.instants.entry(at).or_insert(level);
            // if the entry is not new, the time was in an earlier file
            self.unlike += u64::from(known != level);
        }
        if self.instants.len() > MOST_STEPS { Err(too_many_instants()) } else { Ok(()) }
    }

    /// Adds the samples of an accelerator and its slices.
    fn accelerator(&mut self, of_one: Vec<Measurements>, sum: &mut Summed) {
        // own level and level of the slices at each time
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

    /// Samples of one source by time; the highest where several series have one.
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

    /// Adds the load. A sample holds until the next one, but at most 1.5 usual intervals; after that the load is unknown.
    pub(super) fn finish(mut self, load: &mut Load, remarks: &mut Vec<String>) -> Result<Vec<InputCount>, TraceError> {
        let Some(usual) = self.usual_distance() else {
            let message = "there are samples at fewer than two times, so their interval is unknown";
            return Err(TraceError::new(message, "query a time range (query_range)"));
        };
        if let (GapFilling::Refuse, Some((name, at))) = (self.gaps, &self.first_missing) {
            let message = format!(
                "samples are missing within series, at times that other series have ({} of them), first of {name} at {at}: their \
                  values are unknown",
                self.counts.missing
            );
            let instead = "give files with these samples, or choose --gaps zero, hold or leave-out";
            return Err(TraceError::new(message, instead));
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
            ("instants", "times", instants.len() as u64),
            ("shared", "additional series of an accelerator from the same exporter", self.counts.shared),
            ("replicas", "duplicate series from another exporter or Prometheus server", self.counts.replicas),
            ("missing", "missing samples of accelerators", self.counts.missing),
        ];
        Ok(tallies.into_iter().map(|(name, meaning, count)| InputCount { name, meaning, count }).collect())
    }

    /// Most frequent interval between times, in milliseconds; the shortest if several are.
    fn usual_distance(&self) -> Option<i64> {
        let mut often: BTreeMap<i64, u64> = BTreeMap::new();
        for (one, next) in self.instants.keys().zip(self.instants.keys().skip(1)) {
            *often.entry(next.0 - one.0).or_default() += 1;
        }
        let most = often.values().max().copied()?;
        often.into_iter().find(|(_, count)| *count == most).map(|(distance, _)| distance)
    }

    /// Adds remarks. A time without any sample is not a missing sample: the load there is unknown, or the time before it holds.
    fn remark(&self, remarks: &mut Vec<String>) {
        let Counts { shared, replicas, with_slices, missing, absent, .. } = self.counts;
        if shared > 0 {
            remarks.push(format!(
                "series measure an accelerator that another series of the same exporter measures at the same times ({shared} of them), as \
                  where pods share it by time slicing; it counts once, with the highest value"
            ));
        }
        if replicas > 0 {
            remarks.push(format!(
                "series measure what a series of another exporter, server or metric measures at the same times ({replicas} of them), as \
                  where two Prometheus servers scrape it; it counts once, with the highest value"
            ));
        }
        if with_slices > 0 {
            remarks.push(format!(
                "accelerators have samples of their own in addition to those of their slices ({with_slices} of them); the slices count"
            ));
        }
        if missing > 0 {
            let became = match self.gaps {
                GapFilling::Refuse | GapFilling::Zero => "the accelerator counts as 0 there",
                GapFilling::Hold => "the accelerator keeps its previous level",
                GapFilling::LeaveOut => "these times are left out",
            };
            remarks.push(format!(
                "samples are missing within series, at times that other series have ({missing} of them); {became}"
            ));
        }
        if absent > 0 {
            remarks.push(format!(
                "pods are absent at times between their samples ({absent} of them); they count as 0 there"
            ));
        }
        if self.unlike > 0 {
            remarks.push(format!(
                "two files differ at times that both have ({} of them); the first file counts. Files must be parts of one measurement: \
                  make one trace per cluster",
                self.unlike
            ));
        }
    }
}

fn too_many_instants() -> TraceError {
    TraceError::new("there are samples at more than 1,000,000 times", "query with a longer step")
}

/// Sum of levels over the times of a file.
#[derive(Debug)]
struct Summed {
    times: Vec<i64>,
    /// Change of the sum from the time before.
    changes: Vec<i64>,
    /// Change of the number of sources that leave a time out.
    left_out: Vec<i64>,
}

impl Summed {
    /// Sum 0 at times in rising order.
    fn at(times: Vec<i64>) -> Summed {
        let changes = vec![0; times.len() + 1];
        Summed { times, left_out: changes.clone(), changes }
    }

    /// Index of a time.
    fn rank(&self, time: i64) -> usize {
        self.times.partition_point(|known| *known < time)
    }

    fn time(&self, rank: usize) -> Moment {
        Moment(self.times.get(rank).copied().unwrap_or_default())
    }

    /// Adds a level from one index to before another.
    fn hold(&mut self, level: i64, from: usize, to: usize) {
        change(&mut self.changes, level, from, to);
    }

    fn leave_out(&mut self, from: usize, to: usize) {
        change(&mut self.left_out, 1, from, to);
    }

    /// Sum at each time; none where it is left out.
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
