//! Trace of measured load, with a record of how it was made.

use super::fault::{SkippedRows, TraceError};
use super::load::{ONE, accelerator_hours};
use super::moment::Moment;
use super::request::Counting;
use crate::amount::Ratio;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Serialize, Serializer};

/// Decimals of a level.
const DECIMALS: u32 = 6;

/// Mean level in accelerators, rounded to six decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(pub(super) Decimal);

impl Level {
    pub(super) fn of_parts(parts: i128) -> Level {
        let exact = Decimal::try_from_i128_with_scale(parts, 0).unwrap_or(Decimal::MAX) / Decimal::from(ONE);
        Level(exact.round_dp_with_strategy(DECIMALS, RoundingStrategy::MidpointAwayFromZero).normalize())
    }

    /// Level in accelerators.
    #[must_use]
    pub fn accelerators(self) -> Decimal {
        self.0
    }
}

/// Load of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepLoad {
    /// Start.
    pub start: Moment,
    /// Mean level of the measured time; none if nothing was measured.
    pub level: Option<Level>,
    /// Measured time, in milliseconds.
    pub milliseconds: i64,
    /// `Σ level · time`, in parts of an accelerator times milliseconds.
    pub(super) area: i128,
}

/// Consecutive steps without measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasurementGap {
    /// Start of the first step, in UTC.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub from: Moment,
    /// Number of steps.
    pub steps: u64,
}

/// How gaps are filled: steps without measurements, and missing samples of an accelerator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapFilling {
    /// Reject the trace.
    Refuse,
    /// Level 0.
    Zero,
    /// Level before the gap.
    Hold,
    /// Leave the time out of the load-duration curve.
    LeaveOut,
}

/// Program that wrote the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadFormat {
    /// Slurm: `sacct` with parsable output.
    Slurm,
    /// Prometheus or a compatible server: range query.
    Prometheus,
    /// OpenCost: allocations.
    OpenCost,
}

impl LoadFormat {
    /// Name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LoadFormat::Slurm => "slurm",
            LoadFormat::Prometheus => "prometheus",
            LoadFormat::OpenCost => "opencost",
        }
    }
}

/// Count of one kind of input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputCount {
    /// Kind of item: `jobs`, `steps`, `samples`, and others.
    pub name: &'static str,
    /// What was counted, and what became of it; printed before the number.
    #[serde(skip)]
    pub meaning: &'static str,
    /// Number of items.
    pub count: u64,
}

/// Accelerators of one type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedLoad {
    /// Name of the type in the files; null for those without a type.
    pub name: Option<String>,
    /// `Σ accelerators · hours` over the measured time.
    #[serde(serialize_with = "ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Ratio"))]
    pub accelerator_hours: Decimal,
}

/// Serializes a number with the digits of a ratio.
fn ratio<S: Serializer>(number: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    Ratio::from(*number).serialize(serializer)
}

/// Totals of a trace as written: one level per step, also for partly measured steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceTotals {
    /// Total length of the steps in hours, without those left out.
    pub hours: Decimal,
    /// `Σ level · hours of a step`, in accelerator-hours.
    pub accelerator_hours: Decimal,
    /// Mean level in accelerators, as a scenario reads it from the trace.
    pub mean: Decimal,
    /// Highest level in accelerators.
    pub peak: Decimal,
}

/// Trace with a record of how it was made.
#[derive(Clone, Debug)]
pub struct ImportedTrace {
    /// Program that wrote the files.
    pub format: LoadFormat,
    /// What a level counts.
    pub counting: Counting,
    /// Length of a step in seconds.
    pub step_seconds: i64,
    /// Steps, without gaps between them.
    pub steps: Vec<StepLoad>,
    /// Counts of what was read, and what became of it.
    pub tallies: Vec<InputCount>,
    /// Rows skipped because they are invalid.
    pub skipped: Vec<SkippedRows>,
    /// Remarks on the files as a whole, one sentence each.
    pub remarks: Vec<String>,
    /// How gaps are filled.
    pub gaps_are: GapFilling,
    /// Accelerators by type, if the files have types.
    pub by_name: Vec<NamedLoad>,
}

