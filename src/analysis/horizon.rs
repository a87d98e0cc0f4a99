//! How long the comparison must run for owning to win.

use super::statement::PairStatement;
use crate::demand::trace::Traces;
use crate::model::{self, Model};
use crate::number;
use crate::scenario::Scenario;
use crate::sheet::FigureId;
use rayon::prelude::*;
use rust_decimal::Decimal;

/// Horizons that are computed at once; few enough that little is computed in vain.
const AT_ONCE: usize = 12;

/// The shortest horizon from which on, up to the scenario's own, owning wins each pair, resale included. The horizon
/// decides the shape of the sheet, so every one is a sheet of its own, from the longest down until no pair is left.
pub fn break_even_horizons(scenario: &Scenario, traces: &Traces, minor_digits: u32, pairs: &mut [PairStatement]) {
    let mut open: Vec<&mut PairStatement> = pairs.iter_mut().collect();
    let horizons: Vec<u32> = (1..=scenario.horizon_months.value.count()).rev().collect();
    for horizons in horizons.chunks(AT_ONCE) {
        if open.is_empty() {
            return;
        }
        let computed: Vec<Worths> =
            horizons.par_iter().map(|horizon| present_values(&model::build_over(scenario, traces, *horizon))).collect();
        for (horizon, worths) in horizons.iter().zip(computed) {
            open.retain_mut(|pair| {
                let wins = owning_wins(&worths, pair, minor_digits);
                if wins {
                    pair.break_even_horizon_months = Some(*horizon);
                }
                wins
            });
        }
    }
}

/// The present value of every option by its name; none where it cannot be had.
type Worths = Vec<(String, Option<Decimal>)>;

fn present_values(model: &Model) -> Worths {
    let mut values = model.sheet.values();
    let figures: Vec<FigureId> = model.options.iter().map(|option| option.present_value).collect();
    let known = model.sheet.evaluate(&model.sheet.ancestors(&figures), &mut values).is_ok();
    let worth = |figure| known.then(|| values[model.sheet.at(figure, 0)]);
    model.options.iter().map(|option| (option.name.clone(), worth(option.present_value))).collect()
}

/// A tie goes to owning; an option that cannot be had within the horizon does not win.
fn owning_wins(worths: &Worths, pair: &PairStatement, minor_digits: u32) -> bool {
    let worth = |name: &str| worths.iter().find(|(option, _)| option == name).and_then(|(_, worth)| *worth);
    match (worth(&pair.own), worth(&pair.rent)) {
        (Some(own), Some(rent)) => number::money(own, minor_digits) <= number::money(rent, minor_digits),
        (_, _) => false,
    }
}
