//! Unit in which the capacity of an option is measured, so that it can be compared with the load of several workloads.

use super::{DraftWorkload, FirmLevel};
use crate::inputs::Inputs as _;
use crate::scenario::document::{Located, Named, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::quantities::{AcceleratorsPerReplica, Throughput as Quantity};
use crate::scenario::rent::Rent;
use crate::scenario::tokens::TokenThroughput;
use crate::sheet::{Draft, Figure, Weight, WholeSteps};
use crate::unit::{BaseUnits as _, Unit};

/// Throughput of the accelerators of an option, in a scenario.
#[derive(Clone, Copy, Debug)]
pub struct OptionThroughput<'a> {
    /// `relative_throughput`: one number, or one per workload.
    relative: &'a ScalarOr<Located<Quantity>, Named<Located<Quantity>>>,
    /// `token_throughput` by workload.
    tokens: &'a Named<TokenThroughput>,
    /// `replica_accelerators` by workload.
    replicas: &'a Named<Located<AcceleratorsPerReplica>>,
}

impl<'a> From<&'a Own> for OptionThroughput<'a> {
    fn from(own: &'a Own) -> OptionThroughput<'a> {
        OptionThroughput {
            relative: &own.relative_throughput,
            tokens: &own.token_throughput,
            replicas: &own.replica_accelerators,
        }
    }
}

impl<'a> From<&'a Rent> for OptionThroughput<'a> {
    fn from(rent: &'a Rent) -> OptionThroughput<'a> {
        OptionThroughput {
            relative: &rent.relative_throughput,
            tokens: &rent.token_throughput,
            replicas: &rent.replica_accelerators,
        }
    }
}

impl<'a> OptionThroughput<'a> {
    /// Rate that the option states for a workload.
    #[must_use]
    pub fn rate(self, workload: &str) -> Option<&'a TokenThroughput> {
        self.tokens.get(workload).map(|entry| &entry.value)
    }
}

/// Unit of the capacity of an option, and the replicas of the workloads in it.
#[derive(Clone, Debug)]
pub struct CapacityMeasure<'s> {
    unit: CapacityUnit<'s>,
    /// Replicas by workload; none for a workload without them.
    replicas: Vec<Option<Replica<'s>>>,
}

/// Unit of the capacity of an option.
#[derive(Clone, Debug)]
enum CapacityUnit<'s> {
    /// Reference accelerators: the throughput is the same for all workloads.
    Reference(Figure<'s>),
    /// Accelerators of the option: the throughput differs by workload.
    Own(Vec<Figure<'s>>),
}

/// Replicas of a workload on an option: copies of its model, which occupy whole accelerators.
#[derive(Clone, Copy, Debug)]
struct Replica<'s> {
    /// Accelerators of a replica, in the measure.
    size: Figure<'s>,
    /// Minimum number of replicas, by month.
    least: Option<Figure<'s>>,
}

impl<'s> CapacityMeasure<'s> {
    /// Measure for a throughput and the workloads: the rate of a workload in tokens, otherwise the relative throughput.
    #[must_use]
    pub(super) fn of(
        draft: &'s Draft,
        throughput: OptionThroughput<'_>,
        workloads: &[DraftWorkload<'s>],
    ) -> CapacityMeasure<'s> {
        let measure = CapacityMeasure { unit: CapacityUnit::of(draft, throughput, workloads), replicas: Vec::new() };
        let replica = |workload: &DraftWorkload<'s>| {
            let name = workload.name.as_deref()?;
            let of_option = throughput.replicas.get(name).map(|entry| draft.given(&entry.value));
            let accelerators = of_option.or(workload.replicas.accelerators)?;
            let size = measure.capacity(accelerators).named_with(|| format!("capacity of a replica of {name}"));
            Some(Replica { size, least: workload.replicas.least })
        };
        CapacityMeasure { replicas: workloads.iter().map(replica).collect(), ..measure }
    }
}

