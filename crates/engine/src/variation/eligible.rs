//! Eligibility: requirements of the scenario against attributes of an option. An unknown attribute does not meet a
//! requirement.

use super::reason::{Cooling, HostResource, Ineligible, Lacks};
use crate::model::{Candidate, CandidatePart, OptionKind};
use crate::number;
use crate::scenario::demand::{Workload, replica_accelerators};
use crate::scenario::document::{Entry, Located, Named};
use crate::scenario::own::Own;
use crate::scenario::quantities::{AcceleratorsPerReplica, Gibibytes, HostCores, LocalTerabytes};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::Rent;
use crate::scenario::{Requires, Scenario};
use crate::sheet::FigureId;
use rust_decimal::Decimal;

/// Attributes of an option.
struct Attributes<'a> {
    location: Option<&'a Located<String>>,
    features: Option<&'a Vec<Located<String>>>,
    memory: Option<&'a Located<Gibibytes>>,
    /// Accelerators of a server or an instance; none of an endpoint.
    accelerators: Option<Decimal>,
    /// Resources of a server or an instance per accelerator.
    host: [(HostResource, Option<Decimal>); 3],
    /// Accelerators of its replicas, by workload.
    replicas: &'a Named<Located<AcceleratorsPerReplica>>,
    available_after: Decimal,
}

/// Largest value of a row over the periods.
type Largest<'a> = &'a dyn Fn(FigureId) -> Decimal;

/// Reasons why an option can't be chosen: unmet requirements of the scenario and of the workloads that it serves.
#[must_use]
pub fn ineligible_because(scenario: &Scenario, option: &dyn Candidate, largest: Largest<'_>) -> Vec<Ineligible> {
    let reasons = option.parts().into_iter().flat_map(|part| {
        // a hybrid names the option concerned
        let whose = (option.id().kind() == OptionKind::Hybrid).then(|| part.option.clone());
        of_part(scenario, part, largest).into_iter().map(move |reason| Ineligible { part: whose.clone(), ..reason })
    });
    reasons.collect()
}

fn of_part(scenario: &Scenario, part: CandidatePart<'_>, largest: Largest<'_>) -> Vec<Ineligible> {
    let own = scenario.own.iter().find(|entry| entry.at == part.at).map(|entry| &entry.value);
    let rent = scenario.rent.iter().find(|entry| entry.at == part.at).map(|entry| &entry.value);
    let Some(attributes) = own.map(Attributes::of_own).or(rent.map(Attributes::of_rent)) else {
        return Vec::new();
    };
    let ineligible = |workload: Option<&String>, lacks| Ineligible { part: None, workload: workload.cloned(), lacks };
    let of_scenario = lacking(scenario.requires.as_ref(), None, &attributes).into_iter().map(|lacks| (None, lacks));
    let served = scenario.demand.workloads.iter().enumerate().filter(|(at, _)| part.workloads.contains(at));
    let of_workloads = served.flat_map(|(_, entry)| {
        let lacks = lacking(entry.value.requires.as_ref(), Some(entry), &attributes);
        lacks.into_iter().map(|lacks| (Some(&entry.name), lacks))
    });
    let power = own.and_then(|own| short_of_power(own, part, largest)).map(|lacks| (None, lacks));
    of_scenario.chain(of_workloads).chain(power).map(|(workload, lacks)| ineligible(workload, lacks)).collect()
}

fn short_of_power(own: &Own, part: CandidatePart<'_>, largest: Largest<'_>) -> Option<Lacks> {
    let delivered = own.available_power_kw.as_ref()?.value.decimal();
    let needed = number::ratio(largest(part.site_power?));
    let cooling = if own.pue.is_some() { Cooling::With } else { Cooling::Without };
    (delivered < needed).then_some(Lacks::Power { delivered, needed, cooling })
}

