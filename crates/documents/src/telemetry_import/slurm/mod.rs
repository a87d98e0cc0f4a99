//! Slurm accounting, as `sacct --parsable2` prints it: one row per job, with the accelerators that it held and its start and end.
//! Steps of a job have rows too, but hold the accelerators of their job; every task of an array is a job of its own.
//!
//! A suspended job keeps its accelerators, so it counts from start to end. Based on the manual of sacct 22.05 and its output.

mod columns;
mod tres;

pub(super) use columns::is_header;

use super::fault::{AllSkipped, RowFlaw, SkipReason, TraceError, shown};
use super::lines::Lines;
use super::load::{Load, accelerator_hours};
use super::moment::{Clock, Moment};
use super::request::{Counting, TraceRequest};
use super::result::{InputCount, NamedLoad};
use super::slice::{Slice, Slices};
use columns::{COMMAND, Columns, Resources, Row, duration};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use tres::Gpus;

/// Maximum number of types of accelerators that are distinguished.
const MOST_TYPES: usize = 100;
/// Maximum number of jobs without an end that are remembered until the end of the files.
const MOST_RUNNING: usize = 1_000_000;

/// Jobs of all files.
#[derive(Debug)]
pub(super) struct Jobs {
    clock: Clock,
    accelerator: Option<String>,
    /// Jobs with accelerators, by identity and start: a long job is in the files of two months.
    seen: HashSet<u128>,
    running: BTreeMap<u128, Running>,
    /// First start and last end of a job with accelerators.
    span: Option<(Moment, Moment)>,
    /// First and last time in any row.
    named: Option<(Moment, Moment)>,
    by_type: BTreeMap<Option<String>, i128>,
    resources_are: Option<Resources>,
    slices: Slices,
    counts: Counts,
}

#[derive(Debug, Default)]
struct Counts {
    rows: u64,
    jobs: u64,
    steps: u64,
    waiting: u64,
    without: u64,
    shares: u64,
    sliced: u64,
    repeated: u64,
    suspended: u64,
    never_ended: u64,
}

/// Job without an end.
#[derive(Debug)]
struct Running {
    start: Moment,
    /// Last time at which it is known to run.
    until: Option<Moment>,
    held: HeldAccelerators,
}

/// Accelerators that a job holds, in parts of one.
#[derive(Debug)]
struct HeldAccelerators {
    all: i64,
    by_type: Vec<(Option<String>, i64)>,
}

/// End of a job.
enum End {
    At(Moment),
    /// Still running; the last time at which it is known to run.
    Open(Option<Moment>),
}

impl Jobs {
    pub(super) fn new(request: &TraceRequest) -> Jobs {
        Jobs {
            clock: Clock::new(request.local_times.clone()),
            accelerator: request.accelerator.clone(),
            seen: HashSet::new(),
            running: BTreeMap::new(),
            span: None,
            named: None,
            by_type: BTreeMap::new(),
            resources_are: None,
            slices: Slices::default(),
            counts: Counts::default(),
        }
    }

