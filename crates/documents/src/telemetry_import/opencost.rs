//! Answers of OpenCost's `/allocation`: a list of time windows, each with the allocations of namespaces, pods or other groups.
//!
//! `gpuHours` of an allocation is the number of accelerators of its containers times their hours. Within a window the load is
//! spread evenly from `start` to `end`. Format as in OpenCost's `core/pkg/opencost/allocation_json.go`.

use super::bins::MOST_STEPS;
use super::fault::{RowFlaw, SkipReason, TraceError, shown};
use super::json::Answer;
use super::load::{Load, parts};
use super::moment::{Clock, Moment};
use super::request::TraceRequest;
use super::result::InputCount;
use crate::number::decimal;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::collections::BTreeMap;
use std::fmt;

/// Name of the idle allocation, which is no load.
const IDLE: &str = "__idle__";
/// Milliseconds of an hour.
const HOUR: i64 = 3_600_000;

/// Allocations of all files.
#[derive(Debug)]
pub(super) struct Allocations {
    clock: Clock,
    pub(super) load: Load,
    step: i64,
    windows: BTreeMap<(Moment, Moment), Window>,
    /// Current file, from 1.
    file: u64,
    /// Current window in the file, from 1.
    number: u64,
    counts: Counts,
}

/// Time window.
#[derive(Debug)]
struct Window {
    /// File that contains it.
    file: u64,
    /// Last end of an allocation in it.
    last: Moment,
}

#[derive(Debug, Default)]
struct Counts {
    allocations: u64,
    idle: u64,
    repeated: u64,
}

/// Fields of an allocation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Allocation {
    window: Option<Ends>,
    start: Option<String>,
    end: Option<String>,
    gpu_hours: Option<Number>,
}

#[derive(Debug, Deserialize)]
struct Ends {
    start: Option<String>,
    end: Option<String>,
}

impl Allocations {
    pub(super) fn new(request: &TraceRequest) -> Allocations {
        Allocations {
            clock: Clock::new(request.local_times.clone()),
            load: Load::new(request),
            step: request.step.milliseconds(),
            windows: BTreeMap::new(),
            file: 0,
            number: 0,
            counts: Counts::default(),
        }
    }

    fn add(&mut self, name: &str, allocation: &Allocation) -> Result<Result<(), RowFlaw>, TraceError> {
        if name == IDLE {
            self.counts.idle += 1;
            return Ok(Ok(()));
        }
        match self.read(allocation) {
            Err(flaw) => Ok(Err(flaw)),
            Ok((window, held, level)) => self.hold(window, held, level).map(Ok),
        }
    }

    /// Window of an allocation, its time span, and its level.
    #[expect(clippy::type_complexity, reason = "two times and a level, taken apart at once")]
    fn read(&mut self, allocation: &Allocation) -> Result<((Moment, Moment), (Moment, Moment), i64), RowFlaw> {
        let window = allocation.window.as_ref();
        let window = self.between(
            window.and_then(|window| window.start.as_deref()),
            window.and_then(|window| window.end.as_deref()),
        )?;
        let held = match (&allocation.start, &allocation.end) {
            (Some(start), Some(end)) if start != end => self.between(Some(start), Some(end))?,
            (Some(_) | None, Some(_) | None) => window,
        };
        let text = allocation.gpu_hours.as_ref().map_or("null".to_owned(), Number::to_string);
        let level = decimal(&text).ok().and_then(|hours| {
            let whole = hours.checked_mul(Decimal::from(HOUR))?;
            parts(whole / Decimal::from(held.1.0 - held.0.0))
        });
        let flawed = || {
            RowFlaw::new(
                SkipReason::Accelerators,
                format!("has `{}` for gpuHours, which is not a valid number", shown(&text)),
            )
        };
        level.map(|level| (window, held, level)).ok_or_else(flawed)
    }

    fn between(&mut self, start: Option<&str>, end: Option<&str>) -> Result<(Moment, Moment), RowFlaw> {
        let mut read = |column: &str, text: Option<&str>| {
            let text = text.unwrap_or("null");
            self.clock.read(text).ok_or_else(|| RowFlaw::time(column, text))
        };
        let (from, to) = (read("start", start)?, read("end", end)?);
        if from < to {
            return Ok((from, to));
        }
        Err(RowFlaw::new(SkipReason::Reversed, format!("ends at {to}, but starts at {from}")))
    }

    fn hold(&mut self, window: (Moment, Moment), held: (Moment, Moment), level: i64) -> Result<(), TraceError> {
        let file = self.file;
        let known = self.windows.entry(window).or_insert(Window { file, last: held.1 });
        if known.file != file {
            self.counts.repeated += 1;
            return Ok(());
        }
        known.last = known.last.max(held.1);
        self.counts.allocations += 1;
        if self.windows.len() > MOST_STEPS {
            return Err(TraceError::new("there are more than 1,000,000 windows", "query with a longer step"));
        }
        self.load.hold(level, held.0, held.1)
    }

    /// Marks every window as measured; the last one only to the last end in it, because it may not be over.
    pub(super) fn finish(&mut self, remarks: &mut Vec<String>) -> Result<Vec<InputCount>, TraceError> {
        let windows = std::mem::take(&mut self.windows);
        let last = windows.keys().next_back().copied();
        for (ends, window) in &windows {
            let until = if Some(*ends) == last { ends.1.min(window.last) } else { ends.1 };
            self.load.measured(ends.0, until)?;
        }
        let longest = windows.keys().map(|(from, to)| to.0 - from.0).max().unwrap_or_default();
        if longest > self.step {
            let hours = Decimal::from(longest) / Decimal::from(HOUR);
            remarks.push(format!(
                "windows are up to {} h long, longer than a step, so the load is spread evenly over each; query OpenCost with step=1h",
                hours.round_dp(2).normalize()
            ));
        }
        if self.clock.takes_for_utc() {
            remarks.push(format!("times without a zone are read as UTC ({} of them)", self.clock.local));
        }
        let Counts { allocations, idle, repeated } = self.counts;
        let tallies = [
            ("windows", "windows", windows.len() as u64),
            ("allocations", "allocations in them", allocations),
            ("idle", "idle allocations (__idle__), not counted", idle),
            ("repeated", "allocations in windows of an earlier file", repeated),
        ];
        Ok(tallies.into_iter().map(|(name, meaning, count)| InputCount { name, meaning, count }).collect())
    }
}

/// `[{NAME: {…}, …}, …]`
pub(super) struct WindowsSeed<'a, 'r>(pub(super) &'a mut Answer<'r>);

impl<'de> Visitor<'de> for WindowsSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of windows with allocations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.allocations.file += 1;
        self.0.allocations.number = 0;
        while list.next_element_seed(WindowSeed(self.0))?.is_some() {}
        Ok(())
    }
}

/// `{NAME: {…}, …}`, or null for an empty window.
struct WindowSeed<'a, 'r>(&'a mut Answer<'r>);

impl<'de> DeserializeSeed<'de> for WindowSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        self.0.allocations.number += 1;
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for WindowSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the allocations of a window")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let answer = self.0;
        while let Some((name, allocation)) = map.next_entry::<String, Option<Allocation>>()? {
            let Some(allocation) = allocation else { continue };
            let added = answer.allocations.add(&name, &allocation).map_err(|why| answer.refuse::<A::Error>(why))?;
            if let Err(flaw) = added {
                let (file, number) = (answer.name, answer.allocations.number);
                answer.skipped.add(flaw, || format!("{file}, window {number}, `{}`", shown(&name)));
            }
        }
        Ok(())
    }
}
