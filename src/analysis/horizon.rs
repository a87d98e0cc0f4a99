//! How long the comparison must run for owning to win.

use super::statement::PairStatement;
use crate::model::{self, Model};
use crate::number;
use crate::scenario::Scenario;
use crate::sheet::FigureId;
use rust_decimal::Decimal;

/// The shortest horizon from which on, up to the scenario's own, owning wins each pair, resale included. The horizon
/// decides the shape of the sheet, so every one is a sheet of its own, from the longest down until no pair is left.
pub fn break_even_horizons(scenario: &Scenario, minor_digits: u32, pairs: &mut [PairStatement]) {
    let mut open: Vec<&mut PairStatement> = pairs.iter_mut().collect();
    let longest = scenario.horizon_months.value.count();
    for horizon in (1..=longest).rev() {
        if open.is_empty() {
            return;
        }
        let worths = present_values(&model::build_over(scenario, horizon));
        open.retain_mut(|pair| {
            let worth = |name: &str| worths.iter().find(|(option, _)| option == name).map(|(_, worth)| *worth);
            let wins = match (worth(&pair.own), worth(&pair.rent)) {
                (Some(Some(own)), Some(Some(rent))) => {
                    number::money(own, minor_digits) <= number::money(rent, minor_digits)
                }
                _ => false,
            };
            if wins {
                pair.break_even_horizon_months = Some(horizon);
            }
            wins
        });
    }
}

/// The present value of every option by its name; none where it cannot be had.
fn present_values(model: &Model) -> Vec<(String, Option<Decimal>)> {
    let mut values = model.sheet.values();
    let figures: Vec<FigureId> = model.options.iter().map(|option| option.present_value).collect();
    let known = model.sheet.evaluate(&model.sheet.ancestors(&figures), &mut values).is_ok();
    let worth = |figure| known.then(|| values[model.sheet.at(figure, 0)]);
    model.options.iter().map(|option| (option.name.clone(), worth(option.present_value))).collect()
}