    /// Reads a file after its header, which is the current line.
    pub(super) fn read(
        &mut self,
        lines: &mut Lines<'_>,
        load: &mut Load,
        skipped: &mut AllSkipped,
    ) -> Result<(), TraceError> {
        let header = String::from_utf8_lossy(lines.line()).into_owned();
        let columns = Columns::read(&header).map_err(|refused| refused.at(lines.place()))?;
        if self.resources_are.is_some_and(|before| before != columns.resources_are) {
            let message = "only some of the files have AllocTRES, so they would count different things";
            return Err(TraceError::new(message, format!("write all of them with `{COMMAND}`")).at(lines.place()));
        }
        self.resources_are = Some(columns.resources_are);
        while lines.advance()?.is_some() {
            let bytes = lines.line();
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            let read = match std::str::from_utf8(bytes) {
                Ok(line) => self.line(line, &columns, load).map_err(|refused| refused.at(lines.place()))?,
                Err(_) => Err(RowFlaw::new(SkipReason::Encoding, "is not UTF-8 text")),
            };
            self.counts.rows += 1;
            if let Err(flaw) = read {
                skipped.add(flaw, || lines.place());
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &str, columns: &Columns, load: &mut Load) -> Result<Result<(), RowFlaw>, TraceError> {
        let mut cells = Vec::new();
        let held = match columns.row(line, &mut cells) {
            Ok(None) => return Ok(Ok(())),
            Ok(Some(row)) => self.job(&row),
            Err(flaw) => return Ok(Err(flaw)),
        };
        match held {
            Err(flaw) => Ok(Err(flaw)),
            Ok(None) => Ok(Ok(())),
            Ok(Some((start, end, held))) => self.hold(start, end, &held, load).map(Ok),
        }
    }

    /// Start, end and accelerators of a job; none if it held none or has not ended.
    fn job(&mut self, row: &Row<'_>) -> Result<Option<(Moment, Moment, HeldAccelerators)>, RowFlaw> {
        if row.job.contains('.') {
            self.counts.steps += 1;
            return Ok(None);
        }
        if is_unknown(row.start) {
            self.counts.waiting += 1;
            return Ok(None);
        }
        let gpus = Gpus::read(row.resources)?;
        let held = self.held(&gpus);
        let start = self.clock.read(row.start).ok_or_else(|| RowFlaw::time("Start", row.start))?;
        let end = self.end(row, start)?;
        let last = match end {
            End::At(end) => end,
            End::Open(until) => until.unwrap_or(start),
        };
        let (earliest, latest) = self.named.unwrap_or((start, last));
        self.named = Some((earliest.min(start), latest.max(last)));
        let Some(held) = held else {
            *(if gpus.has_shares { &mut self.counts.shares } else { &mut self.counts.without }) += 1;
            return Ok(None);
        };
        let job = identity(row, start);
        if duration(row.suspended).is_some_and(|time| time > 0) {
            self.counts.suspended += 1;
        }
        match end {
            End::At(end) => {
                let is_new = self.seen.insert(job);
                // another file may have the job from when it was still running
                if self.running.remove(&job).is_some() || !is_new {
                    self.counts.repeated += 1;
                }
                if !is_new {
                    return Ok(None);
                }
                self.counts.jobs += 1;
                Ok(Some((start, end, held)))
            }
            End::Open(until) => {
                self.keep_running(job, Running { start, until, held })?;
                Ok(None)
            }
        }
    }

    /// Remembers a job without an end until the end of the files.
    fn keep_running(&mut self, job: u128, running: Running) -> Result<(), RowFlaw> {
        if self.seen.contains(&job) {
            self.counts.repeated += 1;
        } else if let Some(known) = self.running.get_mut(&job) {
            self.counts.repeated += 1;
            known.until = known.until.max(running.until);
        } else if self.running.len() < MOST_RUNNING {
            self.running.insert(job, running);
        } else {
            return Err(RowFlaw::new(SkipReason::Endless, "has no End, like 1,000,000 jobs before it"));
        }
        Ok(())
    }

    fn held(&self, gpus: &Gpus<'_>) -> Option<HeldAccelerators> {
        let accelerator = self.accelerator.as_deref();
        let all = gpus.of(accelerator);
        let typed =
            gpus.typed.iter().filter(|(kind, _)| accelerator.is_none_or(|name| kind.eq_ignore_ascii_case(name)));
        let mut by_type: Vec<_> = typed.map(|(kind, count)| (Some((*kind).to_owned()), *count)).collect();
        if accelerator.is_none() && gpus.untyped() > 0 {
            by_type.push((None, gpus.untyped()));
        }
        (all > 0).then_some(HeldAccelerators { all, by_type })
    }

    fn end(&mut self, row: &Row<'_>, start: Moment) -> Result<End, RowFlaw> {
        if !is_unknown(row.end) {
            let end = self.clock.read(row.end).ok_or_else(|| RowFlaw::time("End", row.end))?;
            if end < start {
                let message = format!("ends at {}, before it starts at {}", shown(row.end), shown(row.start));
                return Err(RowFlaw::new(SkipReason::Reversed, message));
            }
            return Ok(End::At(end));
        }
        if !may_run(row.state) {
            let message = format!("is {} and has no End", shown(row.state));
            return Err(RowFlaw::new(SkipReason::Endless, message));
        }
        // the elapsed time excludes the suspended time
        let ran = duration(row.elapsed).map(|ran| ran + duration(row.suspended).unwrap_or(0));
        Ok(End::Open(ran.and_then(|ran| Moment::of(start.0 + ran))))
    }

    fn hold(&mut self, start: Moment, end: Moment, held: &HeldAccelerators, load: &mut Load) -> Result<(), TraceError> {
        load.hold(held.all, start, end)?;
        let (first, last) = self.span.unwrap_or((start, end));
        self.span = Some((first.min(start), last.max(end)));
        let is_slice = |(kind, level): &&(Option<String>, i64)| *level > 0 && kind.is_some();
        let named =
            held.by_type.iter().filter(is_slice).filter_map(|(kind, _)| Slice::named_in(kind.as_deref()?, None));
        self.counts.sliced += u64::from(named.map(|slice| self.slices.add(slice)).count() > 0);
        for (kind, level) in &held.by_type {
            let kind =
                if self.by_type.len() < MOST_TYPES || self.by_type.contains_key(kind) { kind.clone() } else { None };
            *self.by_type.entry(kind).or_default() += load.area(*level, start, end);
        }
        Ok(())
    }

    /// Adds the jobs that have not ended, and marks all time as measured.
    pub(super) fn finish(
        mut self,
        load: &mut Load,
        skipped: &AllSkipped,
        remarks: &mut Vec<String>,
    ) -> Result<AccountingResult, TraceError> {
        let running = std::mem::take(&mut self.running);
        self.counts.never_ended = running.len() as u64;
        for job in running.into_values() {
            let until = job.until.or(self.named.map(|(_, latest)| latest)).unwrap_or(job.start);
            self.counts.jobs += 1;
            self.hold(job.start, until.max(job.start), &job.held, load)?;
        }
        let Some((first, last)) = self.span.filter(|(first, last)| first < last) else {
            return Err(self.nothing(skipped));
        };
        load.measured_throughout(first, last)?;
        if let Some(named) = self.named {
            remarks.extend(load.unknown_ends(named, self.counts.never_ended).into_iter().flatten());
        }
        self.remark(remarks);
        let counting = match self.resources_are {
            Some(Resources::Requested) => Counting::Requested,
            Some(Resources::Allocated) | None => Counting::Allocated,
        };
        let by_name = self
            .by_type
            .iter()
            .map(|(name, area)| NamedLoad { name: name.clone(), accelerator_hours: accelerator_hours(*area) });
        Ok(AccountingResult { counting, by_name: by_name.collect(), tallies: self.counts.tallies() })
    }

    /// Error if no job held an accelerator.
    fn nothing(&self, skipped: &AllSkipped) -> TraceError {
        let Counts { rows, without, waiting, shares, .. } = self.counts;
        if rows == 0 {
            let instead = "run sacct for the time of the jobs (-S, -E) and for all users (--allusers)";
            return TraceError::new("there are no rows below the header: sacct found no job", instead);
        }
        if let Some(first) = skipped.first().filter(|_| skipped.rows() == rows) {
            let message = format!("every row is invalid; the first: {} {}", first.first, first.message);
            return TraceError::new(message, format!("write the file with `{COMMAND}`"));
        }
        if let Some(name) = &self.accelerator {
            let message = format!("no job held an accelerator of the type {}", shown(name));
            return TraceError::new(message, "omit --accelerator to list the load by type");
        }
        let became = [(without, "ran without one"), (shares, "held shares of one"), (waiting, "never began")];
        let became: Vec<String> =
            became.iter().filter(|(jobs, _)| *jobs > 0).map(|(jobs, what)| format!("{jobs} {what}")).collect();
        let became = if became.is_empty() { String::new() } else { format!(" ({})", became.join(", ")) };
        TraceError::new(
            format!("no job held an accelerator for any time{became}"),
            "Slurm records accelerators if AccountingStorageTRES includes gres/gpu",
        )
    }

    fn remark(&self, remarks: &mut Vec<String>) {
        remarks.extend(self.slices.remark("jobs hold", self.counts.sliced));
        if self.clock.takes_for_utc() {
            remarks.push(format!(
                "times without a zone are read as UTC ({} of them); use --time-zone if they are in another zone",
                self.clock.local
            ));
        }
        if self.clock.twice > 0 {
            remarks.push(format!(
                "times in the repeated hour at the end of summer time are read as the first of the two ({} of them)",
                self.clock.twice
            ));
        }
        if self.counts.never_ended > 0 {
            remarks.push(format!(
                "jobs that have not ended count until the file was written ({} of them); `sacctmgr show runawayjobs` lists jobs \
                  that Slurm has lost",
                self.counts.never_ended
            ));
        }
    }
}

/// Result of all files.
#[derive(Debug)]
pub(super) struct AccountingResult {
    pub(super) counting: Counting,
    pub(super) by_name: Vec<NamedLoad>,
    pub(super) tallies: Vec<InputCount>,
}

impl Counts {
    fn tallies(&self) -> Vec<InputCount> {
        let all = [
            ("jobs", "jobs with accelerators", self.jobs),
            ("running", "of these not ended", self.never_ended),
            ("suspended", "of these suspended for a time, while keeping their accelerators", self.suspended),
            ("steps", "job steps, included in their jobs", self.steps),
            ("without", "jobs without counted accelerators", self.without),
            (
                "shares",
                "jobs with shares of accelerators (gres/shard, gres/mps), not counted because the size of a share is unknown",
                self.shares,
            ),
            ("slices", "jobs with slices of accelerators", self.sliced),
            ("waiting", "jobs that never began", self.waiting),
            ("repeated", "repeated rows of a job", self.repeated),
        ];
        all.into_iter().map(|(name, meaning, count)| InputCount { name, meaning, count }).collect()
    }
}

fn is_unknown(time: &str) -> bool {
    matches!(time, "" | "Unknown" | "None" | "N/A")
}

/// Whether a job in a state may still run; true without a state.
fn may_run(state: &str) -> bool {
    let state = state.split(' ').next().unwrap_or_default();
    matches!(
        state,
        "" | "RUNNING"
            | "SUSPENDED"
            | "COMPLETING"
            | "STOPPED"
            | "RESIZING"
            | "SIGNALING"
            | "STAGE_OUT"
            | "CONFIGURING"
    )
}

/// Identity of a run of a job.
fn identity(row: &Row<'_>, start: Moment) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, row.cluster, row.job, start).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

#[cfg(test)]
mod tests;
