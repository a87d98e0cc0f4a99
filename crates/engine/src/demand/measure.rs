//! Unit in which the capacity of an option is measured, so that it can be compared with the load of several workloads.

use super::DraftWorkload;
use crate::inputs::Inputs as _;
use crate::scenario::document::{Located, Named, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::quantities::Throughput as Quantity;
use crate::scenario::rent::Rent;
use crate::scenario::tokens::TokenThroughput;
use crate::sheet::{Draft, Figure};
use crate::unit::{BaseUnits as _, Unit};

/// Throughput of the accelerators of an option, in a scenario.
#[derive(Clone, Copy, Debug)]
pub struct OptionThroughput<'a> {
    /// `relative_throughput`: one number, or one per workload.
    relative: &'a ScalarOr<Located<Quantity>, Named<Located<Quantity>>>,
    /// `token_throughput` by workload.
    tokens: &'a Named<TokenThroughput>,
}

impl<'a> From<&'a Own> for OptionThroughput<'a> {
    fn from(own: &'a Own) -> OptionThroughput<'a> {
        OptionThroughput { relative: &own.relative_throughput, tokens: &own.token_throughput }
    }
}

impl<'a> From<&'a Rent> for OptionThroughput<'a> {
    fn from(rent: &'a Rent) -> OptionThroughput<'a> {
        OptionThroughput { relative: &rent.relative_throughput, tokens: &rent.token_throughput }
    }
}

/// Unit of the capacity of an option.
#[derive(Clone, Debug)]
pub enum CapacityMeasure<'s> {
    /// Reference accelerators: the throughput is the same for all workloads.
    Reference(Figure<'s>),
    /// Accelerators of the option: the throughput differs by workload.
    Own(Vec<Figure<'s>>),
}

impl<'s> CapacityMeasure<'s> {
    /// Measure for a throughput and the workloads: the rate of a workload in tokens, otherwise the relative throughput.
    #[must_use]
    pub(super) fn of(
        draft: &'s Draft,
        throughput: OptionThroughput<'_>,
        workloads: &[DraftWorkload<'s>],
    ) -> CapacityMeasure<'s> {
        let by_workload = match throughput.relative {
            ScalarOr::Scalar(given) if throughput.tokens.is_empty() => {
                return CapacityMeasure::Reference(draft.given(given));
            }
            ScalarOr::Scalar(_) => None,
            ScalarOr::Part(by_workload) => Some(by_workload),
        };
        let of_all = || match throughput.relative {
            ScalarOr::Scalar(given) => draft.given(given),
            ScalarOr::Part(_) => {
                let unit = Unit::REFERENCE.per(Unit::ACCELERATOR);
                draft.constant(1, unit, "workloads not listed in relative_throughput run as on the reference")
            }
        };
        let one = |workload: &DraftWorkload<'s>| {
            let name = workload.name.as_deref();
            let rate = name.and_then(|name| throughput.tokens.get(name)).zip(workload.tokens.as_ref());
            let of_tokens = rate.and_then(|(rate, tokens)| tokens.relative(draft, &rate.value));
            let given = || Some(draft.given(&by_workload?.get(name?)?.value));
            of_tokens.or_else(given).unwrap_or_else(of_all)
        };
        CapacityMeasure::Own(workloads.iter().map(one).collect())
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
