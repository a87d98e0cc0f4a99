//! Which options may be chosen: what the scenario requires against what an option says of itself. Unknown is not yes.

use crate::model::{OptionKind, OptionModel, PartModel};
use crate::number;
use crate::scenario::document::Given;
use crate::scenario::own::Own;
use crate::scenario::quantities::Gibibytes;
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::Rent;
use crate::scenario::{Requires, Scenario};
use crate::sheet::FigureId;
use rust_decimal::Decimal;

/// What an option says of itself.
struct Attributes<'a> {
    location: Option<&'a Given<String>>,
    features: Option<&'a Vec<Given<String>>>,
    memory: Option<&'a Given<Gibibytes>>,
    available_after: Decimal,
}

/// The largest value of a row over the periods.
type Largest<'a> = &'a dyn Fn(FigureId) -> Decimal;

/// Why an option may not be chosen: what the scenario requires of it and what the workloads that it serves do.
#[must_use]
pub fn ineligible_because(scenario: &Scenario, option: &OptionModel, largest: Largest<'_>) -> Vec<String> {
    let reasons = option.parts.iter().flat_map(|part| {
        // a hybrid says which of its options is meant
        let whose = if option.kind == OptionKind::Hybrid { format!("{}: ", part.option) } else { String::new() };
        of_part(scenario, part, largest).into_iter().map(move |reason| format!("{whose}{reason}"))
    });
    reasons.collect()
}

fn of_part(scenario: &Scenario, part: &PartModel, largest: Largest<'_>) -> Vec<String> {
    let own = scenario.own.iter().find(|entry| entry.at == part.at).map(|entry| &entry.value);
    let rent = scenario.rent.iter().find(|entry| entry.at == part.at).map(|entry| &entry.value);
    let Some(attributes) = own.map(Attributes::of_own).or(rent.map(Attributes::of_rent)) else {
        return Vec::new();
    };
    let mut reasons = lacking(scenario.requires.as_ref(), &attributes);
    let workloads = scenario.demand.workloads.iter().enumerate();
    for (_, entry) in workloads.filter(|(at, _)| part.workloads.contains(at)) {
        let of_workload = lacking(entry.value.requires.as_ref(), &attributes);
        reasons.extend(of_workload.into_iter().map(|reason| format!("for {}: {reason}", entry.name)));
    }
    reasons.extend(own.and_then(|own| short_of_power(own, part, largest)));
    reasons
}

fn short_of_power(own: &Own, part: &PartModel, largest: Largest<'_>) -> Option<String> {
    let available = own.available_power_kw.as_ref()?.value.decimal();
    let needed = number::ratio(largest(part.site_power?));
    let cooling = if own.pue.is_some() { "with cooling" } else { "even without cooling" };
    (available < needed).then(|| {
        format!(
            "the site delivers {} kW, the servers need {} kW {cooling}",
            number::readable(available, 6),
            number::readable(needed, 6)
        )
    })
}

impl<'a> Attributes<'a> {
    fn of_own(own: &'a Own) -> Attributes<'a> {
        Attributes {
            location: own.location.as_ref(),
            features: own.features.as_ref(),
            memory: own.accelerator_memory_gib.as_ref(),
            available_after: own.lead_time_months.value.decimal(),
        }
    }

    fn of_rent(rent: &'a Rent) -> Attributes<'a> {
        Attributes {
            location: rent.location.as_ref(),
            features: rent.features.as_ref(),
            memory: rent.accelerator_memory_gib.as_ref(),
            available_after: rent.available_after_months.value.decimal(),
        }
    }
}

fn lacking(requires: Option<&Requires>, option: &Attributes<'_>) -> Vec<String> {
    let Some(requires) = requires else { return Vec::new() };
    let mut reasons = Vec::new();
    if let Some(locations) = &requires.location {
        let wanted = || locations.iter().map(|l| l.value.as_str()).collect::<Vec<_>>().join(" or ");
        match option.location {
            None => reasons.push(format!("its location is not stated; required is {}", wanted())),
            Some(stated) if locations.iter().any(|location| location.value == stated.value) => {}
            Some(stated) => reasons.push(format!("it stands in {}; required is {}", stated.value, wanted())),
        }
    }
    for feature in requires.features.iter().flatten() {
        let offered = option.features.is_some_and(|offered| offered.iter().any(|own| own.value == feature.value));
        if !offered {
            reasons.push(format!("it does not state the required feature {}", feature.value));
        }
    }
    if let Some(within) = &requires.available_within_months
        && option.available_after > within.value.decimal()
    {
        reasons.push(format!(
            "it can be had after {}; required is within {}",
            months(option.available_after),
            within.value.decimal()
        ));
    }
    if let Some(needed) = &requires.accelerator_memory_gib {
        let needed = needed.value.decimal();
        match option.memory.map(|memory| memory.value.decimal()) {
            None => reasons.push(format!("the memory of its accelerators is not stated; required are {needed} GiB")),
            Some(memory) if memory >= needed => {}
            Some(memory) => reasons.push(format!("its accelerators have {memory} GiB; required are {needed} GiB")),
        }
    }
    reasons
}

fn months(count: Decimal) -> String {
    if count == Decimal::ONE { "1 month".to_owned() } else { format!("{count} months") }
}
