//! `trace`: converts cluster telemetry into the traces that scenarios read.

use super::choice::{Choice, choice};
use super::console::Console;
use super::input::{self, StandardInput};
use super::output::{self, FileFormat, Output};
use super::{Status, unwritten};
use crate::diagnostic::CommandFilter;
use crate::report::Canvas;
use crate::report::telemetry as report;
use crate::telemetry_import::{
    Counting, GapFilling, ImportedTrace, LoadReader, LocalTimes, Moment, StepLength, TraceRequest,
};
use anyhow::{Error, Result, ensure};
use clap::Args;
use clap::builder::PossibleValue;
use std::io::Write;
use std::path::PathBuf;

/// Convert cluster telemetry into a demand trace.
///
/// Use it when you already run a cluster. It reads the output of `sacct --parsable2` (Slurm), of `query_range` (Prometheus: the
/// DCGM exporter, requests in Kubernetes) and of `/allocation` (OpenCost), and detects which one it is from the start of a file.
/// A workload names the resulting trace; each row is the mean over a step, in UTC. Standard error states what the trace counts,
/// and what happened to every row that was read.
///
/// Example: `rackrent trace jobs.txt --output jobs.csv`
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Telemetry files, which are parts of one measurement; `-` reads standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Duration of each row.
    #[arg(long, value_name = "DURATION", default_value = "1h", value_parser = StepLength::parse)]
    step: StepLength,
    /// Start, a time or a day; the first step starts there.
    #[arg(long, value_name = "TIME")]
    from: Option<String>,
    /// End, a time or a day; a day means the midnight at its start.
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    /// Time zone of times without one, such as those of Slurm: `Europe/Berlin`, `UTC` or `+01:00`.
    #[arg(long, value_name = "ZONE", value_parser = LocalTimes::parse)]
    time_zone: Option<LocalTimes>,
    /// Include only accelerators of this type, as the files name it.
    #[arg(long, value_name = "TYPE")]
    accelerator: Option<String>,
    /// What the values count if the files do not say, as after `sum()` in Prometheus; the values are then numbers of
    /// accelerators.
    #[arg(long, value_name = "MEASURE", value_parser = choice::<Counting>())]
    counts: Option<Counting>,
    /// How to fill steps without measurements, and samples that an accelerator lacks.
    #[arg(long, value_name = "METHOD", default_value = "refuse", value_parser = choice::<GapFilling>())]
    gaps: GapFilling,
    /// Format of standard output; default: `csv`, or `table` with --output.
    #[arg(long, value_name = "FORMAT", value_parser = choice::<TraceFormat>())]
    format: Option<TraceFormat>,
    #[arg(long, value_name = "[FORMAT=]FILE", help = output::help::<TraceFormat>(), value_parser = Output::<TraceFormat>::parse)]
    output: Vec<Output<TraceFormat>>,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Output format of `trace`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TraceFormat {
    Csv,
    Curve,
    Table,
    Json,
}

impl Choice for TraceFormat {
    fn all() -> &'static [TraceFormat] {
        &[TraceFormat::Csv, TraceFormat::Curve, TraceFormat::Table, TraceFormat::Json]
    }

    fn shown(self) -> PossibleValue {
        match self {
            TraceFormat::Csv => PossibleValue::new("csv").help("The trace: one level for each step"),
            TraceFormat::Curve => {
                PossibleValue::new("curve").help("The trace as a load-duration curve: hours for each level")
            }
            TraceFormat::Table => {
                PossibleValue::new("table").help("Summary: what the trace counts, and what happened to every row")
            }
            TraceFormat::Json => PossibleValue::new("json").help("The summary for programs"),
        }
    }
}

impl FileFormat for TraceFormat {
    const SAID: &str = "curve=load.csv";

    fn endings(self) -> &'static [&'static str] {
        match self {
            TraceFormat::Csv => &["csv"],
            TraceFormat::Curve => &["curve.csv"],
            TraceFormat::Table => &["txt"],
            TraceFormat::Json => &["json"],
        }
    }
}

impl Choice for Counting {
    fn all() -> &'static [Counting] {
        &Counting::ALL
    }

    fn shown(self) -> PossibleValue {
        PossibleValue::new(self.name()).help(match self {
            Counting::Allocated => "Accelerators that jobs hold, busy or idle",
            Counting::Requested => "Accelerators that jobs request, including waiting jobs",
            Counting::Busy => "Accelerators that compute, weighted by their busy time",
        })
    }
}

