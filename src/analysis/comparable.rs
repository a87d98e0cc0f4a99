//! Which options do the same work: all of it, or with what it costs to wait stated.

use crate::model::{Model, OptionModel};
use crate::number;
use crate::scenario::Scenario;
use crate::sheet::FigureId;
use rust_decimal::Decimal;

/// Why an option does not compare: it serves some workloads alone, or leaves work undone or its headroom not held, downtime
/// aside, and nothing says what that costs.
#[must_use]
pub fn not_comparable_because(
    scenario: &Scenario,
    model: &Model,
    option: &OptionModel,
    value: &dyn Fn(FigureId) -> Decimal,
) -> Vec<String> {
    let mut reasons = serves_some(model, option);
    if scenario.cost_of_delay_per_month.is_some() {
        return reasons;
    }
    let undone = value(option.undone);
    if !is_nothing(undone, value(model.demanded)) {
        let hours = number::readable(undone, 6);
        reasons.push(format!(
            "it leaves {hours} useful hours undone, and no `cost_of_delay_per_month` says what that costs"
        ));
    }
    let without_headroom = option.without_headroom.map(value).unwrap_or_default();
    if !without_headroom.is_zero() {
        let hours = number::readable(without_headroom, 6);
        reasons.push(format!(
            "it does not hold its headroom in {hours} hours, and no `cost_of_delay_per_month` says what that costs"
        ));
    }
    reasons
}

/// Why an option does not compare that serves some workloads alone.
pub(super) fn serves_some(model: &Model, option: &OptionModel) -> Vec<String> {
    let workloads = &model.workloads;
    let served = |at: &usize| option.parts.iter().any(|part| part.workloads.contains(at));
    let not: Vec<&str> = (0..workloads.len()).filter(|at| !served(at)).map(|at| workloads[at].name.as_str()).collect();
    match not.as_slice() {
        [] => Vec::new(),
        [one] => vec![format!("it does not serve {one}")],
        [before @ .., last] => vec![format!("it does not serve {} and {last}", before.join(", "))],
    }
}

/// Whether hours of work are nothing beside all of it, to the 12 digits to which ratios are compared.
fn is_nothing(hours: Decimal, of: Decimal) -> bool {
    hours.is_zero() || !of.is_zero() && number::ratio((of + hours) / of) == Decimal::ONE
}
