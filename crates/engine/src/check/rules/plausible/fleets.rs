//! Fleets that are hardly used, far too small, or hardly available.

use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::document::{Entry, NodeId, Origin};
use crate::scenario::own::Own;
use crate::scenario::quantity::Quantity;
use rust_decimal::{Decimal, RoundingStrategy};

/// Below this utilization, most of a fleet of several servers is not needed. Measured clusters are at 21 to 75 %.
const A_TENTH: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Below this availability, downtime is longer than any repair.
const FOUR_FIFTHS: Decimal = Decimal::from_parts(8, 0, 0, false, 1);

/// Below this share of the work, a fleet is not meant for it.
const HALF: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Node that sets the size of a fleet, if any.
fn stated_size(own: &Own) -> Option<NodeId> {
    let bought = own.purchases.as_ref().and_then(|purchases| Some(purchases.first()?.nodes.at));
    own.nodes.as_ref().map(|nodes| nodes.at).or(bought)
}

/// Fleets of fixed size that do useful work in less than a tenth of their hours.
pub(super) fn above_need(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_fleet(subject, option)).collect()
}

/// Fleets of fixed size that leave more than half of the work unserved without a cost for it, so that they can't win.
pub(super) fn below_need(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let small = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let at = stated_size(&option.value)?;
        let name = OptionId::own(&option.name);
        let statement = subject.statement(&name).filter(|statement| !statement.comparable())?;
        let done = statement.work_done.filter(|done| **done < HALF)?;
        let message = format!(
            "{name} does {} of the work and leaves the rest unserved, so it is not comparable",
            share(done.round_dp_with_strategy(3, RoundingStrategy::ToZero))
        );
        let label = "omit `nodes` to size the fleet to the demand, or set `burst_to` to rent the overflow";
        Some(subject.finding(Code::FleetBelowNeed, at, message).label(label))
    });
    small.collect()
}

fn of_fleet(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let at = stated_size(&option.value)?;
    let name = OptionId::own(&option.name);
    let statement = subject.statement(&name)?;
    let (used, nodes) = (*statement.utilization?, *statement.nodes?);
    if used >= A_TENTH || nodes <= Decimal::ONE {
        return None;
    }
    let message = format!(
        "the {} servers of {name} do useful work in {} of their hours; measured clusters are at 21 to 75 %",
        few_digits(nodes),
        share(used.round_dp_with_strategy(3, RoundingStrategy::ToZero))
    );
    Some(subject.finding(Code::FleetAboveNeed, at, message).label("omit `nodes` to size the fleet to the demand"))
}

/// Fleets that are down in more than a fifth of the hours.
pub(super) fn hardly_up(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let down = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let up = &option.value.availability;
        if up.value.decimal() >= FOUR_FIFTHS {
            return None;
        }
        let message =
            format!("the fleet of own.{} is available in {} of the hours", option.name, share(up.value.decimal()));
        let label = "write the share of hours in which its servers are usable, such as 97 %";
        Some(subject.finding(Code::AvailabilityLow, up.at, message).label(label))
    });
    down.collect()
}

/// Above this utilization, a fleet is hardly ever idle; the highest measured in a cluster is 75 %.
const NINE_TENTHS: Decimal = Decimal::from_parts(9, 0, 0, false, 1);

/// Fleets that are available in all hours and do useful work in more than nine tenths of them.
pub(super) fn never_down(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let always_up = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let up = &option.value.availability;
        let name = OptionId::own(&option.name);
        let busy = subject.statement(&name)?.utilization.filter(|busy| **busy > NINE_TENTHS)?;
        if up.value.decimal() < Decimal::ONE {
            return None;
        }
        let message =
            format!("the fleet of {name} is never down and works in {} of its hours", share(busy.round_dp(3)));
        // a default has no place of its own
        let document = &subject.answer.loaded.document;
        let at = if document.origin(up.at) == Origin::Assumed { option.at } else { up.at };
        let label = "set `availability`, the share of hours in which its servers are usable, such as 97 %";
        Some(subject.finding(Code::NeverDown, at, message).label(label))
    });
    always_up.collect()
}
