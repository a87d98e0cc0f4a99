//! A trace imported from telemetry: as CSV for scenarios, as JSON (schema `rackrent.trace/1`), and as text.

use super::Canvas;
use super::json::{self, Contract};
use crate::amount::Ratio;
use crate::diagnostic::clean;
use crate::number::readable;
use crate::telemetry_import::{
    ImportedTrace, InputCount, Level, MeasurementGap, Moment, NamedLoad, SkippedRows, TraceTotals,
};
use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use textwrap::WordSplitter;

/// Significant digits of figures in text.
const DIGITS: u32 = 6;
/// Maximum accelerator types, and gaps, listed in text.
const LISTED: usize = 5;
/// Width of the column of labels, in cells.
const LABEL: usize = 10;
/// Maximum distinct levels of a trace that a scenario reads.
const MOST_LEVELS: usize = 100_000;

/// The steps with their levels; `None` for an unfilled gap.
pub type TraceRows = [(Moment, Option<Level>)];

/// Writes samples as CSV: `timestamp,accelerators`, a row per step, below a comment with the meaning of the levels.
///
/// # Errors
/// If writing fails.
pub fn samples(load: &ImportedTrace, rows: &TraceRows, out: &mut dyn Write) -> io::Result<()> {
    comment(load, out)?;
    writeln!(out, "timestamp,accelerators")?;
    let known = rows.iter().filter_map(|(start, level)| Some((start, (*level)?)));
    for (start, level) in known {
        writeln!(out, "{start},{}", level.accelerators())?;
    }
    Ok(())
}

/// Writes a load-duration curve as CSV: `accelerators,hours`, descending, below a comment with the meaning of the levels.
///
/// # Errors
/// If writing fails.
pub fn curve(load: &ImportedTrace, rows: &TraceRows, out: &mut dyn Write) -> io::Result<()> {
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

fn comment(load: &ImportedTrace, out: &mut dyn Write) -> io::Result<()> {
    let Range { from, to } = Range::of(load);
    writeln!(out, "# {} accelerators: {}", load.counting.name(), load.counting.meaning())?;
    let step = duration(load.step_seconds);
    writeln!(out, "# from {}, {from} to {to}, the mean of every {step}", load.format.name())
}

/// The period of a trace.
struct Range {
    from: String,
    to: String,
}

impl Range {
    fn of(load: &ImportedTrace) -> Range {
        let said = |moment: Option<Moment>| moment.map(|moment| moment.to_string()).unwrap_or_default();
        Range { from: said(load.from()), to: said(load.to()) }
    }
}

/// A trace imported from cluster telemetry, with the result for every row read.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct TraceJson<'a> {
    /// The format of the files.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["slurm", "prometheus", "opencost"])))]
    format: &'static str,
    /// The accelerators that a level counts: held by jobs (`allocated`), asked for (`requested`), or computing (`busy`).
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["allocated", "requested", "busy"])))]
    counts: &'static str,
    /// The start of the first step, in UTC.
    from: String,
    /// The end of the last step, in UTC.
    to: String,
    /// The length of a step, in seconds.
    step_seconds: i64,
    /// The number of steps.
    steps: usize,
    /// The total length of the steps with a level, in hours.
    hours: Ratio,
    /// Accelerator-hours of the written trace, in which a level holds for its whole step.
    accelerator_hours: Ratio,
    /// The mean level of the written trace, in accelerators: the mean load of a scenario that reads it.
    mean: Ratio,
    /// The highest level, in accelerators.
    peak: Ratio,
    /// The total measured time, in hours.
    measured_hours: Ratio,
    /// Accelerator-hours over the measured time.
    measured_accelerator_hours: Ratio,
    /// The mean level over the measured time, in accelerators: a step that was measured in part counts in part.
    measured_mean: Ratio,
    /// The number of steps measured only in part; each has the mean of that part.
    partly_measured_steps: usize,
    /// The gaps: time without measurements.
    gaps: Vec<MeasurementGap>,
    /// Counts of the items read, and of their results.
    read: &'a [InputCount],
    /// Invalid rows that were skipped, by reason.
    skipped: &'a [SkippedRows],
    /// Remarks on the files as a whole, each a sentence.
    remarks: &'a [String],
    /// The accelerators by type, if the files have types.
    accelerators: &'a [NamedLoad],
}

/// Writes everything known about a trace as JSON.
///
/// # Errors
/// If writing fails.
pub fn json(load: &ImportedTrace, out: &mut dyn Write) -> io::Result<()> {
    let Range { from, to } = Range::of(load);
    let TraceTotals { hours, accelerator_hours, mean, peak } = load.totals();
    let written = TraceJson {
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
        gaps: load.gaps(),
        read: &load.tallies,
        skipped: &load.skipped,
        remarks: &load.remarks,
        accelerators: &load.by_name,
    };
    json::write(Contract::Trace, &written, out)
}

/// Summary of a trace and of the rows read, wrapped to a width.
#[must_use]
pub fn summary(load: &ImportedTrace, width: usize) -> String {
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
    lines.push(("Load", format!("{}, {} at the peak", over(accelerator_hours, hours, mean), figure(peak))));
    // both are quotients and may differ in their last digits
    if hours.round_dp(9) != load.measured_hours().round_dp(9) {
        let measured = over(load.measured_accelerator_hours(), load.measured_hours(), load.measured_mean());
        lines.push(("Measured", measured));
    }
    lines.extend(by_type(load).map(|said| ("Types", said)));
    lines.push(("Read", read(&load.tallies)));
    lines.extend(notes(load));
    lines.into_iter().map(|(label, text)| line(label, &text, width)).collect()
}

/// Skipped rows, gaps and notes, wrapped to a width.
#[must_use]
pub fn warnings(load: &ImportedTrace, width: usize) -> String {
    notes(load).into_iter().map(|(label, text)| line(label, &text, width)).collect()
}

/// Skipped rows, gaps and notes, each with its label.
fn notes(load: &ImportedTrace) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    for skipped in &load.skipped {
        let more = if skipped.rows == 1 { String::new() } else { format!("; {} more like it", skipped.rows - 1) };
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
                "no measurements in {} of {}: {}",
                readable(missing.into(), 20),
                steps(load.steps.len() as u64),
                listed.join(", ")
            ),
        ));
    }
    let partly = load.partly_measured();
    if partly > 0 {
        notes.push(("Note", format!("{} measured only in part; the level is the mean of that part", of_steps(partly))));
    }
    let levels = load.steps.iter().filter_map(|step| step.level).collect::<std::collections::BTreeSet<_>>().len();
    if levels > MOST_LEVELS {
        let said = format!("{levels} distinct levels; a scenario reads at most {MOST_LEVELS}, so use a longer --step");
        notes.push(("Note", said));
    }
    notes.extend(load.remarks.iter().map(|remark| ("Note", remark.clone())));
    notes
}

fn by_type(load: &ImportedTrace) -> Option<String> {
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

fn read(tallies: &[InputCount]) -> String {
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

/// A duration in the longest unit that divides it: `1 h`, `90 s`.
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
    // dates are not hyphenated
    textwrap::fill(&clean(text), options.word_splitter(WordSplitter::NoHyphenation)) + "\n"
}

/// Writes the summary.
///
/// # Errors
/// If writing fails.
pub fn table(load: &ImportedTrace, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
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
