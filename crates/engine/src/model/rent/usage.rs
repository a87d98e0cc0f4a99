//! Usage: charges and work of an option for a load.

use crate::model::figures::{CommitmentFigures, Sizing};
use crate::model::line::DraftLine;
use crate::sheet::Figure;

/// Charges and work of an option for a load.
#[derive(Clone, Debug)]
pub struct Usage<'s> {
    /// Lines, with reserved names.
    pub lines: Vec<DraftLine<'s>>,
    /// Metered charges of the month, with commitments counted as if nothing were paid upfront.
    pub bill: Figure<'s>,
    /// 1 in months with rented or committed capacity.
    pub rented: Figure<'s>,
    /// Useful hours served per month, in reference accelerator-hours.
    pub useful: Figure<'s>,
    /// Instance-hours paid for per month; none with a price per unit.
    pub paid: Option<Paid<'s>>,
    /// Hours per month in its own accelerators; none with a price per unit.
    pub work: Option<WorkHours<'s>>,
    /// Use of each commitment.
    pub commitments: Vec<CommitmentUse<'s>>,
    /// Units needed for the whole load; none with a price per unit.
    pub sizing: Option<Sizing<Figure<'s>>>,
    /// Charge of each workload of the load, if each has its own price; otherwise empty.
    pub charges: Vec<TokenCharge<'s>>,
}

/// Monthly charge of an endpoint for a workload in tokens.
#[derive(Clone, Copy, Debug)]
pub struct TokenCharge<'s> {
    /// The charge.
    pub all: Figure<'s>,
    /// Its parts for tokens read, read from the cache, and written, before the discount of a batch.
    pub kinds: [Figure<'s>; 3],
}

/// Instances paid for.
#[derive(Clone, Copy, Debug)]
pub struct Paid<'s> {
    /// Instance-hours per month.
    pub instance_hours: Figure<'s>,
    /// Accelerators per instance.
    pub accelerators: Figure<'s>,
}

/// Accelerator-hours per month by use.
#[derive(Clone, Copy, Debug)]
pub struct WorkHours<'s> {
    /// Useful hours.
    pub useful: Figure<'s>,
    /// Hours of failed runs.
    pub failed: Option<Figure<'s>>,
    /// Hours in which accelerators wait for data.
    pub stalled: Option<Figure<'s>>,
    /// Hours of headroom and warm capacity.
    pub ready: Option<Figure<'s>>,
    /// Hours lost to checkpoints, interruptions and restarts.
    pub interrupted: Option<Figure<'s>>,
}

/// Use of a commitment.
#[derive(Clone, Debug)]
pub struct CommitmentUse<'s> {
    /// Its name.
    pub name: String,
    /// Instances committed to, by period.
    pub instances: Figure<'s>,
    /// Hours used divided by hours paid for.
    pub used_share: Figure<'s>,
    /// Hours used divided by all hours needed.
    pub covered_share: Figure<'s>,
}

impl CommitmentUse<'_> {
    /// The use by figure IDs.
    #[must_use]
    pub fn finished(&self) -> CommitmentFigures {
        CommitmentFigures {
            name: self.name.clone(),
            instances: self.instances.id(),
            used_share: self.used_share.id(),
            covered_share: self.covered_share.id(),
        }
    }
}

/// Sum of the figures that exist.
#[must_use]
pub fn either<'s>(a: Option<Figure<'s>>, b: Option<Figure<'s>>) -> Option<Figure<'s>> {
    [a, b].into_iter().flatten().reduce(|a, b| a + b)
}
