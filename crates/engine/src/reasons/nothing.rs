//! Why a question has no answer for a scenario that has one itself: nothing to plan, to move, or to draw.

use super::not_planned;
use crate::analysis::plan::Plans;
use crate::number;
use crate::scenario::document::Document;
use crate::scenario::quantity::{NumberForm, ReadNumber};
use rust_decimal::{Decimal, RoundingStrategy};

/// Sensitivity has no difference to move.
pub const NO_DIFFERENCE: &str =
    "there is no option to own and one to rent that can both be chosen, so that there is no difference to move";

/// Why there is no plan.
#[must_use]
pub fn nothing_to_plan(plans: &Plans) -> String {
    match plans.left_out.first() {
        Some(pair) => {
            format!("there is nothing to plan: {} with {}: {}", pair.own, pair.rent, not_planned(&pair.because))
        }
        None => "there is nothing to plan: a plan needs an option to own and one to rent".to_owned(),
    }
}

/// Why there is no simulation, with an entry for `uncertainty`: a tenth either way around a price.
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
    format!(
        "nothing in the scenario is uncertain; say between which values numbers lie, such as `uncertainty: {example}`"
    )
}