impl Choice for GapFilling {
    fn all() -> &'static [GapFilling] {
        &[GapFilling::Refuse, GapFilling::Zero, GapFilling::Hold, GapFilling::LeaveOut]
    }

    fn shown(self) -> PossibleValue {
        match self {
            GapFilling::Refuse => PossibleValue::new("refuse").help("Do not fill: list the gaps and write no trace"),
            GapFilling::Zero => PossibleValue::new("zero").help("0: nothing was in use"),
            GapFilling::Hold => PossibleValue::new("hold").help("The level before the gap"),
            GapFilling::LeaveOut => PossibleValue::new("leave-out").help("Do not fill: a curve omits these hours"),
        }
    }
}

/// Converts telemetry into a trace.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    input::once(&arguments.files)?;
    output::check(&arguments.output, &arguments.files)?;
    let format = arguments.format.unwrap_or(match arguments.output.as_slice() {
        [] => TraceFormat::Csv,
        [_, ..] => TraceFormat::Table,
    });
    let formats: Vec<TraceFormat> = arguments.output.iter().map(|output| output.format).chain([format]).collect();
    ensure!(
        arguments.gaps != GapFilling::LeaveOut || !formats.contains(&TraceFormat::Csv),
        "samples hold until the next one, so gaps cannot be left out; write a curve: --format curve"
    );
    let mut reader = LoadReader::new(trace_request(arguments)?);
    for path in &arguments.files {
        let read = input::open(path, &arguments.standard_input, &mut console.input).and_then(|mut file| {
            reader.read(&input::name(path, &arguments.standard_input), &mut *file).map_err(Error::new)
        });
        if let Err(error) = read {
            console.unreadable(path, &arguments.standard_input, &error);
            return Ok(Status::NoAnswer);
        }
    }
    let load = reader.finish().map_err(Error::new)?;
    answer(arguments, &load, format, &formats, console)
}

fn trace_request(arguments: &Arguments) -> Result<TraceRequest> {
    let local_times = arguments.time_zone.clone().unwrap_or(LocalTimes::AssumedUtc);
    let moment = |option: &str, text: &Option<String>| {
        let read = text.as_deref().map(|text| Moment::parse(text, &local_times));
        read.transpose().map_err(|instead| anyhow::anyhow!("{option} is not a valid time; {instead}"))
    };
    let (from, to) = (moment("--from", &arguments.from)?, moment("--to", &arguments.to)?);
    ensure!(from.zip(to).is_none_or(|(from, to)| from < to), "--to must be after --from");
    Ok(TraceRequest {
        step: arguments.step,
        from,
        to,
        local_times,
        gaps: arguments.gaps,
        counting: arguments.counts,
        accelerator: arguments.accelerator.clone(),
    })
}

/// Writes the requested outputs; the summary goes to standard error, unless standard output contains it.
fn answer(
    arguments: &Arguments,
    load: &ImportedTrace,
    format: TraceFormat,
    formats: &[TraceFormat],
    console: &mut Console<'_>,
) -> Result<Status> {
    let canvas = console.canvas();
    let notes = match format {
        TraceFormat::Csv | TraceFormat::Curve => report::summary(load, canvas.width),
        TraceFormat::Json => report::warnings(load, canvas.width),
        TraceFormat::Table => String::new(),
    };
    notes.lines().for_each(|line| console.note(line));
    let needs_rows = formats.iter().any(|format| matches!(format, TraceFormat::Csv | TraceFormat::Curve));
    let rows = if needs_rows { load.filled().map_err(Error::new)? } else { Vec::new() };
    let file_canvas = console.file_canvas();
    let write = |format: TraceFormat, canvas: &Canvas, out: &mut dyn Write| match format {
        TraceFormat::Csv => report::samples(load, &rows, &mut CommandFilter::in_text(out)),
        TraceFormat::Curve => report::curve(load, &rows, &mut CommandFilter::in_text(out)),
        TraceFormat::Table => report::table(load, canvas, &mut CommandFilter::in_text(out)),
        TraceFormat::Json => report::json(load, out),
    };
    output::write_files(&arguments.output, &console.files_read, |format, out| write(*format, &file_canvas, out))?;
    write(format, &canvas, &mut console.output).map_err(unwritten)?;
    Ok(Status::Fine)
}
