//! How long the comparison must run for owning to win.

use super::statement::PairStatement;
use crate::number;
use crate::variation::{Evaluated, Variation};
use rayon::prelude::*;
use rust_decimal::Decimal;

/// Horizons that are computed at once, at most; few enough that little is computed in vain.
const AT_ONCE: usize = 12;

/// What is asked at every horizon.
#[derive(Clone, Copy, Debug)]
pub struct Horizons<'a> {
    /// The scenario.
    pub variation: &'a Variation<'a>,
    /// Its figures at its own horizon.
    pub evaluated: &'a Evaluated,
    /// Digits after the point of an amount of money.
    pub minor_digits: u32,
}

impl Horizons<'_> {
    /// The shortest horizon from which on, up to the scenario's own, owning wins each pair, resale included. The horizon
    /// decides the shape of the sheet, so every one is a sheet of its own, from the longest down until no pair is left.
    pub fn break_even(&self, pairs: &mut [PairStatement]) {
        let own = self.evaluated.model.horizon;
        let mut open: Vec<&mut PairStatement> = pairs.iter_mut().collect();
        self.close(&mut open, own, &self.stated());
        let (mut longest, mut at_once) = (own.saturating_sub(1), 1);
        while longest > 0 && !open.is_empty() {
            at_once = AT_ONCE.min(at_once * 2);
            let horizons: Vec<u32> = (1..=longest).rev().take(at_once).collect();
            let wanted = open.iter().flat_map(|pair| [pair.own.clone(), pair.rent.clone()]).collect();
            let computed: Vec<Worths> =
                horizons.par_iter().map(|months| self.variation.worths_over(*months, &wanted)).collect();
            for (months, worths) in horizons.iter().zip(&computed) {
                self.close(&mut open, *months, worths);
            }
            longest = longest.saturating_sub(u32::try_from(horizons.len()).unwrap_or(longest));
        }
    }

    /// Keeps the pairs that owning wins at a horizon, with that for their shortest one so far.
    fn close(&self, open: &mut Vec<&mut PairStatement>, months: u32, worths: &Worths) {
        open.retain_mut(|pair| {
            let wins = owning_wins(worths, pair, self.minor_digits);
            if wins {
                pair.break_even_horizon_months = Some(months);
            }
            wins
        });
    }

    /// At the scenario's own horizon.
    fn stated(&self) -> Worths {
        let options = self.evaluated.model.options.iter();
        options.map(|option| (option.name.clone(), Some(self.evaluated.value(option.present_value)))).collect()
    }
}

/// The present value of every option by its name; none where it cannot be had.
type Worths = Vec<(String, Option<Decimal>)>;

/// A tie goes to owning; an option that cannot be had within the horizon does not win.
fn owning_wins(worths: &Worths, pair: &PairStatement, minor_digits: u32) -> bool {
    let worth = |name: &str| worths.iter().find(|(option, _)| option == name).and_then(|(_, worth)| *worth);
    match (worth(&pair.own), worth(&pair.rent)) {
        (Some(own), Some(rent)) => number::money(own, minor_digits) <= number::money(rent, minor_digits),
        (_, _) => false,
    }
}
