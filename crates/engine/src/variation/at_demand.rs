//! Options at another demand.

use super::comparable::not_comparable_because;
use super::evaluated::{Evaluated, broken_rules};
use crate::model::OptionModel;
use crate::scenario::Scenario;
use crate::sheet::{FigureId, Values};
use rust_decimal::Decimal;

/// Values of all figures that `results` depend on, at another demand factor; none if one of `results` cannot be
/// computed.
#[must_use]
pub fn values_at(evaluated: &Evaluated, results: &[FigureId], factor: Decimal) -> Option<Values<Decimal>> {
    let (model, mut values) = (&evaluated.model, evaluated.values.clone());
    values[model.sheet.at(model.factor, 0)] = factor;
    model.sheet.evaluate(&model.sheet.affected(&[model.factor], results), &mut values).ok()?;
    Some(values)
}

/// Whether an option is possible and does the same work as others at another demand factor: all of it, or with a cost
/// of delay.
#[must_use]
pub fn compares_at(scenario: &Scenario, evaluated: &Evaluated, option: &OptionModel, factor: Decimal) -> bool {
    let model = &evaluated.model;
    let sheet = &model.sheet;
    let rules = &sheet.conditions()[option.conditions.clone()];
    let limits = [Some(option.unserved), Some(model.demanded), option.without_headroom].into_iter().flatten();
    let figures: Vec<FigureId> = rules.iter().map(|rule| rule.not_above_zero).chain(limits).collect();
    let mut values = evaluated.values.clone();
    values[sheet.at(model.factor, 0)] = factor;
    sheet.evaluate(&sheet.affected(&[model.factor], &figures), &mut values).is_ok()
        && broken_rules(sheet, rules, &values).is_empty()
        && not_comparable_because(scenario, model, option, &|figure| values[sheet.at(figure, 0)]).is_empty()
}
