//! Traces: measured load as a CSV file beside the scenario, read once, in a stream, into a load-duration curve.
//!
//! Two tables are known by their header. `timestamp,accelerators` holds samples: each is the load until the next one, the
//! last for the median gap (of an even number of gaps the mean of the two in the middle).
//! Times are RFC 3339 with any offset, or seconds; both may have fractions down to nanoseconds. `accelerators,hours` is a
//! ready-made curve: a level and for how long, in any order. What is kept grows with the different levels and gaps alone.

mod cells;
mod curve;
mod fault;
mod gaps;
mod levels;
mod samples;
mod table;
mod time;

use crate::diagnostic::{Code, Diagnostic, Place, SourceId, Sources};
use crate::scenario::document::{Given, NodeId};
use crate::scenario::{Files, Loaded, Rejected, TraceOrigin, why_unread};
use crate::sheet::BuiltCurves;
use fault::{Cell, Fault, Row};
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::Arc;

/// Different levels, and different gaps between samples, that are kept.
const MOST_DIFFERENT: usize = 100_000;

/// Measured load, as a load-duration curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Falling levels in reference accelerators, each with its weight: how long it was held, in seconds of samples or in
    /// hours of a ready-made curve. Weights are positive; a level of nothing is kept, since its time counts.
    pub levels: Arc<[(Decimal, Decimal)]>,
    /// The highest level.
    pub peak: Decimal,
    /// The mean level, `Σ weight · level / Σ weight`.
    pub mean: Decimal,
    /// The sum of the weights.
    pub weight: Decimal,
    /// For how long it was measured, in seconds; a ready-made curve does not say.
    pub seconds: Option<Decimal>,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Rows of the file, without its header.
    pub rows: u64,
}

impl Trace {
    /// Reads a table.
    fn read(input: &mut dyn Read) -> Result<Trace, Fault> {
        table::read(input)
    }

    /// The same curve, of the file that it was read from before.
    fn of_file(self, TraceOrigin { sha256, rows, seconds }: TraceOrigin) -> Trace {
        Trace { seconds, sha256, rows, ..self }
    }

    /// What the file was, for those who keep the levels alone.
    #[must_use]
    pub fn origin(&self) -> TraceOrigin {
        TraceOrigin { sha256: self.sha256.clone(), rows: self.rows, seconds: self.seconds }
    }

    /// A curve from its levels in any order, each once; `None` if they were held for no time.
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

/// The traces of a scenario, by workload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    by_workload: BTreeMap<String, Arc<Trace>>,
    /// Curves that were built of them and of all else, for every sheet that is written with them.
    curves: Arc<BuiltCurves>,
}

impl Traces {
    /// Those of a scenario without workloads that were measured.
    #[must_use]
    pub fn none() -> Traces {
        Traces::default()
    }

    /// Curves that were built by sheets that were written with these traces.
    #[must_use]
    pub fn curves(&self) -> &Arc<BuiltCurves> {
        &self.curves
    }

    /// Reads every trace that a scenario names, each file once.
    ///
    /// # Errors
    /// If any file cannot be read or is no trace, with what is wrong first in each of them.
    pub fn read(loaded: &Loaded, files: &dyn Files) -> Result<Traces, Rejected> {
        let named = loaded.scenario.demand.workloads.iter();
        let named = named.filter_map(|workload| Some((&workload.name, workload.value.trace.as_ref()?)));
        let mut read: BTreeMap<Cow<'_, str>, Option<Arc<Trace>>> = BTreeMap::new();
        let mut by_workload = BTreeMap::new();
        let mut sources = loaded.sources.clone();
        let mut diagnostics = Vec::new();
        for (workload, path) in named {
            // one that a shared file names lies beside that
            let whole = loaded.beside(path);
            let opened = || match whole {
                Cow::Borrowed(path) => files.open(path),
                Cow::Owned(ref path) => files.open_shared(path),
            };
            let trace = read.entry(whole.clone()).or_insert_with(|| {
                let opened = opened().map_err(Fault::Unreadable);
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

    /// These traces, with those of some workloads taken from another scenario; a workload that is measured in only one of
    /// the two has that trace.
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

    /// The trace of a workload.
    #[must_use]
    pub fn get(&self, workload: &str) -> Option<&Arc<Trace>> {
        self.by_workload.get(workload)
    }

    /// Every trace with the name of its workload, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Trace>)> {
        self.by_workload.iter().map(|(workload, trace)| (workload.as_str(), trace))
    }
}

/// What is wrong with a trace: at the place that names it, with the line of the trace beside it.
fn diagnostic(loaded: &Loaded, path: &Given<String>, whole: &str, fault: Fault, sources: &mut Sources) -> Diagnostic {
    let name = &path.value;
    let at = |code: Code, message: String, at: NodeId| loaded.document.diagnostic(code, at, message);
    match fault {
        Fault::Unreadable(error) => {
            at(Code::TraceUnreadable, format!("cannot read `{name}`: {}", why(&error)), path.at)
                .label("write the path of a CSV file, relative to the scenario's folder")
        }
        Fault::File(problem) => {
            at(problem.code, format!("`{name}` {}", problem.message), path.at).label(problem.instead)
        }
        Fault::Row(row) => {
            let (number, problem) = (row.number, &row.problem);
            let found = at(problem.code, format!("line {number} of `{name}` {}", problem.message), path.at);
            let found = found.label(format!("look at line {number} of it"));
            let instead = problem.instead.clone();
            let place = quote(whole, &row, sources);
            found.related(Some(place), instead)
        }
    }
}

/// Why a file cannot be opened, without the numbers of the system.
fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file in the scenario's folder".to_owned(),
        _ => why_unread(error),
    }
}

/// The place of a cell, in a row that is added to the sources.
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
