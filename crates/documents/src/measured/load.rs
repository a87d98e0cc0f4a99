//! Load as it is read: levels within the time that is asked for, and for which time anything is known.

use super::asked::AskedTrace;
use super::bins::{Bins, MOST_STEPS, TooManySteps};
use super::fault::NoTrace;
use super::moment::Moment;
use super::result::{Level, StepLoad};
use rust_decimal::Decimal;

/// An accelerator in the parts that levels are counted in: billionths of a seventh, so that sevenths, quarters and halves are exact.
pub(super) const ONE: i64 = 7_000_000_000;
/// Accelerators that a level may have, as everywhere in a scenario.
pub(super) const MOST_ACCELERATORS: i64 = 1_000_000;
/// Milliseconds of an hour.
const HOUR: i64 = 3_600_000;

/// A level in parts of an accelerator, if it is one: from 0 to a million. What is finer is rounded.
pub(super) fn parts(accelerators: Decimal) -> Option<i64> {
    let within = accelerators >= Decimal::ZERO && accelerators <= Decimal::from(MOST_ACCELERATORS);
    let rounded = within.then(|| (accelerators * Decimal::from(ONE)).round())?;
    i64::try_from(rounded.mantissa()).ok().filter(|_| rounded.scale() == 0)
}

/// What an area of parts and milliseconds is in accelerator-hours.
pub(super) fn accelerator_hours(area: i128) -> Decimal {
    // a level is at most 10^6 and a trace at most 200 years long: 7 · 10^15 · 6.4 · 10^12, and a decimal holds 7.9 · 10^28
    let of_billionths = HOUR * (ONE / 1_000_000_000);
    Decimal::try_from_i128_with_scale(area, 9).unwrap_or(Decimal::MAX) / Decimal::from(of_billionths)
}

/// Load, and the time in which it was measured.
#[derive(Debug)]
pub(super) struct Load {
    from: Option<i64>,
    to: Option<i64>,
    held: Bins,
    measured: Bins,
    /// The first and the last moment that was measured.
    span: Option<(i64, i64)>,
}

impl Load {
    pub(super) fn new(asked: &AskedTrace) -> Load {
        let (from, to) = (asked.from.map(|from| from.0), asked.to.map(|to| to.0));
        let bins = || Bins::new(from.unwrap_or(0), asked.step.milliseconds());
        Load { from, to, held: bins(), measured: bins(), span: None }
    }

    /// The part of a time that is asked for; nothing of it may be left.
    fn clipped(&self, from: Moment, to: Moment) -> (i64, i64) {
        let from = self.from.map_or(from.0, |first| first.max(from.0));
        (from, self.to.map_or(to.0, |last| last.min(to.0)))
    }

    /// Holds a level from a moment until a later one.
    pub(super) fn hold(&mut self, level: i64, from: Moment, to: Moment) -> Result<(), NoTrace> {
        let (from, to) = self.clipped(from, to);
        self.held.hold(level, from, to).map_err(too_many)
    }

    /// What a level that is held comes to within the time that is asked for, as an area.
    pub(super) fn area(&self, level: i64, from: Moment, to: Moment) -> i128 {
        let (from, to) = self.clipped(from, to);
        i128::from(level) * i128::from((to - from).max(0))
    }

    /// Takes a time for measured.
    pub(super) fn measured(&mut self, from: Moment, to: Moment) -> Result<(), NoTrace> {
        let (from, to) = self.clipped(from, to);
        if from < to {
            self.measured.hold(1, from, to).map_err(too_many)?;
            let (first, last) = self.span.unwrap_or((from, to));
            self.span = Some((first.min(from), last.max(to)));
        }
        Ok(())
    }

    /// Takes for measured all the time that is asked for, and where nothing is asked for whole steps from before a first moment to
    /// behind a last one: jobs say of all time which accelerators they held.
    pub(super) fn measured_throughout(&mut self, first: Moment, last: Moment) -> Result<(), NoTrace> {
        let begins = self.held.start_of(self.held.step_of(first.0));
        let ends = self.held.start_of(self.held.step_of(last.0 - 1) + 1);
        self.measured(Moment(self.from.unwrap_or(begins)), Moment(self.to.unwrap_or(ends)))
    }

