//! A trace that was made of measured load: as the CSV that scenarios name, as JSON (schema `rackrent.trace/1`), and in words.

use super::Canvas;
use super::json::{self, Contract};
use crate::amount::Ratio;
use crate::diagnostic::clean;
use crate::measured::{Level, MeasuredLoad, Moment, Tally, TraceTotals};
use crate::number::readable;
use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use textwrap::WordSplitter;

/// Digits of figures in words.
const DIGITS: u32 = 6;
/// Names of accelerators, and gaps, that are listed in words.
const LISTED: usize = 5;
/// Cells before what is said.
const LABEL: usize = 10;
/// Different levels that a scenario reads of a trace.
const MOST_LEVELS: usize = 100_000;

/// The steps with their levels; none where nothing is known, and nothing was put in its place.
pub type TraceRows = [(Moment, Option<Level>)];

/// Samples: `timestamp,accelerators`, a row for each step, below a comment that says what they count.
///
/// # Errors
/// If nothing can be written.
pub fn samples(load: &MeasuredLoad, rows: &TraceRows, out: &mut dyn Write) -> io::Result<()> {
    comment(load, out)?;
    writeln!(out, "timestamp,accelerators")?;
    let known = rows.iter().filter_map(|(start, level)| Some((start, (*level)?)));
    for (start, level) in known {
        writeln!(out, "{start},{}", level.accelerators())?;
    }
    Ok(())
}

/// A load-duration curve: `accelerators,hours`, falling, below a comment that says what it counts.
///
/// # Errors
/// If nothing can be written.
pub fn curve(load: &MeasuredLoad, rows: &TraceRows, out: &mut dyn Write) -> io::Result<()> {
    let mut steps: BTreeMap<Level, u64> = BTreeMap::new();
    for level in rows.iter().filter_map(|(_, level)| *level) {
        *steps.entry(level).or_default() += 1;
    }
    comment(load, out)?;
    writeln!(out, "accelerators,hours")?;
    for (level, count) in steps.into_iter().rev() {
        let hours = Decimal::from(count) * Decimal::from(load.step_seconds) / Decimal::from(3_600);
        writeln!(out, "{},{}", level.accelerators(), hours.normalize())?;
    }
    Ok(())
}

fn comment(load: &MeasuredLoad, out: &mut dyn Write) -> io::Result<()> {
    let Range { from, to } = Range::of(load);
    writeln!(out, "# {} accelerators: {}", load.counting.name(), load.counting.meaning())?;
    let step = duration(load.step_seconds);
    writeln!(out, "# from {}, {from} to {to}, the mean of every {step}", load.format.name())
}

/// From when until when.
struct Range {
    from: String,
    to: String,
}

impl Range {
    fn of(load: &MeasuredLoad) -> Range {
        let said = |moment: Option<Moment>| moment.map(|moment| moment.to_string()).unwrap_or_default();
        Range { from: said(load.from()), to: said(load.to()) }
    }
}

/// A trace that was made of what clusters have measured, and what became of every row.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WrittenTrace<'a> {
    /// Which program wrote the files.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["slurm", "prometheus", "opencost"])))]
    format: &'static str,
    /// What a level counts: accelerators that jobs hold (`allocated`), that are asked for (`requested`), or that compute (`busy`).
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["allocated", "requested", "busy"])))]
    counts: &'static str,
    /// When the first step begins, in UTC.
    from: String,
    /// When the last step ends, in UTC.
    to: String,
    /// How long a step lasts, in seconds.
    step_seconds: i64,
    /// How many there are.
    steps: usize,
    /// How long the steps of the trace last together, in hours: those with a level.
    hours: Ratio,
    /// Accelerators times hours, of the trace as it is written: a level holds for its whole step.
    accelerator_hours: Ratio,
    /// The mean level of the trace as it is written, in accelerators: that of the load that a scenario reads of it.
    mean: Ratio,
    /// The highest level, in accelerators.
    peak: Ratio,
    /// For how long anything was measured, in hours.
    measured_hours: Ratio,
    /// Accelerators times hours, over what was measured.
    measured_accelerator_hours: Ratio,
    /// The mean level of the time that was measured, in accelerators: a step of which less was measured counts less.
    measured_mean: Ratio,
    /// Steps of which only a part was measured; each has the mean of that part.
    partly_measured_steps: usize,
    /// Stretches of which nothing is known.
    gaps: Vec<WrittenGap>,
    /// What was read, and what became of it.
    read: Vec<WrittenTally>,
    /// What was skipped because it is wrong, by reason.
    skipped: Vec<WrittenSkipped<'a>>,
    /// What a reader should know of the files as a whole, each a sentence.
    remarks: &'a [String],
    /// The accelerators by their types, where the files have types.
    accelerators: Vec<WrittenType<'a>>,
}

