//! What the capacity of an option is counted in, so that a load of several workloads can be laid against it.

use crate::inputs::Inputs as _;
use crate::scenario::document::{Given, Named, ScalarOr};
use crate::scenario::quantities::Throughput as Quantity;
use crate::sheet::{Draft, Figure};
use crate::unit::{BaseUnits as _, Unit};

/// `relative_throughput` as a scenario states it: one number, or one by workload.
pub type Throughput = ScalarOr<Given<Quantity>, Named<Given<Quantity>>>;

/// What the capacity of an option is counted in.
#[derive(Clone, Debug)]
pub enum CapacityMeasure<'s> {
    /// Reference accelerators: its accelerators do any work at one throughput.
    Reference(Figure<'s>),
    /// Its own accelerators: they do each workload at a throughput of its own.
    Own(Vec<Figure<'s>>),
}

impl<'s> CapacityMeasure<'s> {
    /// Of a throughput, for workloads of these names.
    #[must_use]
    pub(super) fn of<'n>(
        draft: &'s Draft,
        throughput: &Throughput,
        workloads: impl Iterator<Item = Option<&'n str>>,
    ) -> CapacityMeasure<'s> {
        match throughput {
            ScalarOr::Scalar(given) => CapacityMeasure::Reference(draft.given(given)),
            ScalarOr::Part(by_workload) => {
                let unnamed = || {
                    let unit = Unit::REFERENCE.per(Unit::ACCELERATOR);
                    draft.constant(
                        1,
                        unit,
                        "a workload that relative_throughput does not name runs as on the reference",
                    )
                };
                let one = |name: Option<&str>| {
                    let given = name.and_then(|name| by_workload.get(name));
                    given.map_or_else(unnamed, |entry| draft.given(&entry.value))
                };
                CapacityMeasure::Own(workloads.map(one).collect())
            }
        }
    }

    /// Reference accelerators that do as much of a workload as one of the option's own.
    #[must_use]
    pub fn throughput(&self, workload: usize) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(throughput) => *throughput,
            CapacityMeasure::Own(throughputs) => throughputs[workload],
        }
    }

    /// Units of the measure in units that hold `accelerators` each.
    #[must_use]
    pub fn capacity(&self, accelerators: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(throughput) => accelerators * *throughput,
            CapacityMeasure::Own(_) => accelerators,
        }
    }

    /// A figure of a workload, stated in reference accelerators, in the measure.
    #[must_use]
    pub fn measured(&self, workload: usize, figure: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(_) => figure,
            CapacityMeasure::Own(throughputs) => figure / throughputs[workload],
        }
    }

    /// A figure of a workload in the measure, in reference accelerators.
    #[must_use]
    pub fn reference(&self, workload: usize, figure: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(_) => figure,
            CapacityMeasure::Own(throughputs) => figure * throughputs[workload],
        }
    }

    /// A figure in the measure, in the option's own accelerators.
    #[must_use]
    pub fn accelerators(&self, figure: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(throughput) => figure / *throughput,
            CapacityMeasure::Own(_) => figure,
        }
    }

    /// A figure of a workload, stated in reference accelerators, in the option's own.
    #[must_use]
    pub fn own_accelerators(&self, workload: usize, figure: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(throughput) => figure / *throughput,
            CapacityMeasure::Own(throughputs) => figure / throughputs[workload],
        }
    }

    /// What the levels of a workload are multiplied with to stand in the measure.
    #[must_use]
    pub fn weight(&self, draft: &'s Draft, workload: usize) -> Option<Figure<'s>> {
        match self {
            CapacityMeasure::Reference(_) => None,
            CapacityMeasure::Own(throughputs) => Some(draft.reciprocal(throughputs[workload])),
        }
    }
}
