//! Load of the requested time: levels, and the time that was measured.

use super::bins::{Bins, MOST_STEPS, TooManySteps};
use super::fault::TraceError;
use super::moment::Moment;
use super::request::TraceRequest;
use super::result::{Level, StepLoad};
use rust_decimal::Decimal;

/// One accelerator in parts, the unit of levels: billionths of a seventh, so that sevenths, quarters and halves are exact.
pub(super) const ONE: i64 = 7_000_000_000;
/// Maximum number of accelerators of a level, as in scenarios.
pub(super) const MOST_ACCELERATORS: i64 = 1_000_000;
/// Milliseconds of an hour.
const HOUR: i64 = 3_600_000;

/// Level in parts of an accelerator, rounded; none unless it is from 0 to a million.
pub(super) fn parts(accelerators: Decimal) -> Option<i64> {
    let within = accelerators >= Decimal::ZERO && accelerators <= Decimal::from(MOST_ACCELERATORS);
    let rounded = within.then(|| (accelerators * Decimal::from(ONE)).round())?;
    i64::try_from(rounded.mantissa()).ok().filter(|_| rounded.scale() == 0)
}

/// Accelerator-hours of an area in parts times milliseconds.
pub(super) fn accelerator_hours(area: i128) -> Decimal {
    // a level is at most 10^6 and a trace at most 200 years: 7 · 10^15 · 6.4 · 10^12; a decimal holds 7.9 · 10^28
    let of_billionths = HOUR * (ONE / 1_000_000_000);
    Decimal::try_from_i128_with_scale(area, 9).unwrap_or(Decimal::MAX) / Decimal::from(of_billionths)
}

/// Load, and the time that was measured.
#[derive(Debug)]
pub(super) struct Load {
    from: Option<i64>,
    to: Option<i64>,
    held: Bins,
    measured: Bins,
    /// First and last measured moment.
    span: Option<(i64, i64)>,
}

impl Load {
    pub(super) fn new(request: &TraceRequest) -> Load {
        let (from, to) = (request.from.map(|from| from.0), request.to.map(|to| to.0));
        let bins = || Bins::new(from.unwrap_or(0), request.step.milliseconds());
        Load { from, to, held: bins(), measured: bins(), span: None }
    }

    /// Part of a time span within the requested time; may be empty.
    fn clipped(&self, from: Moment, to: Moment) -> (i64, i64) {
        let from = self.from.map_or(from.0, |first| first.max(from.0));
        (from, self.to.map_or(to.0, |last| last.min(to.0)))
    }

    /// Adds a level from a moment to a later one.
    pub(super) fn hold(&mut self, level: i64, from: Moment, to: Moment) -> Result<(), TraceError> {
        let (from, to) = self.clipped(from, to);
        self.held.hold(level, from, to).map_err(too_many)
    }

    /// Area of a level within the requested time.
    pub(super) fn area(&self, level: i64, from: Moment, to: Moment) -> i128 {
        let (from, to) = self.clipped(from, to);
        i128::from(level) * i128::from((to - from).max(0))
    }

    /// Marks a time span as measured.
    pub(super) fn measured(&mut self, from: Moment, to: Moment) -> Result<(), TraceError> {
        let (from, to) = self.clipped(from, to);
        if from < to {
            self.measured.hold(1, from, to).map_err(too_many)?;
            let (first, last) = self.span.unwrap_or((from, to));
            self.span = Some((first.min(from), last.max(to)));
        }
        Ok(())
    }

    /// Marks all requested time as measured, by default whole steps around `first` and `last`: job accounting covers all time.
    pub(super) fn measured_throughout(&mut self, first: Moment, last: Moment) -> Result<(), TraceError> {
        let begins = self.held.start_of(self.held.step_of(first.0));
        let ends = self.held.start_of(self.held.step_of(last.0 - 1) + 1);
        self.measured(Moment(self.from.unwrap_or(begins)), Moment(self.to.unwrap_or(ends)))
    }

    /// Remarks if the requested time begins before the first time in any row, or ends after the last with `running` jobs not
    /// ended. The trace has 0 there, but the files may be incomplete.
    pub(super) fn unknown_ends(&self, (earliest, latest): (Moment, Moment), running: u64) -> [Option<String>; 2] {
        let before = self.from.map(Moment).filter(|from| *from < earliest).map(|from| {
            format!(
                "no row has a time before {earliest}: the load from {from} until then is unknown; the trace has 0 there, which is right \
                  if sacct covered the time from {from} on (-S)"
            )
        });
        let after = self.to.map(Moment).filter(|to| *to > latest).map(|to| {
            let doubt = if running > 0 {
                format!("too low if jobs without an end continued ({running} of them)")
            } else {
                format!("right if sacct covered the time until {to} (-E)")
            };
            format!("no row has a time after {latest}: the load from then until {to} is unknown; the trace has 0 there, which is {doubt}")
        });
        [before, after]
    }

    /// Remarks if the trace begins after the requested time or ends before it, because nothing was measured there.
    pub(super) fn shorter_than_requested(&self, steps: &[StepLoad]) -> [Option<String>; 2] {
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

    /// All steps from the first to the last with a measurement.
    pub(super) fn steps(&self) -> Result<Vec<StepLoad>, TraceError> {
        let Some((first, last)) = self.span else {
            return Err(TraceError::new("nothing was measured in the requested time", "check --from and --to"));
        };
        let steps = self.measured.step_of(first)..self.measured.step_of(last - 1) + 1;
        if usize::try_from(steps.end - steps.start).is_ok_and(|count| count > MOST_STEPS) {
            return Err(too_many(TooManySteps));
        }
        let areas = self.held.areas(steps.clone()).zip(self.measured.areas(steps.clone()));
        steps.zip(areas).map(|(step, (area, measured))| self.step(step, area, measured)).collect()
    }

    fn step(&self, step: i64, area: i128, measured: i128) -> Result<StepLoad, TraceError> {
        let (start, whole) = (self.held.start_of(step), self.held.start_of(step + 1) - self.held.start_of(step));
        let milliseconds = i64::try_from(measured).ok().filter(|measured| *measured <= whole);
        let Some(milliseconds) = milliseconds else {
            let message = format!("the step from {} is measured twice", Moment(start));
            return Err(TraceError::new(message, "give windows that do not overlap"));
        };
        let mean = (measured > 0).then(|| (area + measured / 2).div_euclid(measured));
        if mean.is_some_and(|mean| mean > i128::from(MOST_ACCELERATORS) * i128::from(ONE)) {
            let message = format!("there are more than 1,000,000 accelerators at {}", Moment(start));
            return Err(TraceError::new(message, "check that the files are from one cluster"));
        }
        let level = mean.map(Level::of_parts);
        Ok(StepLoad { start: Moment(start), level, milliseconds, area })
    }
}

fn too_many(_: TooManySteps) -> TraceError {
    TraceError::new(
        "the trace would have more than 1,000,000 steps",
        "use a longer --step, or a shorter time with --from and --to",
    )
}
