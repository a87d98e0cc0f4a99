//! Figures at other demands, and how long is searched for those at which a winner changes.

use super::statement::BreakEvenPoint;
use crate::amount::Ratio;
use crate::sheet::{Crossing, FigureId};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// So many numbers may be worked out for the break-evens of all pairs together, and for each of them at least so many: about
/// a second. Every honest scenario that we know needs a fraction of it; one whose costs jump a million times would take hours.
const MOST_IN_ALL: usize = 10_000_000;
const MOST_OF_ONE: usize = 500_000;

/// So many numbers may be worked out for each of so many pairs.
pub(super) fn budget(pairs: usize) -> usize {
    (MOST_IN_ALL / pairs.max(1)).max(MOST_OF_ONE)
}

/// What is said of a demand at which the winner changes, with the utilization of a fleet.
pub(super) fn point(evaluated: &Evaluated, utilization: Option<FigureId>, crossing: &Crossing) -> BreakEvenPoint {
    let at = |figure| value_at(evaluated, crossing.at, figure);
    let demand = evaluated.model.demand_utilization.and_then(at);
    BreakEvenPoint {
        factor: Ratio::rounded(crossing.at),
        utilization: utilization.and_then(at).map(Ratio::rounded),
        demand_utilization: demand.map(Ratio::rounded),
        hours_per_day: demand.map(|share| Ratio::rounded(share * Decimal::from(24))),
        jump: crossing.jump,
    }
}

/// The value of a figure at another demand factor; `None` where it has none.
#[must_use]
pub fn value_at(evaluated: &Evaluated, factor: Decimal, figure: FigureId) -> Option<Decimal> {
    values_at(evaluated, factor, [figure]).map(|[value]| value)
}

/// The values of figures at another demand factor; `None` where one of them has none.
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

/// The demand factor at which there is work in every hour; none but in the short form.
pub(super) fn always_at_work(evaluated: &Evaluated) -> Option<Decimal> {
    let share = evaluated.value(evaluated.model.demand_utilization?);
    Decimal::ONE.checked_div(share)
}
