//! Measured load, from what clusters have, to a trace: accounting of Slurm, ranges of Prometheus (the DCGM exporter, requests in
//! Kubernetes), allocations of OpenCost. Knows no scenario and no price; what a row says is read into levels that were held from
//! when until when, and levels into the mean of each step.
//!
//! Files are streams. What is kept grows with the steps of the trace, with the jobs that held accelerators (to know one that two
//! files have), and with the samples of a range query, of which a file may have eight million: an accelerator may have many series. Nothing is dropped silently: a row is counted, or
//! tallied with what became of it, or skipped with its place and the reason.

mod asked;
mod bins;
mod bounded;
mod fault;
mod json;
mod lines;
mod load;
mod metric;
mod moment;
mod opencost;
mod prometheus;
mod result;
mod samples;
mod series;
mod slice;
mod slurm;

pub use asked::{AskedTrace, Counting, LocalTimes, StepLength};
pub use fault::{Flaw, NoTrace, SkippedRows};
pub use moment::Moment;
pub use result::{GapFilling, Level, LoadFormat, MeasuredLoad, MeasuringGap, NamedLoad, StepLoad, Tally, TraceTotals};

use fault::AllSkipped;
use json::{Answer, AnswerOf};
use lines::{Lines, unreadable};
use load::Load;
use opencost::Allocations;
use prometheus::Queried;
use slurm::Jobs;
use std::io::{BufRead, BufReader, Read};

/// Bytes that are read at once.
const PIECE: usize = 1 << 16;

/// Files of measured load, as they are read one after another.
#[derive(Debug)]
pub struct LoadReader {
    asked: AskedTrace,
    format: Option<LoadFormat>,
    jobs: Jobs,
    jobs_load: Load,
    queried: Queried,
    allocations: Allocations,
    skipped: AllSkipped,
    remarks: Vec<String>,
}

impl LoadReader {
    /// Nothing yet.
    #[must_use]
    pub fn new(asked: AskedTrace) -> LoadReader {
        LoadReader {
            format: None,
            jobs: Jobs::new(&asked),
            jobs_load: Load::new(&asked),
            queried: Queried::new(&asked),
            allocations: Allocations::new(&asked),
            skipped: AllSkipped::default(),
            remarks: Vec::new(),
            asked,
        }
    }

    /// Reads a file to its end; what it is, its beginning says.
    ///
    /// # Errors
    /// If it is nothing that is read here, or ends in the middle, or is of another program than the file before it.
    pub fn read(&mut self, name: &str, input: &mut dyn Read) -> Result<(), NoTrace> {
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
                let message = format!("it is of {}, and the file before it of {}", format.name(), before.name());
                Err(NoTrace::new(message, "make a trace of each").at(name))
            }
        }
    }

    fn table(&mut self, name: &str, input: &mut dyn BufRead) -> Result<(), NoTrace> {
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
        Err(NoTrace::new("it is empty", "look at the command that wrote it").at(name))
    }

    /// What all files come to.
    ///
    /// # Errors
    /// If they hold no load, or what they count is not what was asked for.
    pub fn finish(mut self) -> Result<MeasuredLoad, NoTrace> {
        let asked = self.asked;
        let format = self.format.ok_or_else(|| NoTrace::new("no file was read", "name one"))?;
        let (load, counting, tallies, by_name) = match format {
            LoadFormat::Slurm => {
                let accounted = self.jobs.finish(&mut self.jobs_load, &self.skipped, &mut self.remarks)?;
                (self.jobs_load, accounted.counting, accounted.tallies, accounted.by_name)
            }
            LoadFormat::Prometheus => {
                let counting = self.queried.counting.ok_or_else(|| self.queried.nothing())?;
                let mut load = Load::new(&asked);
                let tallies = self.queried.finish(&mut load, &mut self.remarks)?;
                (load, counting, tallies, Vec::new())
            }
            LoadFormat::OpenCost => {
                if asked.accelerator.is_some() {
                    let message = "OpenCost names no type of accelerator";
                    return Err(NoTrace::new(message, "leave out --accelerator, and choose by filter of the query"));
                }
                let tallies = self.allocations.finish(&mut self.remarks)?;
                (self.allocations.load, Counting::Allocated, tallies, Vec::new())
            }
        };
        if let Some(wanted) = asked.counting.filter(|wanted| *wanted != counting) {
            let message = format!("the files count {} accelerators, not {}", counting.name(), wanted.name());
            return Err(NoTrace::new(message, "leave out --counts: they say what they count"));
        }
        let steps = load.steps()?;
        self.remarks.extend(load.shorter_than_asked(&steps).into_iter().flatten());
        let step_seconds = asked.step.seconds();
        let (skipped, remarks) = (self.skipped.into_list(), self.remarks);
        let gaps_are = asked.gaps;
        Ok(MeasuredLoad { format, counting, step_seconds, steps, tallies, skipped, remarks, gaps_are, by_name })
    }
}

/// Whether a file begins like JSON.
fn is_json(input: &mut dyn BufRead) -> std::io::Result<bool> {
    let begun = input.fill_buf()?;
    let begun = begun.strip_prefix("\u{feff}".as_bytes()).unwrap_or(begun);
    Ok(begun.trim_ascii_start().starts_with(b"{") || begun.trim_ascii_start().starts_with(b"["))
}

/// The error of a file that begins like nothing that is read here.
fn unknown(line: &str) -> NoTrace {
    let looks_like_a_trace = ["timestamp,accelerators", "accelerators,hours"].contains(&line.trim());
    let is_exposition = line.starts_with("# HELP") || line.starts_with("# TYPE");
    let is_compressed = line.starts_with('\u{1f}');
    let (message, instead) = if looks_like_a_trace {
        ("it is a trace already", "name it as `trace` of a workload")
    } else if is_exposition {
        ("it is what an exporter shows at one instant", "ask Prometheus for a range of time (query_range)")
    } else if is_compressed {
        ("it is compressed", "unpack it, as by `zcat FILE | rackrent trace -`")
    } else {
        (
            "it begins like nothing that is read here",
            "give what `sacct --parsable2` prints with its header, what query_range of Prometheus or /allocation of OpenCost answers",
        )
    };
    NoTrace::new(format!("{message}: `{}`", fault::shown(line.trim())), instead)
}
