//! Unit in which the capacity of an option is measured, so that it can be compared with the load of several workloads.

use crate::inputs::Inputs as _;
use crate::scenario::document::{Located, Named, ScalarOr};
use crate::scenario::quantities::Throughput as Quantity;
use crate::sheet::{Draft, Figure};
use crate::unit::{BaseUnits as _, Unit};

/// `relative_throughput` in a scenario: one number, or one per workload.
pub type Throughput = ScalarOr<Located<Quantity>, Named<Located<Quantity>>>;

/// Unit of the capacity of an option.
#[derive(Clone, Debug)]
pub enum CapacityMeasure<'s> {
    /// Reference accelerators: the throughput is the same for all workloads.
    Reference(Figure<'s>),
    /// Accelerators of the option: the throughput differs by workload.
    Own(Vec<Figure<'s>>),
}

impl<'s> CapacityMeasure<'s> {
    /// Measure for a throughput and the names of the workloads.
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
                    draft.constant(1, unit, "workloads not listed in relative_throughput run as on the reference")
                };
                let one = |name: Option<&str>| {
                    let given = name.and_then(|name| by_workload.get(name));
                    given.map_or_else(unnamed, |entry| draft.given(&entry.value))
                };
                CapacityMeasure::Own(workloads.map(one).collect())
            }
        }
    }

    /// Reference accelerators per accelerator of the option, for a workload.
    #[must_use]
    pub fn throughput(&self, workload: usize) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(throughput) => *throughput,
            CapacityMeasure::Own(throughputs) => throughputs[workload],
        }
    }

    /// Capacity of a node or instance with `accelerators`, in the measure.
    #[must_use]
    pub fn capacity(&self, accelerators: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(throughput) => accelerators * *throughput,
            CapacityMeasure::Own(_) => accelerators,
        }
    }

    /// Converts a figure of a workload from reference accelerators to the measure.
    #[must_use]
    pub fn measured(&self, workload: usize, figure: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(_) => figure,
            CapacityMeasure::Own(throughputs) => figure / throughputs[workload],
        }
    }

    /// Converts a figure of a workload from the measure to reference accelerators.
    #[must_use]
    pub fn reference(&self, workload: usize, figure: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(_) => figure,
            CapacityMeasure::Own(throughputs) => figure * throughputs[workload],
        }
    }

    /// Converts a figure from the measure to accelerators of the option.
    #[must_use]
    pub fn accelerators(&self, figure: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(throughput) => figure / *throughput,
            CapacityMeasure::Own(_) => figure,
        }
    }

    /// Converts a figure of a workload from reference accelerators to accelerators of the option.
    #[must_use]
    pub fn own_accelerators(&self, workload: usize, figure: Figure<'s>) -> Figure<'s> {
        match self {
            CapacityMeasure::Reference(throughput) => figure / *throughput,
            CapacityMeasure::Own(throughputs) => figure / throughputs[workload],
        }
    }

    /// Factor that converts the levels of a workload to the measure; none for 1.
    #[must_use]
    pub fn weight(&self, draft: &'s Draft, workload: usize) -> Option<Figure<'s>> {
        match self {
            CapacityMeasure::Reference(_) => None,
            CapacityMeasure::Own(throughputs) => Some(draft.reciprocal(throughputs[workload])),
        }
    }
}
