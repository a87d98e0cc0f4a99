//! Figures at other demands.

use super::statement::BreakEvenPoint;
use crate::amount::Ratio;
use crate::model::OptionModel;
use crate::sheet::{Crossing, FigureId};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// Decimals to which the largest demand factor is found.
const LIMIT_DIGITS: u32 = 15;

/// Break-even point of two options at a crossing, with the utilization of a fleet.
pub(super) fn point(
    evaluated: &Evaluated,
    both: [&OptionModel; 2],
    utilization: Option<FigureId>,
    crossing: &Crossing,
) -> BreakEvenPoint {
    let at = |figure| value_at(evaluated, crossing.at, figure);
    let replicas = |option: &OptionModel| largest_at(evaluated, crossing.at, option.replicas?).map(Ratio::rounded);
    let demand = evaluated.model.demand_utilization.and_then(at);
    BreakEvenPoint {
        factor: Ratio::rounded(crossing.at),
        utilization: utilization.and_then(at).map(Ratio::rounded),
        demand_utilization: demand.map(Ratio::rounded),
        hours_per_day: demand.map(|share| Ratio::rounded(share * Decimal::from(24))),
        replicas: both.map(replicas),
        jump: crossing.jump,
    }
}

/// Value of a figure at another demand factor; `None` if it cannot be computed.
#[must_use]
pub fn value_at(evaluated: &Evaluated, factor: Decimal, figure: FigureId) -> Option<Decimal> {
    values_at(evaluated, factor, [figure]).map(|[value]| value)
}

/// Values of figures at another demand factor; `None` if one of them cannot be computed.
pub(super) fn values_at<const N: usize>(
    evaluated: &Evaluated,
    factor: Decimal,
    figures: [FigureId; N],
) -> Option<[Decimal; N]> {
    let sheet = &evaluated.model.sheet;
    let mut values = evaluated.values.clone();
    values[sheet.at(evaluated.model.factor, 0)] = factor;
    sheet.evaluate(&sheet.affected(&[evaluated.model.factor], &figures), &mut values).ok()?;
    Some(figures.map(|figure| values[sheet.at(figure, 0)]))
}

/// Largest value of a row over the months at another demand factor; `None` if it cannot be computed.
fn largest_at(evaluated: &Evaluated, factor: Decimal, row: FigureId) -> Option<Decimal> {
    let moved = evaluated.moved(&[(evaluated.model.factor, factor)]).ok()?;
    Some(moved.with_figures(&[row])?.largest(row))
}

/// Largest demand factor up to a limit at which something holds that holds at the plan.
pub(super) fn largest_factor(limit: Decimal, holds: impl Fn(Decimal) -> bool) -> Decimal {
    if holds(limit) {
        return limit;
    }
    let (mut most, mut beyond) = (Decimal::ONE.min(limit), limit);
    while beyond - most > Decimal::new(1, LIMIT_DIGITS) {
        let middle = (most + beyond) / Decimal::TWO;
        if holds(middle) { most = middle } else { beyond = middle }
    }
    most
}

/// Demand factor at which there is work in every hour; only in the short form.
pub(super) fn always_at_work(evaluated: &Evaluated) -> Option<Decimal> {
    let share = evaluated.value(evaluated.model.demand_utilization?);
    Decimal::ONE.checked_div(share)
}
