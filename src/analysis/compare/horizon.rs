//! How long the comparison must run for owning to win.

use crate::demand::trace::Traces;
use crate::model::PairModel;
use crate::number;
use crate::scenario::Loaded;
use crate::variation::{Evaluated, Variation};
use rayon::prelude::*;
use rust_decimal::Decimal;

/// Horizons that are computed at once, at most; few enough that little is computed in vain.
const AT_ONCE: usize = 12;

/// What is asked at every horizon.
#[derive(Debug)]
pub struct Horizons<'a> {
    /// The scenario.
    variation: Variation<'a>,
    /// Its figures at its own horizon.
    evaluated: &'a Evaluated,
    /// Digits after the point of an amount of money.
    minor_digits: u32,
}

impl<'a> Horizons<'a> {
    /// Those of a scenario with the levels of its traces, and its figures at its own horizon.
    #[must_use]
    pub fn of(loaded: &'a Loaded, traces: &'a Traces, evaluated: &'a Evaluated) -> Horizons<'a> {
        let minor_digits = loaded.scenario.currency.value.minor_digits();
        Horizons { variation: Variation::of(loaded, traces), evaluated, minor_digits }
    }

    /// For each of some pairs the shortest horizon from which on, up to the scenario's own, owning wins it, resale included;
    /// none where it does not at the scenario's own. The horizon decides the shape of the sheet, so every one is a sheet of
    /// its own, from the longest down until no pair is left.
    #[must_use]
    pub fn shortest(&self, pairs: &[PairModel]) -> Vec<Option<u32>> {
        let model = &self.evaluated.model;
        let name = |option: usize| model.options[option].name.as_str();
        let mut pairs: Vec<Pair<'_>> =
            pairs.iter().map(|pair| Pair { own: name(pair.own), rent: name(pair.rent), shortest: None }).collect();
        let mut open: Vec<&mut Pair<'_>> = pairs.iter_mut().collect();
        self.close(&mut open, model.horizon, &self.stated());
        let (mut longest, mut at_once) = (model.horizon.saturating_sub(1), 1);
        while longest > 0 && !open.is_empty() {
            at_once = AT_ONCE.min(at_once * 2);
            let horizons: Vec<u32> = (1..=longest).rev().take(at_once).collect();
            let wanted = open.iter().flat_map(|pair| [pair.own.to_owned(), pair.rent.to_owned()]).collect();
            let computed: Vec<Worths> =
                horizons.par_iter().map(|months| self.variation.worths_over(*months, &wanted)).collect();
            for (months, worths) in horizons.iter().zip(&computed) {
                self.close(&mut open, *months, worths);
            }
            longest = longest.saturating_sub(u32::try_from(horizons.len()).unwrap_or(longest));
        }
        pairs.into_iter().map(|pair| pair.shortest).collect()
    }

    /// Keeps the pairs that owning wins at a horizon, with that for their shortest one so far.
    fn close(&self, open: &mut Vec<&mut Pair<'_>>, months: u32, worths: &Worths) {
        open.retain_mut(|pair| {
            let wins = owning_wins(worths, pair, self.minor_digits);
            if wins {
                pair.shortest = Some(months);
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

/// A pair by the names of its options, with the shortest horizon found so far at which owning wins.
struct Pair<'a> {
    own: &'a str,
    rent: &'a str,
    shortest: Option<u32>,
}

/// The present value of every option by its name; none where it cannot be had.
type Worths = Vec<(String, Option<Decimal>)>;

/// A tie goes to owning; an option that cannot be had within the horizon does not win.
fn owning_wins(worths: &Worths, pair: &Pair<'_>, minor_digits: u32) -> bool {
    let worth = |name: &str| worths.iter().find(|(option, _)| option == name).and_then(|(_, worth)| *worth);
    match (worth(pair.own), worth(pair.rent)) {
        (Some(own), Some(rent)) => number::money(own, minor_digits) <= number::money(rent, minor_digits),
        (_, _) => false,
    }
}
