//! Text about rates.

use crate::analysis::rate::{FleetRate, Rates};
use crate::number;
use crate::report::page::{Meaning, Section};
use rust_decimal::Decimal;

/// Display name of a fleet, with the hybrid that it belongs to.
pub(super) fn display_name(fleet: &FleetRate) -> String {
    if fleet.option == fleet.fleet { fleet.fleet.to_string() } else { format!("{} in {}", fleet.fleet, fleet.option) }
}

/// The cost of an hour, a sentence per fleet.
pub(super) fn answer(rates: &Rates) -> Vec<Section> {
    if rates.fleets.is_empty() {
        let nothing_owned = "The scenario owns no servers, so there is no owned hour to price.".to_owned();
        return vec![Section::answer("Rate", Meaning::Warning, vec![nothing_owned])];
    }
    let sentences = rates.fleets.iter().map(|fleet| sentence(fleet, &rates.header.currency)).collect();
    vec![Section::answer("Rate", Meaning::Winner, sentences)]
}

fn sentence(fleet: &FleetRate, currency: &str) -> String {
    let money = |value: Decimal| format!("{} {currency}", number::readable(value, super::DIGITS));
    let display_name = display_name(fleet);
    let (Some(levelized), Some(utilization)) = (fleet.levelized.per_useful_accelerator_hour, fleet.utilization) else {
        return format!("{display_name} has no useful hours.");
    };
    let busy = number::percent(*utilization, 1);
    let more = fleet.marginal.per_useful_accelerator_hour;
    let more = more.map(|more| format!("; one more useful hour costs {}", money(*more))).unwrap_or_default();
    format!("A useful accelerator-hour of {display_name} costs {} at {busy} utilization{more}.", money(*levelized))
}

/// Notes that prevent misreading the tables.
pub(super) fn notes(rates: &Rates) -> Vec<Section> {
    let elsewhere = rates.fleets.iter().flat_map(|fleet| &fleet.separate_lines);
    let mut apart: Vec<&str> = elsewhere.map(|line| line.name.as_str()).collect();
    apart.sort_unstable();
    apart.dedup();
    let apart = (!apart.is_empty()).then(|| format!("excluded, not a cost of the fleet: {}", apart.join(", ")));
    let sized = rates.fleets.iter().any(|fleet| fleet.follows_use.is_none());
    let sized = sized.then(|| "no marginal cost is known for a fleet that every change of demand resizes".to_owned());
    let hours = "hours are those of the fleet's own accelerators; each cost is a present value divided by discounted \
                 hours, like the levelized cost in `compare`, without the work that the fleet does not serve itself"
        .to_owned();
    let notes = [Some(hours), apart, sized].into_iter().flatten().collect();
    Section::detail("Note", notes).into_iter().collect()
}
