//! What an option charges for a load, and what it does for that.

use crate::model::figures::{CommitmentFigures, Sizing};
use crate::model::line::DraftLine;
use crate::sheet::Figure;

/// What an option charges for a load.
#[derive(Clone, Debug)]
pub struct Usage<'s> {
    /// Lines by their reserved names.
    pub lines: Vec<DraftLine<'s>>,
    /// Metered charges of the month, commitments counted as if nothing were upfront.
    pub bill: Figure<'s>,
    /// 1 in months in which anything is rented or committed.
    pub rented: Figure<'s>,
    /// Useful hours served, reference accelerator-hours a month.
    pub useful: Figure<'s>,
    /// Instance-hours paid for in a month; none with a price per unit.
    pub paid: Option<Paid<'s>>,
    /// Hours of its own accelerators a month; none with a price per unit.
    pub work: Option<WorkHours<'s>>,
    /// How each commitment is used.
    pub commitments: Vec<CommitmentUse<'s>>,
    /// What all of the load needs; none with a price per unit.
    pub sizing: Option<Sizing<Figure<'s>>>,
}

/// Instances paid for.
#[derive(Clone, Copy, Debug)]
pub struct Paid<'s> {
    /// Instance-hours a month.
    pub instance_hours: Figure<'s>,
    /// Accelerators of an instance.
    pub accelerators: Figure<'s>,
}

/// Hours a month in which an option's accelerators work, by what comes of it.
#[derive(Clone, Copy, Debug)]
pub struct WorkHours<'s> {
    /// Useful ones.
    pub useful: Figure<'s>,
    /// Those of runs that fail.
    pub failed: Option<Figure<'s>>,
    /// Those in which accelerators wait for data.
    pub stalled: Option<Figure<'s>>,
    /// Those of headroom and of warm capacity.
    pub ready: Option<Figure<'s>>,
    /// Those lost to checkpoints, interruptions and restarts.
    pub interrupted: Option<Figure<'s>>,
}

/// How a commitment is used.
#[derive(Clone, Debug)]
pub struct CommitmentUse<'s> {
    /// Its name.
    pub name: String,
    /// Instances committed to, by period.
    pub instances: Figure<'s>,
    /// Hours used over hours paid for.
    pub used_share: Figure<'s>,
    /// Hours used over all hours needed.
    pub covered_share: Figure<'s>,
}

impl CommitmentUse<'_> {
    /// By identity in the finished sheet.
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

/// The sum of what there is of two kinds of hours.
#[must_use]
pub fn either<'s>(a: Option<Figure<'s>>, b: Option<Figure<'s>>) -> Option<Figure<'s>> {
    [a, b].into_iter().flatten().reduce(|a, b| a + b)
}
