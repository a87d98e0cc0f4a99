//! In which of several ways a workload states what it demands. The choice of the part holds that it is exactly one of them
//! before a scenario is handed out.

use super::demand::Workload;
use super::document::{Given, ScalarOr};
use super::quantities::{
    AcceleratorHoursPerMonth, HoursPerRun, OutputPerMonth, OutputRate, ReferenceAccelerators, RunsPerMonth,
    RunsPerYear, Share,
};

const ONE_OF_THEM: &str = "the choice of the part holds that one of the keys is given";

/// How a workload states what it demands.
#[derive(Clone, Copy, Debug)]
pub enum DemandBasis<'a> {
    /// Accelerators for a share of the hours.
    Level(&'a Given<ReferenceAccelerators>, &'a Given<Share>),
    /// Runs of some hours on some accelerators.
    Runs(Runs<'a>, &'a Given<HoursPerRun>, &'a Given<ReferenceAccelerators>),
    /// A profile and how high it is.
    Serving(Height<'a>, &'a ScalarOr<Given<String>, Vec<Given<Share>>>),
    /// Accelerator-hours a month, in jobs of a size if one is given.
    Hours(&'a Given<AcceleratorHoursPerMonth>, Option<&'a Given<ReferenceAccelerators>>),
    /// A file of measured load.
    Trace(&'a Given<String>),
}

/// How often runs are started.
#[derive(Clone, Copy, Debug)]
pub enum Runs<'a> {
    /// A month.
    PerMonth(&'a Given<RunsPerMonth>),
    /// A year.
    PerYear(&'a Given<RunsPerYear>),
}

/// How high a profile is.
#[derive(Clone, Copy, Debug)]
pub enum Height<'a> {
    /// Accelerators at its peak.
    Accelerators(&'a Given<ReferenceAccelerators>),
    /// Units of useful output an hour at its peak.
    OutputAtPeak(&'a Given<OutputRate>),
    /// Units of useful output in a month of it.
    OutputPerMonth(&'a Given<OutputPerMonth>),
}

impl Workload {
    /// How it states what it demands.
    #[must_use]
    pub fn stated(&self) -> DemandBasis<'_> {
        let runs = self.runs_per_month.as_ref().map(Runs::PerMonth);
        let runs = runs.or(self.runs_per_year.as_ref().map(Runs::PerYear));
        let height = self.peak_accelerators.as_ref().map(Height::Accelerators);
        let height = height.or(self.peak_units_per_hour.as_ref().map(Height::OutputAtPeak));
        let height = height.or(self.units_per_month.as_ref().map(Height::OutputPerMonth));
        if let (Some(accelerators), Some(utilization)) = (&self.accelerators, &self.utilization) {
            DemandBasis::Level(accelerators, utilization)
        } else if let (Some(runs), Some(hours), Some(accelerators)) = (runs, &self.hours_per_run, &self.accelerators) {
            DemandBasis::Runs(runs, hours, accelerators)
        } else if let (Some(height), Some(profile)) = (height, &self.profile) {
            DemandBasis::Serving(height, profile)
        } else if let Some(hours) = &self.accelerator_hours_per_month {
            DemandBasis::Hours(hours, self.accelerators.as_ref())
        } else {
            DemandBasis::Trace(self.trace.as_ref().expect(ONE_OF_THEM))
        }
    }
}