impl<'a> Attributes<'a> {
    fn of_own(own: &'a Own) -> Attributes<'a> {
        Attributes {
            location: own.location.as_ref(),
            features: own.features.as_ref(),
            memory: own.accelerator_memory_gib.as_ref(),
            accelerators: Some(own.node.accelerators.value.decimal()),
            host: host(
                own.cpu_cores_per_accelerator.as_ref(),
                own.ram_gib_per_accelerator.as_ref(),
                own.nvme_tb_per_accelerator.as_ref(),
            ),
            replicas: &own.replica_accelerators,
            available_after: own.available_after().into(),
        }
    }

    fn of_rent(rent: &'a Rent) -> Attributes<'a> {
        Attributes {
            location: rent.location.as_ref(),
            features: rent.features.as_ref(),
            memory: rent.accelerator_memory_gib.as_ref(),
            accelerators: rent.accelerators_per_instance.as_ref().map(|count| count.value.decimal()),
            host: host(
                rent.cpu_cores_per_accelerator.as_ref(),
                rent.ram_gib_per_accelerator.as_ref(),
                rent.nvme_tb_per_accelerator.as_ref(),
            ),
            replicas: &rent.replica_accelerators,
            available_after: rent.available_after_months.value.decimal(),
        }
    }
}

/// Resources of a server per accelerator.
fn host(
    cores: Option<&Located<HostCores>>,
    memory: Option<&Located<Gibibytes>>,
    storage: Option<&Located<LocalTerabytes>>,
) -> [(HostResource, Option<Decimal>); 3] {
    [
        (HostResource::CpuCores, cores.map(|cores| cores.value.decimal())),
        (HostResource::Memory, memory.map(|memory| memory.value.decimal())),
        (HostResource::Storage, storage.map(|storage| storage.value.decimal())),
    ]
}

/// Requirements that an option does not meet; those of a workload may be about its replicas.
fn lacking(requires: Option<&Requires>, workload: Option<&Entry<Workload>>, option: &Attributes<'_>) -> Vec<Lacks> {
    let Some(requires) = requires else { return Vec::new() };
    let mut lacks = Vec::new();
    if let Some(locations) = &requires.location {
        let required = || locations.iter().map(|location| location.value.clone()).collect();
        match option.location {
            None => lacks.push(Lacks::LocationUnstated { required: required() }),
            Some(stated) if locations.iter().any(|location| location.value == stated.value) => {}
            Some(stated) => lacks.push(Lacks::Location { actual: stated.value.clone(), required: required() }),
        }
    }
    for feature in requires.features.iter().flatten() {
        let offered = option.features.is_some_and(|offered| offered.iter().any(|own| own.value == feature.value));
        if !offered {
            lacks.push(Lacks::Feature(feature.value.clone()));
        }
    }
    if let Some(within) = &requires.available_within_months
        && option.available_after > within.value.decimal()
    {
        lacks.push(Lacks::Availability { after: option.available_after, within: within.value.decimal() });
    }
    if let Some(required) = &requires.accelerator_memory_gib {
        let required = required.value.decimal();
        match option.memory.map(|memory| memory.value.decimal()) {
            None => lacks.push(Lacks::MemoryUnstated { required }),
            Some(memory) if memory >= required => {}
            Some(actual) => lacks.push(Lacks::Memory { actual, required }),
        }
    }
    // an endpoint runs models on accelerators that it does not show
    let Some(accelerators) = option.accelerators else { return lacks };
    if let Some(required) = &requires.accelerators_per_instance
        && accelerators < required.value.decimal()
    {
        lacks.push(Lacks::Accelerators { actual: accelerators, required: required.value.decimal() });
    }
    if let Some(required) = &requires.instance_memory_gib {
        let required = required.value.decimal();
        match option.memory.map(|memory| memory.value.decimal() * accelerators) {
            None => lacks.push(Lacks::MemoryUnstated { required }),
            Some(memory) if memory >= required => {}
            Some(actual) => lacks.push(Lacks::InstanceMemory { actual, required }),
        }
    }
    if let Some(required) = &requires.replica_memory_gib {
        let required = required.value.decimal();
        let stated = workload.and_then(|entry| replica_accelerators(option.replicas, entry));
        let accelerators = stated.map_or(accelerators, |count| count.value.decimal());
        match option.memory.map(|memory| memory.value.decimal() * accelerators) {
            None => lacks.push(Lacks::MemoryUnstated { required }),
            Some(memory) if memory >= required => {}
            Some(actual) => lacks.push(Lacks::ReplicaMemory { accelerators, actual, required }),
        }
    }
    let required = host(
        requires.cpu_cores_per_accelerator.as_ref(),
        requires.ram_gib_per_accelerator.as_ref(),
        requires.nvme_tb_per_accelerator.as_ref(),
    );
    for ((resource, required), (_, actual)) in required.into_iter().zip(option.host) {
        let Some(required) = required.filter(|required| actual.is_none_or(|actual| actual < *required)) else {
            continue;
        };
        lacks.push(Lacks::Host { resource, actual, required });
    }
    lacks
}
