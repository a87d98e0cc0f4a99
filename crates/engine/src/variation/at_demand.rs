//! Options at another demand.

use super::comparable::not_comparable_because;
use super::evaluated::{Evaluated, broken_rules};
use crate::inputs::FigureRule;
use crate::model::{Model, OptionModel};
use crate::scenario::Scenario;
use crate::sheet::{Condition, FigureId, Values};
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

/// Whether a load of an option can exceed a quota of instances or a limit of replicas.
#[must_use]
pub fn has_limit(model: &Model, option: &OptionModel) -> bool {
    let rules = &model.sheet.conditions()[option.conditions.clone()];
    rules.iter().any(|rule| FigureRule::from(rule.rule) == FigureRule::LimitExceeded)
}

/// Whether an option keeps its quotas and limits of replicas at another demand factor.
#[must_use]
pub fn is_within_limits(evaluated: &Evaluated, option: &OptionModel, factor: Decimal) -> bool {
    let sheet = &evaluated.model.sheet;
    let rules = sheet.conditions()[option.conditions.clone()].iter();
    let limits: Vec<Condition> =
        rules.filter(|rule| FigureRule::from(rule.rule) == FigureRule::LimitExceeded).copied().collect();
    let figures: Vec<FigureId> = limits.iter().map(|rule| rule.not_above_zero).collect();
    let values = values_at(evaluated, &figures, factor);
    values.is_some_and(|values| broken_rules(sheet, &limits, &values).is_empty())
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
        && not_comparable_because(scenario, option, model.demanded, &|figure| values[sheet.at(figure, 0)]).is_empty()
}
