//! What is demanded: one load for everything, or a load for each workload.

use super::Requires;
use super::document::{Date, Given, Named, ScalarOr};
use super::quantities::{
    AcceleratorHoursPerMonth, Amount, Change, HoursPerRun, LostShare, OutputPerHour, OutputPerMonth, OutputRate,
    ReferenceAccelerators, RunsPerMonth, RunsPerYear, Share, Term,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// The work that has to be done, stated in reference accelerators.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Demand {
    /// Useful output, if costs are to be shown per unit of it.
    pub unit: Option<OutputUnit>,
    /// Growth of the demand, a step at every anniversary of the decision.
    pub growth_per_year: Given<Change>,
    /// Accelerators needed while there is work.
    pub accelerators: Option<Given<ReferenceAccelerators>>,
    /// Share of the hours in which they are needed.
    pub utilization: Option<Given<Share>>,
    /// Loads that add up, each of its own kind.
    #[serde(default)]
    pub workloads: Named<Workload>,
}

/// A load of one kind. What it demands is stated in exactly one way.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// What it does; whether it can wait and be interrupted follows from it.
    pub kind: Given<Kind>,
    /// Who answers for it.
    pub owner: Option<Given<String>>,
    /// What may be spent on it over the whole horizon, nominal.
    pub budget: Option<Given<Amount>>,
    /// The day until which it should be looked at again.
    pub review_by: Option<Given<Date>>,
    /// Accelerators needed while there is work, or by one run or job.
    pub accelerators: Option<Given<ReferenceAccelerators>>,
    /// Share of the hours in which they are needed.
    pub utilization: Option<Given<Share>>,
    /// Runs started a month.
    pub runs_per_month: Option<Given<RunsPerMonth>>,
    /// Runs started a year, a twelfth of them each month.
    pub runs_per_year: Option<Given<RunsPerYear>>,
    /// Hours that a run takes on its accelerators.
    pub hours_per_run: Option<Given<HoursPerRun>>,
    /// Share of the hours spent that is lost to runs which fail.
    pub failed_share: Given<LostShare>,
    /// Accelerators needed at the peak of the profile.
    pub peak_accelerators: Option<Given<ReferenceAccelerators>>,
    /// Units of useful output an hour at the peak of the profile.
    pub peak_units_per_hour: Option<Given<OutputRate>>,
    /// Units of useful output a month, spread as the profile says.
    pub units_per_month: Option<Given<OutputPerMonth>>,
    /// A named profile, or 24 shares of the peak by hour of the day, or 168 by hour of the week from Monday 00:00 on.
    pub profile: Option<ScalarOr<Given<String>, Vec<Given<Share>>>>,
    /// Accelerators kept ready even when idle.
    pub warm_accelerators: Given<ReferenceAccelerators>,
    /// Capacity above the load, as a share of it.
    pub headroom: Given<Share>,
    /// Accelerator-hours a month: a flat load if firm, a pool if flexible.
    pub accelerator_hours_per_month: Option<Given<AcceleratorHoursPerMonth>>,
    /// A CSV file of measured load, relative to the scenario's folder.
    pub trace: Option<Given<String>>,
    /// Whether the work can wait and be interrupted; follows from the kind when absent.
    pub flexible: Option<Given<bool>>,
    /// Whether its jobs run on fewer accelerators for longer: its hours then pack as if no job size were given.
    pub elastic: Given<bool>,
    /// First month in which it is demanded.
    pub starts_month: Option<Given<Term>>,
    /// Last month in which it is demanded.
    pub ends_month: Option<Given<Term>>,
    /// Growth of this workload; that of the demand when absent.
    pub growth_per_year: Option<Given<Change>>,
    /// Useful output of this workload; that of the demand when absent.
    pub unit: Option<OutputUnit>,
    /// What an option that serves it must offer.
    pub requires: Option<Requires>,
}

/// What a workload does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Training; can wait and be interrupted.
    Training,
    /// Fine-tuning; can wait and be interrupted.
    FineTuning,
    /// Inference of jobs; can wait and be interrupted.
    BatchInference,
    /// Serving; must be served when it comes.
    RealtimeInference,
    /// Interactive work; must be served when it comes.
    Notebooks,
}

impl Kind {
    /// Its name in scenarios and in every machine-readable format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Training => "training",
            Kind::FineTuning => "fine_tuning",
            Kind::BatchInference => "batch_inference",
            Kind::RealtimeInference => "realtime_inference",
            Kind::Notebooks => "notebooks",
        }
    }

    /// Whether such work can wait and be interrupted unless its author says otherwise.
    #[must_use]
    pub fn is_flexible(self) -> bool {
        match self {
            Kind::Training | Kind::FineTuning | Kind::BatchInference => true,
            Kind::RealtimeInference | Kind::Notebooks => false,
        }
    }
}

impl Workload {
    /// Whether its work can wait and be interrupted: as stated, or by its kind.
    #[must_use]
    pub fn is_flexible(&self) -> bool {
        self.flexible.as_ref().map_or(self.kind.value.is_flexible(), |stated| stated.value)
    }
}

/// What one reference accelerator produces.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutputUnit {
    /// What is counted, in the singular: `1M tokens`, `run`.
    pub name: Given<String>,
    /// Units that a reference accelerator produces in a useful hour.
    pub per_accelerator_hour: Given<OutputPerHour>,
}
