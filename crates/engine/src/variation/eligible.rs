//! Eligibility: requirements of the scenario against attributes of an option. An unknown attribute does not meet a
//! requirement.

use super::reason::{Cooling, Ineligible, Lacks};
use crate::model::{OptionKind, OptionModel, PartModel};
use crate::number;
use crate::scenario::document::Located;
use crate::scenario::own::Own;
use crate::scenario::quantities::Gibibytes;
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
    available_after: Decimal,
}

/// Largest value of a row over the periods.
type Largest<'a> = &'a dyn Fn(FigureId) -> Decimal;

/// Reasons why an option can't be chosen: unmet requirements of the scenario and of the workloads that it serves.
#[must_use]
pub fn ineligible_because(scenario: &Scenario, option: &OptionModel, largest: Largest<'_>) -> Vec<Ineligible> {
    let reasons = option.parts.iter().flat_map(|part| {
        // a hybrid names the option concerned
        let whose = (option.id.kind() == OptionKind::Hybrid).then(|| part.option.clone());
        of_part(scenario, part, largest).into_iter().map(move |reason| Ineligible { part: whose.clone(), ..reason })
    });
    reasons.collect()
}

fn of_part(scenario: &Scenario, part: &PartModel, largest: Largest<'_>) -> Vec<Ineligible> {
    let own = scenario.own.iter().find(|entry| entry.at == part.at).map(|entry| &entry.value);
    let rent = scenario.rent.iter().find(|entry| entry.at == part.at).map(|entry| &entry.value);
    let Some(attributes) = own.map(Attributes::of_own).or(rent.map(Attributes::of_rent)) else {
        return Vec::new();
    };
    let ineligible = |workload: Option<&String>, lacks| Ineligible { part: None, workload: workload.cloned(), lacks };
    let of_scenario = lacking(scenario.requires.as_ref(), &attributes).into_iter().map(|lacks| (None, lacks));
    let served = scenario.demand.workloads.iter().enumerate().filter(|(at, _)| part.workloads.contains(at));
    let of_workloads = served.flat_map(|(_, entry)| {
        let lacks = lacking(entry.value.requires.as_ref(), &attributes);
        lacks.into_iter().map(|lacks| (Some(&entry.name), lacks))
    });
    let power = own.and_then(|own| short_of_power(own, part, largest)).map(|lacks| (None, lacks));
    of_scenario.chain(of_workloads).chain(power).map(|(workload, lacks)| ineligible(workload, lacks)).collect()
}

fn short_of_power(own: &Own, part: &PartModel, largest: Largest<'_>) -> Option<Lacks> {
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
            available_after: own.available_after().into(),
        }
    }

    fn of_rent(rent: &'a Rent) -> Attributes<'a> {
        Attributes {
            location: rent.location.as_ref(),
            features: rent.features.as_ref(),
            memory: rent.accelerator_memory_gib.as_ref(),
            accelerators: rent.accelerators_per_instance.as_ref().map(|count| count.value.decimal()),
            available_after: rent.available_after_months.value.decimal(),
        }
    }
}

fn lacking(requires: Option<&Requires>, option: &Attributes<'_>) -> Vec<Lacks> {
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
    lacks
}
