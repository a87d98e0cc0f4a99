//! Comparability: whether options do the same work, all of it or with a cost of delay.

use super::reason::NotComparable;
use crate::model::Candidate;
use crate::number;
use crate::scenario::Scenario;
use crate::sheet::FigureId;
use rust_decimal::Decimal;

/// Reasons why an option is not comparable: it serves only some workloads, or, apart from downtime, leaves work
/// unserved or its headroom missing without a cost of delay.
#[must_use]
pub fn not_comparable_because(
    scenario: &Scenario,
    option: &dyn Candidate,
    demanded: FigureId,
    value: &dyn Fn(FigureId) -> Decimal,
) -> Vec<NotComparable> {
    let mut reasons: Vec<NotComparable> = serves_some(scenario, option).into_iter().collect();
    if scenario.cost_of_delay_per_month.is_some() {
        return reasons;
    }
    let unserved = value(option.unserved());
    if !is_nothing(unserved, value(demanded)) {
        reasons.push(NotComparable::LeavesUnserved(unserved));
    }
    let without_headroom = option.without_headroom().map(value).unwrap_or_default();
    if !without_headroom.is_zero() {
        reasons.push(NotComparable::HoldsNoHeadroom(without_headroom));
    }
    reasons
}

/// Reason why an option that serves only some workloads is not comparable.
#[must_use]
pub fn serves_some(scenario: &Scenario, option: &dyn Candidate) -> Option<NotComparable> {
    let (workloads, parts) = (&scenario.demand.workloads, option.parts());
    let served = |at: &usize| parts.iter().any(|part| part.workloads.contains(at));
    let not = workloads.iter().enumerate().filter(|(at, _)| !served(at)).map(|(_, entry)| entry.name.clone());
    let not: Vec<String> = not.collect();
    (!not.is_empty()).then_some(NotComparable::DoesNotServe(not))
}

/// Whether hours are negligible compared with all hours, to the 12 digits of ratios.
fn is_nothing(hours: Decimal, of: Decimal) -> bool {
    hours.is_zero() || !of.is_zero() && number::ratio((of + hours) / of) == Decimal::ONE
}
