//! The basis of a workload's demand. The choice declared in the part guarantees exactly one basis in a loaded scenario.

use super::demand::Workload;
use super::document::{Located, ScalarOr};
use super::quantities::{
    AcceleratorHoursPerMonth, HoursPerRun, OutputPerMonth, OutputRate, ReferenceAccelerators, RunsPerMonth,
    RunsPerYear, Share,
};
use super::tokens::Tokens;

const ONE_OF_THEM: &str = "the choice of the part guarantees one of the keys";

/// Basis of a workload's demand.
#[derive(Clone, Copy, Debug)]
pub enum DemandBasis<'a> {
    /// Accelerators and the share of hours in which they are needed.
    Level(&'a Located<ReferenceAccelerators>, &'a Located<Share>),
    /// Runs: their frequency, hours and accelerators.
    Runs(Runs<'a>, &'a Located<HoursPerRun>, &'a Located<ReferenceAccelerators>),
    /// A load profile and its height.
    Serving(Height<'a>, &'a ScalarOr<Located<String>, Vec<Located<Share>>>),
    /// Requests in tokens, spread over all hours.
    Tokens(&'a Tokens),
    /// Accelerator-hours per month, with a job size if one is given.
    Hours(&'a Located<AcceleratorHoursPerMonth>, Option<&'a Located<ReferenceAccelerators>>),
    /// A trace: a file of measured load.
    Trace(&'a Located<String>),
}

/// Frequency of runs.
#[derive(Clone, Copy, Debug)]
pub enum Runs<'a> {
    /// Runs per month.
    PerMonth(&'a Located<RunsPerMonth>),
    /// Runs per year.
    PerYear(&'a Located<RunsPerYear>),
}

/// Height of a load profile.
#[derive(Clone, Copy, Debug)]
pub enum Height<'a> {
    /// Accelerators at its peak.
    Accelerators(&'a Located<ReferenceAccelerators>),
    /// Units of useful output per hour at its peak.
    OutputAtPeak(&'a Located<OutputRate>),
    /// Units of useful output per month.
    OutputPerMonth(&'a Located<OutputPerMonth>),
    /// Requests in tokens.
    Tokens(&'a Tokens),
}

impl Workload {
    /// Basis of the demand.
    #[must_use]
    pub fn basis(&self) -> DemandBasis<'_> {
        let runs = self.runs_per_month.as_ref().map(Runs::PerMonth);
        let runs = runs.or(self.runs_per_year.as_ref().map(Runs::PerYear));
        let height = self.peak_accelerators.as_ref().map(Height::Accelerators);
        let height = height.or(self.peak_units_per_hour.as_ref().map(Height::OutputAtPeak));
        let height = height.or(self.units_per_month.as_ref().map(Height::OutputPerMonth));
        let height = height.or(self.tokens.as_ref().map(Height::Tokens));
        if let (Some(accelerators), Some(utilization)) = (&self.accelerators, &self.utilization) {
            DemandBasis::Level(accelerators, utilization)
        } else if let (Some(runs), Some(hours), Some(accelerators)) = (runs, &self.hours_per_run, &self.accelerators) {
            DemandBasis::Runs(runs, hours, accelerators)
        } else if let (Some(height), Some(profile)) = (height, &self.profile) {
            DemandBasis::Serving(height, profile)
        } else if let Some(tokens) = &self.tokens {
            DemandBasis::Tokens(tokens)
        } else if let Some(hours) = &self.accelerator_hours_per_month {
            DemandBasis::Hours(hours, self.accelerators.as_ref())
        } else {
            DemandBasis::Trace(self.trace.as_ref().expect(ONE_OF_THEM))
        }
    }
}
