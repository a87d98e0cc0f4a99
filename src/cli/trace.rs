//! `trace`: measured load, from what clusters have, as the trace that scenarios read.

use super::choice::{Choice, choice};
use super::console::Console;
use super::input::{self, StandardInput};
use super::output::{self, FileFormat, Output};
use super::{Status, unwritten};
use crate::diagnostic::NoCommands;
use crate::measured::{AskedTrace, Counting, GapFilling, LoadReader, LocalTimes, MeasuredLoad, Moment, StepLength};
use crate::report::Canvas;
use crate::report::measured as report;
use anyhow::{Error, Result, ensure};
use clap::Args;
use clap::builder::PossibleValue;
use std::io::Write;
use std::path::PathBuf;

/// Measured load, from what a cluster has, as the trace that a workload names.
///
/// Use it when a cluster runs already: it reads what `sacct --parsable2` of Slurm prints, what `query_range` of Prometheus answers
/// (the DCGM exporter, requests in Kubernetes), and what `/allocation` of OpenCost answers, and knows them by their beginning. Each
/// row of the trace is the mean of a step, in UTC. What the trace counts, and what became of every row that was read, is said on standard error.
///
/// Example: `rackrent trace jobs.txt --output jobs.csv`
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The files, which are stretches of one measurement; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How long each row lasts.
    #[arg(long, value_name = "DURATION", default_value = "1h", value_parser = StepLength::parse)]
    step: StepLength,
    /// From when on: a time or a day, and where the first step begins.
    #[arg(long, value_name = "TIME")]
    from: Option<String>,
    /// Until when: a time or a day, of which the midnight that it begins with is meant.
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    /// The zone of times that name none, as Slurm's: `Europe/Berlin`, `UTC` or `+01:00`.
    #[arg(long, value_name = "ZONE", value_parser = LocalTimes::parse)]
    time_zone: Option<LocalTimes>,
    /// Only accelerators of this type, as the files call it.
    #[arg(long, value_name = "TYPE")]
    accelerator: Option<String>,
    /// What values count where the files do not say, as after `sum()` of Prometheus; they are then numbers of accelerators.
    #[arg(long, value_name = "WHAT", value_parser = choice::<Counting>())]
    counts: Option<Counting>,
    /// What is put in the place of steps in which nothing was measured, and of samples that an accelerator lacks.
    #[arg(long, value_name = "HOW", default_value = "refuse", value_parser = choice::<GapFilling>())]
    gaps: GapFilling,
    /// The format of standard output: `csv`, or with --output `table`.
    #[arg(long, value_name = "FORMAT", value_parser = choice::<TraceFormat>())]
    format: Option<TraceFormat>,
    #[arg(long, value_name = "[FORMAT=]FILE", help = output::help::<TraceFormat>(), value_parser = Output::<TraceFormat>::parse)]
    output: Vec<Output<TraceFormat>>,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// A format of a trace.
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
            TraceFormat::Csv => PossibleValue::new("csv").help("The trace: a level for each step"),
            TraceFormat::Curve => {
                PossibleValue::new("curve").help("The trace as a load-duration curve: hours for each level")
            }
            TraceFormat::Table => {
                PossibleValue::new("table").help("What the trace counts, and what became of every row")
            }
            TraceFormat::Json => PossibleValue::new("json").help("The same for programs"),
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
            Counting::Allocated => "Accelerators that jobs hold, whether they compute or not",
            Counting::Requested => "Accelerators that are asked for, also by what still waits",
            Counting::Busy => "Accelerators that compute, each by the share of the time",
        })
    }
}

impl Choice for GapFilling {
    fn all() -> &'static [GapFilling] {
        &[GapFilling::Refuse, GapFilling::Zero, GapFilling::Hold, GapFilling::LeaveOut]
    }

    fn shown(self) -> PossibleValue {
        match self {
            GapFilling::Refuse => {
                PossibleValue::new("refuse").help("Nothing: there is no trace, and the gaps are told")
            }
            GapFilling::Zero => PossibleValue::new("zero").help("0: nothing was in use"),
            GapFilling::Hold => PossibleValue::new("hold").help("The level before them"),
            GapFilling::LeaveOut => PossibleValue::new("leave-out").help("Nothing: a curve does without their hours"),
        }
    }
}

/// Makes a trace.
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
        "samples hold until the next one, so that gaps cannot be left out of them; write a curve: --format curve"
    );
    let mut reader = LoadReader::new(asked(arguments)?);
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

fn asked(arguments: &Arguments) -> Result<AskedTrace> {
    let local_times = arguments.time_zone.clone().unwrap_or(LocalTimes::TakenForUtc);
    let moment = |option: &str, text: &Option<String>| {
        let read = text.as_deref().map(|text| Moment::parse(text, &local_times));
        read.transpose().map_err(|instead| anyhow::anyhow!("{option} is no time; {instead}"))
    };
    let (from, to) = (moment("--from", &arguments.from)?, moment("--to", &arguments.to)?);
    ensure!(from.zip(to).is_none_or(|(from, to)| from < to), "--to is not after --from");
    Ok(AskedTrace {
        step: arguments.step,
        from,
        to,
        local_times,
        gaps: arguments.gaps,
        counting: arguments.counts,
        accelerator: arguments.accelerator.clone(),
    })
}

/// Writes what was asked for; what a reader should know goes to standard error, unless standard output says it.
fn answer(
    arguments: &Arguments,
    load: &MeasuredLoad,
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
        TraceFormat::Csv => report::samples(load, &rows, &mut NoCommands::in_text(out)),
        TraceFormat::Curve => report::curve(load, &rows, &mut NoCommands::in_text(out)),
        TraceFormat::Table => report::table(load, canvas, &mut NoCommands::in_text(out)),
        TraceFormat::Json => report::json(load, out),
    };
    output::write_files(&arguments.output, &console.files_read, |format, out| write(*format, &file_canvas, out))?;
    write(format, &canvas, &mut console.output).map_err(unwritten)?;
    Ok(Status::Fine)
}