impl<'s> CapacityUnit<'s> {
    fn of(draft: &'s Draft, throughput: OptionThroughput<'_>, workloads: &[DraftWorkload<'s>]) -> CapacityUnit<'s> {
        let by_workload = match throughput.relative {
            ScalarOr::Scalar(given) if throughput.tokens.is_empty() => {
                return CapacityUnit::Reference(draft.given(given));
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
            let rate = name.and_then(|name| throughput.rate(name)).zip(workload.tokens.as_ref());
            let of_tokens = rate.and_then(|(rate, tokens)| tokens.relative(draft, rate));
            let given = || Some(draft.given(&by_workload?.get(name?)?.value));
            of_tokens.or_else(given).unwrap_or_else(of_all)
        };
        CapacityUnit::Own(workloads.iter().map(one).collect())
    }
}

impl<'s> CapacityMeasure<'s> {
    /// Whether it is in reference accelerators, whatever the workload.
    #[must_use]
    pub fn is_in_reference(&self) -> bool {
        matches!(self.unit, CapacityUnit::Reference(_))
    }

    /// Whether a workload of a set is served in whole replicas.
    #[must_use]
    pub fn has_replicas(&self, set: &[usize]) -> bool {
        set.iter().any(|at| self.replicas[*at].is_some())
    }

    /// Capacity of a replica of a workload, in the measure; none if it is not served in whole replicas.
    #[must_use]
    pub fn replica(&self, workload: usize) -> Option<Figure<'s>> {
        Some(self.replicas[workload]?.size)
    }

    /// Reference accelerators per accelerator of the option, for a workload.
    #[must_use]
    pub fn throughput(&self, workload: usize) -> Figure<'s> {
        match &self.unit {
            CapacityUnit::Reference(throughput) => *throughput,
            CapacityUnit::Own(throughputs) => throughputs[workload],
        }
    }

    /// Capacity of a node or instance with `accelerators`, in the measure.
    #[must_use]
    pub fn capacity(&self, accelerators: Figure<'s>) -> Figure<'s> {
        match &self.unit {
            CapacityUnit::Reference(throughput) => accelerators * *throughput,
            CapacityUnit::Own(_) => accelerators,
        }
    }

    /// Converts a figure of a workload from reference accelerators to the measure.
    #[must_use]
    pub fn measured(&self, workload: usize, figure: Figure<'s>) -> Figure<'s> {
        match &self.unit {
            CapacityUnit::Reference(_) => figure,
            CapacityUnit::Own(throughputs) => figure / throughputs[workload],
        }
    }

    /// Converts a figure of a workload from the measure to reference accelerators.
    #[must_use]
    pub fn reference(&self, workload: usize, figure: Figure<'s>) -> Figure<'s> {
        match &self.unit {
            CapacityUnit::Reference(_) => figure,
            CapacityUnit::Own(throughputs) => figure * throughputs[workload],
        }
    }

    /// Converts a figure from the measure to accelerators of the option.
    #[must_use]
    pub fn accelerators(&self, figure: Figure<'s>) -> Figure<'s> {
        match &self.unit {
            CapacityUnit::Reference(throughput) => figure / *throughput,
            CapacityUnit::Own(_) => figure,
        }
    }

    /// Converts a figure of a workload from reference accelerators to accelerators of the option.
    #[must_use]
    pub fn own_accelerators(&self, workload: usize, figure: Figure<'s>) -> Figure<'s> {
        match &self.unit {
            CapacityUnit::Reference(throughput) => figure / *throughput,
            CapacityUnit::Own(throughputs) => figure / throughputs[workload],
        }
    }

    /// Conversion of the levels of a workload to the measure; those needed come in whole replicas.
    #[must_use]
    pub fn weight(&self, draft: &'s Draft, workload: usize, level: FirmLevel) -> Weight<Figure<'s>> {
        let factor = match &self.unit {
            CapacityUnit::Reference(_) => None,
            CapacityUnit::Own(throughputs) => Some(draft.reciprocal(throughputs[workload])),
        };
        let replica = self.replicas[workload].filter(|_| level == FirmLevel::Needed);
        let whole = replica.map(|replica| WholeSteps { step: replica.size, least: replica.least });
        Weight { factor, whole }
    }
}
