//! What is said of rates.

use crate::analysis::rate::{FleetRate, Rates};
use crate::number;
use crate::report::page::{Meaning, Section};
use rust_decimal::Decimal;

/// What a fleet is called: its own name, with the hybrid that it is a part of.
pub(super) fn called(fleet: &FleetRate) -> String {
    if fleet.option == fleet.fleet { fleet.fleet.clone() } else { format!("{} in {}", fleet.fleet, fleet.option) }
}

/// What an hour costs, in a sentence for each fleet.
pub(super) fn answer(rates: &Rates) -> Vec<Section> {
    if rates.fleets.is_empty() {
        let said = "Nothing is owned here, so that there is no hour of one's own to price.".to_owned();
        return vec![Section::answer("Rate", Meaning::Warning, vec![said])];
    }
    let said = rates.fleets.iter().map(|fleet| sentence(fleet, &rates.header.currency)).collect();
    vec![Section::answer("Rate", Meaning::Winner, said)]
}

fn sentence(fleet: &FleetRate, currency: &str) -> String {
    let money = |value: Decimal| format!("{} {currency}", number::readable(value, super::DIGITS));
    let called = called(fleet);
    let (Some(levelized), Some(utilization)) = (fleet.levelized.per_useful_accelerator_hour, fleet.utilization) else {
        return format!("{called} does no useful hour.");
    };
    let busy = number::percent(*utilization, 1);
    let more = fleet.marginal.per_useful_accelerator_hour;
    let more = more.map(|more| format!("; one more useful hour costs {}", money(*more))).unwrap_or_default();
    format!("A useful accelerator-hour of {called} costs {} at {busy} utilization{more}.", money(*levelized))
}

/// What keeps a reader from misreading the tables.
pub(super) fn notes(rates: &Rates) -> Vec<Section> {
    let elsewhere = rates.fleets.iter().flat_map(|fleet| &fleet.beside);
    let mut apart: Vec<&str> = elsewhere.map(|line| line.name.as_str()).collect();
    apart.sort_unstable();
    apart.dedup();
    let apart =
        (!apart.is_empty()).then(|| format!("not counted, since it is no cost of the fleet: {}", apart.join(", ")));
    let sized = rates.fleets.iter().any(|fleet| fleet.follows_use.is_none());
    let sized = sized
        .then(|| "marginal costs are not known of a fleet that any change of the demand would size anew".to_owned());
    let hours = "hours are of the fleet's own accelerators; present values of costs over those of hours, which is the \
                 levelized cost of a useful hour that `compare` states, without what the fleet does not serve itself"
        .to_owned();
    let notes = [Some(hours), apart, sized].into_iter().flatten().collect();
    Section::detail("Note", notes).into_iter().collect()
}