/// Steps after one another of which nothing is known.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenGap {
    /// When the first begins, in UTC.
    from: String,
    /// How many.
    steps: u64,
}

/// A number of things that were read.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenTally {
    /// What: `jobs`, `steps`, `samples`, and others.
    name: &'static str,
    /// How many.
    count: u64,
}

/// Rows that were skipped for one reason.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenSkipped<'a> {
    /// The reason.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["cells", "encoding", "time", "reversed", "endless", "accelerators", "unordered"])))]
    reason: &'static str,
    /// How many.
    rows: u64,
    /// The place of the first: `FILE:LINE`, or in JSON the file with the numbers of the series and the sample, or of the window.
    first: &'a str,
    /// What is wrong with that.
    message: &'a str,
}

/// Accelerators of one type.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenType<'a> {
    /// The type, as the files call it; none for those without.
    name: Option<&'a str>,
    /// Accelerators times hours, over what was measured.
    accelerator_hours: Ratio,
}

/// All that is known of a trace, for programs.
///
/// # Errors
/// If nothing can be written.
pub fn json(load: &MeasuredLoad, out: &mut dyn Write) -> io::Result<()> {
    let Range { from, to } = Range::of(load);
    let TraceTotals { hours, accelerator_hours, mean, peak } = load.totals();
    let gaps = load.gaps().into_iter().map(|gap| WrittenGap { from: gap.from.to_string(), steps: gap.steps });
    let read = load.tallies.iter().map(|tally| WrittenTally { name: tally.name, count: tally.count });
    let skipped = load.skipped.iter().map(|skipped| WrittenSkipped {
        reason: skipped.flaw.name(),
        rows: skipped.rows,
        first: &skipped.first,
        message: &skipped.message,
    });
    let accelerators = load
        .by_name
        .iter()
        .map(|named| WrittenType { name: named.name.as_deref(), accelerator_hours: named.accelerator_hours.into() });
    let written = WrittenTrace {
        format: load.format.name(),
        counts: load.counting.name(),
        from,
        to,
        step_seconds: load.step_seconds,
        steps: load.steps.len(),
        hours: hours.into(),
        accelerator_hours: accelerator_hours.into(),
        mean: mean.into(),
        peak: peak.into(),
        measured_hours: load.measured_hours().into(),
        measured_accelerator_hours: load.measured_accelerator_hours().into(),
        measured_mean: load.measured_mean().into(),
        partly_measured_steps: load.partly_measured(),
        gaps: gaps.collect(),
        read: read.collect(),
        skipped: skipped.collect(),
        remarks: &load.remarks,
        accelerators: accelerators.collect(),
    };
    json::write(Contract::Trace, &written, out)
}

/// What the trace is, and what became of every row, in lines of a width.
#[must_use]
pub fn summary(load: &MeasuredLoad, width: usize) -> String {
    let mut lines = vec![("Counts", format!("{} accelerators: {}", load.counting.name(), load.counting.meaning()))];
    let Range { from, to } = Range::of(load);
    lines.push((
        "Time",
        format!("{from} to {to}, {} of {}", steps(load.steps.len() as u64), duration(load.step_seconds)),
    ));
    let figure = |value: Decimal| readable(value, DIGITS);
    let TraceTotals { hours, accelerator_hours, mean, peak } = load.totals();
    let over = |area, hours, mean| {
        format!("{} accelerator-hours in {} h; {} on average", figure(area), figure(hours), figure(mean))
    };
    lines.push(("Load", format!("{}, {} in the highest step", over(accelerator_hours, hours, mean), figure(peak))));
    // both are quotients, which may differ in their last digits
    if hours.round_dp(9) != load.measured_hours().round_dp(9) {
        let measured = over(load.measured_accelerator_hours(), load.measured_hours(), load.measured_mean());
        lines.push(("Measured", measured));
    }
    lines.extend(by_type(load).map(|said| ("Types", said)));
    lines.push(("Read", read(&load.tallies)));
    lines.extend(notes(load));
    lines.into_iter().map(|(label, text)| line(label, &text, width)).collect()
}