    /// What is said where jobs are asked for from before the first moment that any row names, or until after the last, of which so
    /// many jobs had not ended: nothing was held there by what the files say, and they may not say all.
    pub(super) fn unknown_ends(&self, (earliest, latest): (Moment, Moment), running: u64) -> [Option<String>; 2] {
        let before = self.from.map(Moment).filter(|from| *from < earliest).map(|from| {
            format!(
                "no row names a time before {earliest}: nothing is known from {from} to then; the trace has 0 there, which is right \
                 if sacct was asked from {from} on (-S)"
            )
        });
        let after = self.to.map(Moment).filter(|to| *to > latest).map(|to| {
            let doubt = if running > 0 {
                format!("too little if jobs that had not ended ran on ({running} of them)")
            } else {
                format!("right if sacct was asked until {to} (-E)")
            };
            format!("no row names a time after {latest}: nothing is known from then to {to}; the trace has 0 there, which is {doubt}")
        });
        [before, after]
    }

    /// What is said where the trace begins after the time that is asked for, or ends before it, since nothing was measured there.
    pub(super) fn shorter_than_asked(&self, steps: &[StepLoad]) -> [Option<String>; 2] {
        let begins = steps.first().map(|step| step.start);
        let ends = steps.last().map(|step| Moment(self.held.start_of(self.held.step_of(step.start.0) + 1)));
        let (first, last) = self.span.map_or((None, None), |(first, last)| (Some(Moment(first)), Some(Moment(last))));
        let before = self.from.map(Moment).zip(begins.zip(first)).filter(|(from, (begins, _))| from < begins);
        let after = self.to.map(Moment).zip(ends.zip(last)).filter(|(to, (ends, _))| ends < to);
        [
            before.map(|(from, (begins, first))| {
                format!("nothing was measured from {from} to {first}; the trace begins at {begins}")
            }),
            after.map(|(to, (ends, last))| {
                format!("nothing was measured from {last} to {to}; the trace ends at {ends}")
            }),
        ]
    }

    /// Every step from the first to the last in which anything was measured.
    pub(super) fn steps(&self) -> Result<Vec<StepLoad>, NoTrace> {
        let Some((first, last)) = self.span else {
            return Err(NoTrace::new("nothing was measured in the time that is asked for", "look at --from and --to"));
        };
        let steps = self.measured.step_of(first)..self.measured.step_of(last - 1) + 1;
        if usize::try_from(steps.end - steps.start).is_ok_and(|count| count > MOST_STEPS) {
            return Err(too_many(TooManySteps));
        }
        let areas = self.held.areas(steps.clone()).zip(self.measured.areas(steps.clone()));
        steps.zip(areas).map(|(step, (area, measured))| self.step(step, area, measured)).collect()
    }

    fn step(&self, step: i64, area: i128, measured: i128) -> Result<StepLoad, NoTrace> {
        let (start, whole) = (self.held.start_of(step), self.held.start_of(step + 1) - self.held.start_of(step));
        let milliseconds = i64::try_from(measured).ok().filter(|measured| *measured <= whole);
        let Some(milliseconds) = milliseconds else {
            let message = format!("the step from {} is measured twice", Moment(start));
            return Err(NoTrace::new(message, "give windows of time that do not overlap"));
        };
        let mean = (measured > 0).then(|| (area + measured / 2).div_euclid(measured));
        if mean.is_some_and(|mean| mean > i128::from(MOST_ACCELERATORS) * i128::from(ONE)) {
            let message = format!("there are more than 1,000,000 accelerators at {}", Moment(start));
            return Err(NoTrace::new(message, "look whether the files are of one cluster"));
        }
        let level = mean.map(Level::of_parts);
        Ok(StepLoad { start: Moment(start), level, milliseconds, area })
    }
}

fn too_many(_: TooManySteps) -> NoTrace {
    NoTrace::new(
        "the trace would have more than 1,000,000 steps",
        "take a longer --step, or less time by --from and --to",
    )
}
