//! Telemetry import: traces of measured load from Slurm accounting, Prometheus range queries (DCGM exporter, Kubernetes requests)
//! and OpenCost allocations. It knows no scenario and no price. Rows become levels that hold over time spans, and levels become
//! the mean of each step.
//!
//! Files are streams. Memory grows with the steps of the trace, with the jobs that held accelerators (to recognise a job in two
//! files), and with the samples of a range query, at most eight million per file because an accelerator may have many series.
//! Nothing is dropped silently: a row is counted, added to a tally of what became of it, or skipped with its position and the
//! reason.

mod bins;
mod fault;
mod json;
mod lines;
mod load;
mod metric;
mod moment;
mod opencost;
mod prometheus;
mod request;
mod result;
mod samples;
mod series;
mod slice;
mod slurm;

pub use fault::{SkipReason, SkippedRows, TraceError};
pub use moment::Moment;
pub use request::{Counting, LocalTimes, StepLength, TraceRequest};
pub use result::{
    GapFilling, ImportedTrace, InputCount, Level, LoadFormat, MeasurementGap, NamedLoad, StepLoad, TraceTotals,
};

use fault::AllSkipped;
use json::{Answer, AnswerOf};
use lines::{Lines, unreadable};
use load::Load;
use opencost::Allocations;
use prometheus::Queried;
use slurm::Jobs;
use std::io::{BufRead, BufReader, Read};

/// Bytes of a read buffer.
const PIECE: usize = 1 << 16;

/// Reader of load files, one after another.
#[derive(Debug)]
pub struct LoadReader {
    request: TraceRequest,
    format: Option<LoadFormat>,
    jobs: Jobs,
    jobs_load: Load,
    queried: Queried,
    allocations: Allocations,
    skipped: AllSkipped,
    remarks: Vec<String>,
}

impl LoadReader {
    /// Reader without files.
    #[must_use]
    pub fn new(request: TraceRequest) -> LoadReader {
        LoadReader {
            format: None,
            jobs: Jobs::new(&request),
            jobs_load: Load::new(&request),
            queried: Queried::new(&request),
            allocations: Allocations::new(&request),
            skipped: AllSkipped::default(),
            remarks: Vec::new(),
            request,
        }
    }

    /// Reads a file to its end. Its first bytes determine the format.
    ///
    /// # Errors
    /// If the format is unknown, the file is incomplete, or it is from another program than the file before it.
    pub fn read(&mut self, name: &str, input: &mut dyn Read) -> Result<(), TraceError> {
        let mut input = BufReader::with_capacity(PIECE, input);
        let format = if is_json(&mut input).map_err(|error| unreadable(&error).at(name))? {
            let sinks = (&mut self.queried, &mut self.allocations);
            match Answer::new(name, sinks, &mut self.skipped, &mut self.remarks).read(input)? {
                AnswerOf::Prometheus => LoadFormat::Prometheus,
                AnswerOf::OpenCost => LoadFormat::OpenCost,
            }
        } else {
            self.table(name, &mut input)?;
            LoadFormat::Slurm
        };
        match *self.format.get_or_insert(format) {
            before if before == format => Ok(()),
            before => {
                let message = format!("it is from {}, but the file before it is from {}", format.name(), before.name());
                Err(TraceError::new(message, "make one trace per program").at(name))
            }
        }
    }

    fn table(&mut self, name: &str, input: &mut dyn BufRead) -> Result<(), TraceError> {
        let mut lines = Lines::new(name, input);
        while lines.advance()?.is_some() {
            if lines.line().trim_ascii().is_empty() {
                continue;
            }
            let header = String::from_utf8_lossy(lines.line());
            if slurm::is_header(&header) {
                return self.jobs.read(&mut lines, &mut self.jobs_load, &mut self.skipped);
            }
            return Err(unknown(&header).at(lines.place()));
        }
        Err(TraceError::new("it is empty", "check the command that wrote it").at(name))
    }

    /// Load of all files.
    ///
    /// # Errors
    /// If the files have no load, or do not count what was requested.
    pub fn finish(mut self) -> Result<ImportedTrace, TraceError> {
        let request = self.request;
        let format = self.format.ok_or_else(|| TraceError::new("no file was read", "name a file"))?;
        let (load, counting, tallies, by_name) = match format {
            LoadFormat::Slurm => {
                let accounted = self.jobs.finish(&mut self.jobs_load, &self.skipped, &mut self.remarks)?;
                (self.jobs_load, accounted.counting, accounted.tallies, accounted.by_name)
            }
            LoadFormat::Prometheus => {
                let counting = self.queried.counting.ok_or_else(|| self.queried.nothing())?;
                let mut load = Load::new(&request);
                let tallies = self.queried.finish(&mut load, &mut self.remarks)?;
                (load, counting, tallies, Vec::new())
            }
            LoadFormat::OpenCost => {
                if request.accelerator.is_some() {
                    let message = "OpenCost does not specify the type of accelerators";
                    return Err(TraceError::new(message, "omit --accelerator and filter in the query"));
                }
                let tallies = self.allocations.finish(&mut self.remarks)?;
                (self.allocations.load, Counting::Allocated, tallies, Vec::new())
            }
        };
        if let Some(requested) = request.counting.filter(|requested| *requested != counting) {
            let message = format!("the files count {} accelerators, not {}", counting.name(), requested.name());
            return Err(TraceError::new(message, "omit --counts: the files specify what they count"));
        }
        let steps = load.steps()?;
        self.remarks.extend(load.shorter_than_requested(&steps).into_iter().flatten());
        let step_seconds = request.step.seconds();
        let (skipped, remarks) = (self.skipped.into_list(), self.remarks);
        let gaps_are = request.gaps;
        Ok(ImportedTrace { format, counting, step_seconds, steps, tallies, skipped, remarks, gaps_are, by_name })
    }
}

/// Whether a file begins like JSON.
fn is_json(input: &mut dyn BufRead) -> std::io::Result<bool> {
    let begun = input.fill_buf()?;
    let begun = begun.strip_prefix("\u{feff}".as_bytes()).unwrap_or(begun);
    Ok(begun.trim_ascii_start().starts_with(b"{") || begun.trim_ascii_start().starts_with(b"["))
}

/// Error of a file in an unknown format.
fn unknown(line: &str) -> TraceError {
    let looks_like_a_trace = ["timestamp,accelerators", "accelerators,hours"].contains(&line.trim());
    let is_exposition = line.starts_with("# HELP") || line.starts_with("# TYPE");
    let is_compressed = line.starts_with('\u{1f}');
    let (message, instead) = if looks_like_a_trace {
        ("it is already a trace", "use it as `trace` of a workload")
    } else if is_exposition {
        ("it is the output of an exporter at one instant", "query Prometheus for a time range (query_range)")
    } else if is_compressed {
        ("it is compressed", "unpack it, for example with `zcat FILE | rackrent trace -`")
    } else {
        (
            "unrecognised format",
            "give the output of `sacct --parsable2` with its header, or an answer of Prometheus query_range or OpenCost /allocation",
        )
    };
    TraceError::new(format!("{message}: `{}`", fault::shown(line.trim())), instead)
}