impl ImportedTrace {
    /// `Σ level · time` over the measured time, in accelerator-hours.
    #[must_use]
    pub fn measured_accelerator_hours(&self) -> Decimal {
        accelerator_hours(self.steps.iter().map(|step| step.area).sum())
    }

    /// Measured time, in hours.
    #[must_use]
    pub fn measured_hours(&self) -> Decimal {
        let milliseconds: i64 = self.steps.iter().map(|step| step.milliseconds).sum();
        Decimal::from(milliseconds) / Decimal::from(3_600_000)
    }

    /// Mean level of the measured time: partly measured steps have less weight.
    #[must_use]
    pub fn measured_mean(&self) -> Decimal {
        self.measured_accelerator_hours().checked_div(self.measured_hours()).unwrap_or_default()
    }

    /// Totals of the trace as written, with its gaps filled; without the gaps if they reject the trace.
    #[must_use]
    pub fn totals(&self) -> TraceTotals {
        let levels: Vec<Decimal> = self.levels().filter_map(|(_, level)| level.map(Level::accelerators)).collect();
        let sum: Decimal = levels.iter().sum();
        let of_hour = |steps: Decimal| steps * Decimal::from(self.step_seconds) / Decimal::from(3_600);
        let steps = Decimal::from(levels.len());
        TraceTotals {
            hours: of_hour(steps),
            accelerator_hours: of_hour(sum),
            mean: sum.checked_div(steps).unwrap_or_default(),
            peak: levels.into_iter().max().unwrap_or_default(),
        }
    }

    /// Start of the first step.
    #[must_use]
    pub fn from(&self) -> Option<Moment> {
        self.steps.first().map(|step| step.start)
    }

    /// End of the last step.
    #[must_use]
    pub fn to(&self) -> Option<Moment> {
        self.steps.last().map(|step| Moment(step.start.0 + self.step_seconds * 1_000))
    }

    /// Number of partly measured steps.
    #[must_use]
    pub fn partly_measured(&self) -> usize {
        let whole = self.step_seconds * 1_000;
        self.steps.iter().filter(|step| step.milliseconds > 0 && step.milliseconds < whole).count()
    }

    /// Gaps.
    #[must_use]
    pub fn gaps(&self) -> Vec<MeasurementGap> {
        let stretches = self.steps.chunk_by(|one, next| one.level.is_none() == next.level.is_none());
        let gaps = stretches.filter(|stretch| stretch.iter().all(|step| step.level.is_none()));
        gaps.filter_map(|stretch| Some(MeasurementGap { from: stretch.first()?.start, steps: stretch.len() as u64 }))
            .collect()
    }

    /// Level of every step with gaps filled; none for steps that are left out.
    ///
    /// # Errors
    /// If there are gaps and they reject the trace.
    pub fn filled(&self) -> Result<Vec<(Moment, Option<Level>)>, TraceError> {
        let gaps = self.gaps();
        if let (GapFilling::Refuse, Some(first)) = (self.gaps_are, gaps.first()) {
            let missing: u64 = gaps.iter().map(|gap| gap.steps).sum();
            let message = format!(
                "nothing was measured in {missing} of {} steps, first at {}: their load is unknown",
                self.steps.len(),
                first.from
            );
            let instead = "give files with these steps, or choose --gaps zero, hold or leave-out";
            return Err(TraceError::new(message, instead));
        }
        Ok(self.levels().collect())
    }

    /// Level of every step with gaps filled; none for steps that are rejected or left out.
    fn levels(&self) -> impl Iterator<Item = (Moment, Option<Level>)> {
        let mut before = Level::of_parts(0);
        self.steps.iter().map(move |step| {
            let level = step.level.or(match self.gaps_are {
                GapFilling::Zero => Some(Level::of_parts(0)),
                GapFilling::Hold => Some(before),
                GapFilling::Refuse | GapFilling::LeaveOut => None,
            });
            before = level.unwrap_or(before);
            (step.start, level)
        })
    }
}
