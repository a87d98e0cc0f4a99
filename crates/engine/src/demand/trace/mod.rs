//! Traces: CSV files of measured load, streamed once into a load-duration curve.
//!
//! The header selects one of two tables. `timestamp,accelerators` has samples: each holds until the next one, the last for the
//! median gap (for an even number of gaps the mean of the two middle ones). Times are RFC 3339 with any offset, or seconds, both
//! with fractions down to nanoseconds. `accelerators,hours` is a ready-made curve: levels with durations, in any order. Memory
//! grows only with the number of different levels and gaps.

mod cells;
mod curve;
mod fault;
mod gaps;
mod levels;
mod samples;
mod table;
mod time;

use crate::diagnostic::{Code, Diagnostic, Place, SourceId, Sources};
use crate::scenario::document::{Located, NodeId};
use crate::scenario::{Files, Loaded, Rejected, TraceOrigin, why_unread};
use crate::sheet::CurveCache;
use fault::{Cell, Row, TraceError};
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::Arc;

/// Maximum number of different levels, and of different gaps between samples.
const MOST_DIFFERENT: usize = 100_000;

/// Measured load as a load-duration curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Descending levels in reference accelerators, each with its weight: its duration, in seconds for samples or in hours for a
    /// ready-made curve. Weights are positive; level 0 is kept, because its time counts.
    pub levels: Arc<[(Decimal, Decimal)]>,
    /// Highest level.
    pub peak: Decimal,
    /// Mean level, `Σ weight · level / Σ weight`.
    pub mean: Decimal,
    /// Sum of the weights.
    pub weight: Decimal,
    /// Measured duration in seconds; none for a ready-made curve.
    pub seconds: Option<Decimal>,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Rows of the file, without the header.
    pub rows: u64,
}

impl Trace {
    /// Reads a trace.
    fn read(input: &mut dyn Read) -> Result<Trace, TraceError> {
        table::read(input)
    }

    /// The same curve with the metadata of its original file.
    fn of_file(self, TraceOrigin { sha256, rows, seconds }: TraceOrigin) -> Trace {
        Trace { seconds, sha256, rows, ..self }
    }

    /// Metadata of the file, for users who keep only the levels.
    #[must_use]
    pub fn origin(&self) -> TraceOrigin {
        TraceOrigin { sha256: self.sha256.clone(), rows: self.rows, seconds: self.seconds }
    }

    /// Curve from distinct levels in any order; `None` if their total duration is 0.
    fn of(levels: impl IntoIterator<Item = (Decimal, Decimal)>, sha256: String, rows: u64) -> Option<Trace> {
        let mut levels: Vec<(Decimal, Decimal)> =
            levels.into_iter().filter(|(_, weight)| *weight > Decimal::ZERO).collect();
        levels.sort_unstable_by_key(|(level, _)| std::cmp::Reverse(*level));
        let peak = levels.first()?.0;
        let weight: Decimal = levels.iter().map(|(_, weight)| weight).sum();
        let area: Decimal = levels.iter().map(|(level, weight)| level * weight).sum();
        Some(Trace { peak, mean: area / weight, weight, levels: levels.into(), seconds: None, sha256, rows })
    }
}

/// Traces of a scenario by workload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    by_workload: BTreeMap<String, Arc<Trace>>,
    /// Cache of built curves, shared by all sheets that use these traces.
    curves: Arc<CurveCache>,
}

impl Traces {
    /// No traces.
    #[must_use]
    pub fn none() -> Traces {
        Traces::default()
    }

    /// Cache of curves built by sheets with these traces.
    #[must_use]
    pub fn curves(&self) -> &Arc<CurveCache> {
        &self.curves
    }

