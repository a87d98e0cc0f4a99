//! A trace that was made of what a cluster has measured, and what is known of it.

use super::asked::Counting;
use super::fault::{NoTrace, SkippedRows};
use super::load::{ONE, accelerator_hours};
use super::moment::Moment;
use rust_decimal::{Decimal, RoundingStrategy};

/// Decimals that a level is written with.
const DECIMALS: u32 = 6;

/// A mean level in accelerators, with six decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(pub(super) Decimal);

impl Level {
    pub(super) fn of_parts(parts: i128) -> Level {
        let exact = Decimal::try_from_i128_with_scale(parts, 0).unwrap_or(Decimal::MAX) / Decimal::from(ONE);
        Level(exact.round_dp_with_strategy(DECIMALS, RoundingStrategy::MidpointAwayFromZero).normalize())
    }

    /// It in accelerators.
    #[must_use]
    pub fn accelerators(self) -> Decimal {
        self.0
    }
}

/// The load of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepLoad {
    /// When it begins.
    pub start: Moment,
    /// The mean level of the time in it that was measured; none where nothing was.
    pub level: Option<Level>,
    /// For how long it was measured, in milliseconds.
    pub milliseconds: i64,
    /// `Σ level · time`, in parts of an accelerator times milliseconds.
    pub(super) area: i128,
}

/// Steps after one another of which nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuringGap {
    /// When the first begins.
    pub from: Moment,
    /// How many.
    pub steps: u64,
}

/// What is done where nothing is known: with steps in which nothing was measured, and with samples that an accelerator lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapFilling {
    /// There is no trace.
    Refuse,
    /// Nothing was in use.
    Zero,
    /// What was in use before stayed so.
    Hold,
    /// Their time is left out of the load-duration curve.
    LeaveOut,
}

/// Which program wrote the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadFormat {
    /// `sacct` of Slurm, parsable.
    Slurm,
    /// A range of values of Prometheus, or of what speaks like it.
    Prometheus,
    /// Allocations of OpenCost.
    OpenCost,
}

impl LoadFormat {
    /// Its lasting name, for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LoadFormat::Slurm => "slurm",
            LoadFormat::Prometheus => "prometheus",
            LoadFormat::OpenCost => "opencost",
        }
    }
}

/// A number of things that were read, with what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What: a lasting name, for programs.
    pub name: &'static str,
    /// What they are, and what became of them, as people read it before the number.
    pub meaning: &'static str,
    /// How many.
    pub count: u64,
}

/// Accelerators of one name in the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLoad {
    /// The name; none for those without.
    pub name: Option<String>,
    /// `Σ accelerators · hours`.
    pub accelerator_hours: Decimal,
}

/// What a trace comes to as it is written: a level for each step, however much of the step was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceTotals {
    /// How long its steps last together, in hours; without those that are left out.
    pub hours: Decimal,
    /// `Σ level · hours of a step`, in accelerator-hours.
    pub accelerator_hours: Decimal,
    /// The mean level, in accelerators: that of the load that a scenario reads of the trace.
    pub mean: Decimal,
    /// The highest level, in accelerators.
    pub peak: Decimal,
}

/// A trace with all that is known of how it was made.
#[derive(Clone, Debug)]
pub struct MeasuredLoad {
    /// Which program wrote the files.
    pub format: LoadFormat,
    /// What a level counts.
    pub counting: Counting,
    /// How long a step lasts, in seconds.
    pub step_seconds: i64,
    /// The steps, without a hole between them.
    pub steps: Vec<StepLoad>,
    /// What was read, and what became of it.
    pub tallies: Vec<Tally>,
    /// What was skipped because it is wrong.
    pub skipped: Vec<SkippedRows>,
    /// What a reader should know of the files as a whole, each a sentence.
    pub remarks: Vec<String>,
    /// What is done where nothing is known.
    pub gaps_are: GapFilling,
    /// The accelerators by their names, where the files have names.
    pub by_name: Vec<NamedLoad>,
}

impl MeasuredLoad {
    /// `Σ level · time` over what was measured, in accelerator-hours.
    #[must_use]
    pub fn measured_accelerator_hours(&self) -> Decimal {
        accelerator_hours(self.steps.iter().map(|step| step.area).sum())
    }

    /// For how long anything was measured, in hours.
    #[must_use]
    pub fn measured_hours(&self) -> Decimal {
        let milliseconds: i64 = self.steps.iter().map(|step| step.milliseconds).sum();
        Decimal::from(milliseconds) / Decimal::from(3_600_000)
    }

    /// The mean level of the time that was measured: a step of which less was measured counts less.
    #[must_use]
    pub fn measured_mean(&self) -> Decimal {
        self.measured_accelerator_hours().checked_div(self.measured_hours()).unwrap_or_default()
    }

    /// What the trace comes to as it is written, with its gaps filled; where they refuse a trace, without them.
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

    /// When the first step begins.
    #[must_use]
    pub fn from(&self) -> Option<Moment> {
        self.steps.first().map(|step| step.start)
    }

    /// When the last step ends.
    #[must_use]
    pub fn to(&self) -> Option<Moment> {
        self.steps.last().map(|step| Moment(step.start.0 + self.step_seconds * 1_000))
    }

    /// Steps of which a part was measured.
    #[must_use]
    pub fn partly_measured(&self) -> usize {
        let whole = self.step_seconds * 1_000;
        self.steps.iter().filter(|step| step.milliseconds > 0 && step.milliseconds < whole).count()
    }

    /// Where nothing is known.
    #[must_use]
    pub fn gaps(&self) -> Vec<MeasuringGap> {
        let stretches = self.steps.chunk_by(|one, next| one.level.is_none() == next.level.is_none());
        let gaps = stretches.filter(|stretch| stretch.iter().all(|step| step.level.is_none()));
        gaps.filter_map(|stretch| Some(MeasuringGap { from: stretch.first()?.start, steps: stretch.len() as u64 }))
            .collect()
    }

    /// The level of every step, those of which nothing is known filled; left out, they are none.
    ///
    /// # Errors
    /// If there are gaps, and they refuse a trace.
    pub fn filled(&self) -> Result<Vec<(Moment, Option<Level>)>, NoTrace> {
        let gaps = self.gaps();
        if let (GapFilling::Refuse, Some(first)) = (self.gaps_are, gaps.first()) {
            let missing: u64 = gaps.iter().map(|gap| gap.steps).sum();
            let message = format!(
                "nothing was measured in {missing} of {} steps, first at {}: that is not known to be 0",
                self.steps.len(),
                first.from
            );
            let instead = "give files that have it, or say what it was: --gaps zero, hold or leave-out";
            return Err(NoTrace::new(message, instead));
        }
        Ok(self.levels().collect())
    }

    /// The level of every step, those of which nothing is known filled; refused or left out, they are none.
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