/// What was skipped, and what a reader should know, in lines of a width.
#[must_use]
pub fn warnings(load: &MeasuredLoad, width: usize) -> String {
    notes(load).into_iter().map(|(label, text)| line(label, &text, width)).collect()
}

/// What a reader should know, each with its label.
fn notes(load: &MeasuredLoad) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    for skipped in &load.skipped {
        let more = if skipped.rows == 1 { String::new() } else { format!("; so are {} more", skipped.rows - 1) };
        notes.push(("Skipped", format!("{} {}{more}", skipped.first, skipped.message)));
    }
    let gaps = load.gaps();
    if let Some(missing) = gaps.iter().map(|gap| gap.steps).reduce(|all, next| all + next) {
        let listed = gaps.iter().take(LISTED).map(|gap| format!("{} from {} on", steps(gap.steps), gap.from));
        let mut listed: Vec<String> = listed.collect();
        if gaps.len() > LISTED {
            listed.push("and others".to_owned());
        }
        notes.push((
            "Gaps",
            format!(
                "nothing was measured in {} of {}: {}",
                readable(missing.into(), 20),
                steps(load.steps.len() as u64),
                listed.join(", ")
            ),
        ));
    }
    let partly = load.partly_measured();
    if partly > 0 {
        notes.push(("Note", format!("{} measured in part; the level is the mean of that part", of_steps(partly))));
    }
    let levels = load.steps.iter().filter_map(|step| step.level).collect::<std::collections::BTreeSet<_>>().len();
    if levels > MOST_LEVELS {
        let said = format!("{levels} levels differ, and a scenario reads at most {MOST_LEVELS}; take a longer --step");
        notes.push(("Note", said));
    }
    notes.extend(load.remarks.iter().map(|remark| ("Note", remark.clone())));
    notes
}

fn by_type(load: &MeasuredLoad) -> Option<String> {
    let mut named: Vec<_> = load.by_name.iter().collect();
    named.sort_by_key(|named| std::cmp::Reverse(named.accelerator_hours));
    let said = named.iter().take(LISTED).map(|named| {
        let name = named.name.as_deref().unwrap_or("without a type");
        format!("{name} {} h", readable(named.accelerator_hours, DIGITS))
    });
    let mut said: Vec<String> = said.collect();
    if named.len() > LISTED {
        said.push(format!("and {} more", named.len() - LISTED));
    }
    (!said.is_empty()).then(|| said.join(", "))
}

fn read(tallies: &[Tally]) -> String {
    let said = tallies.iter().filter(|tally| tally.count > 0);
    let said: Vec<String> =
        said.map(|tally| format!("{}: {}", tally.meaning, readable(tally.count.into(), 20))).collect();
    said.join("; ")
}

fn steps(count: u64) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{} steps", readable(count.into(), 20)) }
}

fn of_steps(count: usize) -> String {
    if count == 1 { "1 step was".to_owned() } else { format!("{} steps were", readable(Decimal::from(count), 20)) }
}

/// Seconds in the longest unit of which they are a whole number.
fn duration(seconds: i64) -> String {
    let units = [(86_400, "d"), (3_600, "h"), (60, "min")];
    match units.into_iter().find(|(length, _)| seconds % length == 0) {
        Some((length, unit)) => format!("{} {unit}", seconds / length),
        None => format!("{seconds} s"),
    }
}

fn line(label: &str, text: &str, width: usize) -> String {
    let indent = " ".repeat(LABEL);
    let first = format!("{label:LABEL$}");
    let options = textwrap::Options::new(width).initial_indent(&first).subsequent_indent(&indent);
    // a date stays in one piece
    textwrap::fill(&clean(text), options.word_splitter(WordSplitter::NoHyphenation)) + "\n"
}

/// The summary on a page of its own.
///
/// # Errors
/// If nothing can be written.
pub fn table(load: &MeasuredLoad, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(summary(load, canvas.width).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_stays_in_one_line() {
        let said = "jobs.txt:3 ends at 2026-11-01T03:30:00, before it starts at 2026-11-01T04:30:00";
        for width in 40..100 {
            let lines = line("Skipped", said, width);
            for date in ["2026-11-01T03:30:00,", "2026-11-01T04:30:00"] {
                assert!(lines.contains(date), "{width}: {lines}");
            }
        }
    }
}
