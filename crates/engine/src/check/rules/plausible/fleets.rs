//! Fleets that are hardly used, far too small, or hardly up.

use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Entry, NodeId, Origin};
use crate::scenario::own::Own;
use crate::scenario::quantity::Quantity;
use rust_decimal::{Decimal, RoundingStrategy};

/// Below this a fleet of several servers is mostly not needed. Clusters have been measured at 21 to 75 %.
const A_TENTH: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Below this it is down longer than any repair takes.
const FOUR_FIFTHS: Decimal = Decimal::from_parts(8, 0, 0, false, 1);

/// Below this share of the work a fleet is not one for it.
const HALF: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Where the size of a fleet is stated, if it is.
fn stated_size(own: &Own) -> Option<NodeId> {
    let bought = own.purchases.as_ref().and_then(|purchases| Some(purchases.first()?.nodes.at));
    own.nodes.as_ref().map(|nodes| nodes.at).or(bought)
}

/// Fleets of a stated size that are useful in less than a tenth of their hours.
pub(super) fn above_need(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_fleet(subject, option)).collect()
}

/// Fleets of a stated size that leave more than half of the work undone, and nothing says what that costs: whoever wins, wins
/// without them.
pub(super) fn below_need(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let small = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let at = stated_size(&option.value)?;
        let name = format!("own.{}", option.name);
        let statement = subject.statement(&name).filter(|statement| !statement.comparable())?;
        let done = statement.work_done.filter(|done| **done < HALF)?;
        let message = format!(
            "{name} does {} of the work and leaves the rest undone, so that it does not compare",
            share(done.round_dp_with_strategy(3, RoundingStrategy::ToZero))
        );
        let label =
            "without `nodes` the fleet is sized to the demand; `burst_to` a rented option rents what does not fit";
        Some(subject.finding(Code::FleetBelowNeed, at, message).label(label))
    });
    small.collect()
}

fn of_fleet(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let at = stated_size(&option.value)?;
    let name = format!("own.{}", option.name);
    let statement = subject.statement(&name)?;
    let (used, nodes) = (*statement.utilization?, *statement.nodes?);
    if used >= A_TENTH || nodes <= Decimal::ONE {
        return None;
    }
    let message = format!(
        "the {} servers of {name} are useful in {} of their hours; clusters have been measured at 21 to 75 %",
        few_digits(nodes),
        share(used.round_dp_with_strategy(3, RoundingStrategy::ToZero))
    );
    Some(subject.finding(Code::FleetAboveNeed, at, message).label("without `nodes` the fleet is sized to the demand"))
}

/// Fleets that are down for more than a fifth of the hours.
pub(super) fn hardly_up(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let down = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let up = &option.value.availability;
        if up.value.decimal() >= FOUR_FIFTHS {
            return None;
        }
        let message = format!("the fleet of own.{} is up in {} of the hours", option.name, share(up.value.decimal()));
        let label = "write the share of the hours in which its servers can be used: 97 %";
        Some(subject.finding(Code::AvailabilityLow, up.at, message).label(label))
    });
    down.collect()
}

/// Above this a fleet is hardly ever idle: the most that was measured in a cluster is 75 %.
const NINE_TENTHS: Decimal = Decimal::from_parts(9, 0, 0, false, 1);

/// Fleets that are up in all hours and work in more than nine tenths of them.
pub(super) fn never_down(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let always_up = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let up = &option.value.availability;
        let name = format!("own.{}", option.name);
        let busy = subject.statement(&name)?.utilization.filter(|busy| **busy > NINE_TENTHS)?;
        if up.value.decimal() < Decimal::ONE {
            return None;
        }
        let message =
            format!("the fleet of {name} is never down, and works in {} of its hours", share(busy.round_dp(3)));
        // what was assumed has no place of its own
        let document = &subject.answer.loaded.document;
        let at = if document.origin(up.at) == Origin::Assumed { option.at } else { up.at };
        let label = "write `availability`, the share of the hours in which its servers can be used, such as 97 %";
        Some(subject.finding(Code::NeverDown, at, message).label(label))
    });
    always_up.collect()
}