    /// Reads every trace that a scenario names, each file once.
    ///
    /// # Errors
    /// If any file cannot be read or is not a trace, with the first problem of each file.
    pub fn read(loaded: &Loaded, files: &dyn Files) -> Result<Traces, Rejected> {
        let named = loaded.scenario.demand.workloads.iter();
        let named = named.filter_map(|workload| Some((&workload.name, workload.value.trace.as_ref()?)));
        let mut read: BTreeMap<Cow<'_, str>, Option<Arc<Trace>>> = BTreeMap::new();
        let mut by_workload = BTreeMap::new();
        let mut sources = loaded.sources.clone();
        let mut diagnostics = Vec::new();
        for (workload, path) in named {
            // a trace named in a shared file is relative to that file
            let whole = loaded.path_from_scenario(path);
            let opened = || match whole {
                Cow::Borrowed(path) => files.open(path),
                Cow::Owned(ref path) => files.open_shared(path),
            };
            let trace = read.entry(whole.clone()).or_insert_with(|| {
                let opened = opened().map_err(TraceError::Unreadable);
                match opened.and_then(|mut file| Trace::read(&mut *file)) {
                    Ok(trace) => Some(Arc::new(match files.origin(&whole) {
                        Some(origin) => trace.of_file(origin),
                        None => trace,
                    })),
                    Err(fault) => {
                        diagnostics.push(diagnostic(loaded, path, &whole, fault, &mut sources));
                        None
                    }
                }
            });
            by_workload.extend(trace.clone().map(|trace| (workload.clone(), trace)));
        }
        if diagnostics.is_empty() {
            Ok(Traces { by_workload, curves: Arc::default() })
        } else {
            Err(Rejected { diagnostics, sources })
        }
    }

    /// These traces, with those of some workloads from another scenario; a workload with a trace in only one of the two keeps it.
    #[must_use]
    pub fn mixed(&self, other: &Traces, from_other: impl Fn(&str) -> bool) -> Traces {
        let mut by_workload = self.by_workload.clone();
        for (workload, trace) in &other.by_workload {
            if from_other(workload) || !by_workload.contains_key(workload) {
                by_workload.insert(workload.clone(), trace.clone());
            }
        }
        Traces { by_workload, curves: Arc::clone(&self.curves) }
    }

    /// Trace of a workload.
    #[must_use]
    pub fn get(&self, workload: &str) -> Option<&Arc<Trace>> {
        self.by_workload.get(workload)
    }

    /// All traces with the names of their workloads, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Trace>)> {
        self.by_workload.iter().map(|(workload, trace)| (workload.as_str(), trace))
    }
}

/// Finding about a trace at the place that names it, with the related line of the trace.
fn diagnostic(
    loaded: &Loaded,
    path: &Located<String>,
    whole: &str,
    fault: TraceError,
    sources: &mut Sources,
) -> Diagnostic {
    let name = &path.value;
    let at = |code: Code, message: String, at: NodeId| loaded.document.diagnostic(code, at, message);
    match fault {
        TraceError::Unreadable(error) => {
            at(Code::TraceUnreadable, format!("cannot read `{name}`: {}", why(&error)), path.at)
                .label("write the path of a CSV file, relative to the scenario's folder")
        }
        TraceError::File(problem) => {
            at(problem.code, format!("`{name}` {}", problem.message), path.at).label(problem.instead)
        }
        TraceError::Row(row) => {
            let (number, problem) = (row.number, &row.problem);
            let found = at(problem.code, format!("line {number} of `{name}` {}", problem.message), path.at);
            let found = found.label(format!("see line {number} of the file"));
            let instead = problem.instead.clone();
            let place = quote(whole, &row, sources);
            found.related(Some(place), instead)
        }
    }
}

/// Message for a file that cannot be opened, without operating system error codes.
fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file in the scenario's folder".to_owned(),
        _ => why_unread(error),
    }
}

/// Place of a cell, in a row that is added to the sources.
fn quote(name: &str, row: &Row, sources: &mut Sources) -> Place {
    let text = row.text();
    let comma = text.find(',').unwrap_or(text.len());
    let cell = match row.problem.cell {
        Cell::Whole => 0..text.len(),
        Cell::First => 0..comma,
        Cell::Second => (comma + 1).min(text.len())..text.len(),
    };
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let column = number(text[..cell.start].chars().count() + 1);
    let (start, len) = (number(cell.start), number(cell.len()));
    let source: SourceId = sources.quote(name, text);
    Place { source, start, len, line: u32::try_from(row.number).unwrap_or(u32::MAX), column }
}

#[cfg(test)]
mod tests;
