//! Reasons why a question has no answer for a valid scenario: nothing to plan, to vary, or to sample.

use super::not_planned;
use crate::analysis::plan::Plans;
use crate::number;
use crate::scenario::document::Document;
use crate::scenario::quantity::{NumberForm, ReadNumber};
use rust_decimal::{Decimal, RoundingStrategy};

/// Reason why sensitivity has nothing to vary.
pub const NO_DIFFERENCE: &str =
    "there is no owned and rented option that can both be chosen, so there is no difference to analyse";

/// Reason why there is no plan.
#[must_use]
pub fn nothing_to_plan(plans: &Plans) -> String {
    match plans.left_out.first() {
        Some(pair) => {
            format!("there is nothing to plan: {} with {}: {}", pair.own, pair.rent, not_planned(&pair.because))
        }
        None => "there is nothing to plan: a plan needs an owned and a rented option".to_owned(),
    }
}

/// Reason why there is no simulation, with an example for `uncertainty`: ±10 % of a price.
#[must_use]
pub fn nothing_uncertain(document: &Document) -> String {
    let numbers = document.numbers().into_iter().filter(|number| number.kind.form == NumberForm::Number);
    let paths: Vec<(String, ReadNumber)> = numbers.map(|number| (document.path(number.at), number)).collect();
    let price = paths.iter().find(|(path, number)| path.contains("price") && !number.value.is_zero());
    let example = match price.or(paths.first()) {
        Some((path, number)) => {
            let tenth = number.value / Decimal::TEN;
            let written =
                |value: Decimal| number::significant(value, 3, RoundingStrategy::MidpointNearestEven).normalize();
            let (low, high) = (written(number.value - tenth), written(number.value + tenth));
            format!("{{ {path}: {{ low: {low}, high: {high} }} }}")
        }
        None => "{ discount_rate: { low: 6%, high: 10% } }".to_owned(),
    };
    format!("no input of the scenario is uncertain; add ranges, such as `uncertainty: {example}`")
}
