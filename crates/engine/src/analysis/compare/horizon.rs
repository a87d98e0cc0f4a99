//! Shortest horizon at which owning wins.

use crate::demand::trace::Traces;
use crate::model::{OptionId, PairModel};
use crate::number;
use crate::scenario::Loaded;
use crate::variation::{Estimate, Evaluated, HorizonRange, OtherHorizons, Variation};
use rust_decimal::Decimal;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Most numbers built and computed for the shortest horizons of all pairs: about a second.
pub(super) const MOST_FOR_HORIZONS: usize = 4_000_000;

/// Shortest horizon from which owning wins at every horizon up to the scenario's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortestHorizon {
    /// A number of months.
    Months(u32),
    /// At most this; shorter ones were not tested, to stay within the work budget.
    AtMost(u32),
    /// Owning doesn't win at the scenario's own horizon.
    None,
}

impl ShortestHorizon {
    /// Number of months, if known.
    #[must_use]
    pub fn months(self) -> Option<u32> {
        match self {
            ShortestHorizon::Months(months) => Some(months),
            ShortestHorizon::AtMost(_) | ShortestHorizon::None => None,
        }
    }

    /// Upper bound, if not known exactly.
    #[must_use]
    pub fn at_most(self) -> Option<u32> {
        match self {
            ShortestHorizon::AtMost(months) => Some(months),
            ShortestHorizon::Months(_) | ShortestHorizon::None => None,
        }
    }
}

/// Evaluation of pairs at shorter horizons.
#[derive(Debug)]
pub struct Horizons<'a> {
    /// The scenario.
    variation: Variation<'a>,
    /// Digits of the currency's minor unit.
    evaluated: &'a Evaluated,
    /// Digits after the point of an amount of money.
    minor_digits: u32,
}

impl<'a> Horizons<'a> {
    /// For a scenario with the levels of its traces, and its figures at its own horizon.
    #[must_use]
    pub fn of(loaded: &'a Loaded, traces: &'a Traces, evaluated: &'a Evaluated) -> Horizons<'a> {
        let minor_digits = loaded.scenario.currency.value.minor_digits();
        Horizons { variation: Variation::of(loaded, traces), evaluated, minor_digits }
    }

    /// For each pair the shortest horizon from which owning wins at every horizon up to the scenario's own, resale
    /// included. Searches from the longest horizon down until no pair is left or the work budget is spent.
    #[must_use]
    pub fn shortest(&self, pairs: &[PairModel], most: usize) -> Vec<ShortestHorizon> {
        self.searched(pairs, most).0
    }

    /// Like `shortest`, with the numbers computed.
    pub(super) fn searched(&self, pairs: &[PairModel], most: usize) -> (Vec<ShortestHorizon>, usize) {
        let model = &self.evaluated.model;
        let id = |option: usize| &model.options[option].id;
        let mut pairs: Vec<Pair<'_>> = pairs
            .iter()
            .map(|pair| Pair { own: id(pair.own), rent: id(pair.rent), shortest: None, is_open: false })
            .collect();
        let mut open: Vec<&mut Pair<'_>> = pairs.iter_mut().collect();
        keep(&mut open, model.horizon, &|pair| self.owning_wins_in_base_case(pair));
        let mut horizons = OtherHorizons::of(&self.variation);
        let mut longest = model.horizon.saturating_sub(1);
        let mut further_work = 0;
        while longest > 0 && !open.is_empty() && horizons.work() + further_work < most {
            let required = open.iter().flat_map(|pair| pair.options()).collect();
            let segment = horizons.up_to(longest, required);
            for months in (segment.first()..=longest).rev() {
                let work = Cell::new(0);
                keep(&mut open, months, &|pair| self.owning_wins(pair, months, &segment, &work));
                further_work += work.get();
            }
            longest = segment.first() - 1;
        }
        for pair in &mut open {
            pair.is_open = longest > 0;
        }
        let found = pairs.into_iter().map(|pair| match (pair.shortest, pair.is_open) {
            (Some(months), true) => ShortestHorizon::AtMost(months),
            (Some(months), false) => ShortestHorizon::Months(months),
            (None, _) => ShortestHorizon::None,
        });
        (found.collect(), horizons.work() + further_work)
    }

    fn owning_wins_in_base_case(&self, pair: &Pair<'_>) -> bool {
        let options = &self.evaluated.model.options;
        let result = |id: &OptionId| {
            let option = options.iter().find(|option| option.id == *id)?;
            Some(self.evaluated.value(option.present_value))
        };
        self.owning_costs_no_more(result(pair.own), result(pair.rent))
    }

    /// Whether owning wins at a horizon of the batch; builds a sheet for this horizon if the estimates don't decide.
    fn owning_wins(&self, pair: &Pair<'_>, months: u32, segment: &HorizonRange, work: &Cell<usize>) -> bool {
        let estimates = segment.present_value(months, pair.own).zip(segment.present_value(months, pair.rent));
        // an option that cannot be delivered within the horizon doesn't win
        let Some((own, rent)) = estimates else { return false };
        if own.is_exact() && rent.is_exact() {
            return self.owning_costs_no_more(Some(own.present_value), Some(rent.present_value));
        }
        match sure_sign(own, rent, self.minor_digits) {
            Some(Sign::NoMore) => true,
            Some(Sign::More) => false,
            None => {
                // a sheet for this horizon alone is built and evaluated
                work.set(work.get() + 2 * self.evaluated.model.sheet.numbers());
                let present_values = self.variation.present_values_over(months, &pair.options().into_iter().collect());
                let present_value = |id: &OptionId| {
                    present_values.iter().find(|(option, _)| option == id).and_then(|(_, present_value)| *present_value)
                };
                self.owning_costs_no_more(present_value(pair.own), present_value(pair.rent))
            }
        }
    }

    /// Ties go to owning.
    fn owning_costs_no_more(&self, own: Option<Decimal>, rent: Option<Decimal>) -> bool {
        let money = |present_value| number::money(present_value, self.minor_digits);
        own.zip(rent).is_some_and(|(own, rent)| money(own) <= money(rent))
    }
}

/// A pair by the IDs of its options, with the shortest horizon found so far.
struct Pair<'a> {
    own: &'a OptionId,
    rent: &'a OptionId,
    shortest: Option<u32>,
    /// Whether shorter horizons are untested.
    is_open: bool,
}

impl Pair<'_> {
    fn options(&self) -> BTreeSet<OptionId> {
        BTreeSet::from([self.own.clone(), self.rent.clone()])
    }
}

/// Keeps the pairs that owning wins at a horizon, and records it as their shortest so far.
fn keep(open: &mut Vec<&mut Pair<'_>>, months: u32, wins: &dyn Fn(&Pair<'_>) -> bool) {
    open.retain_mut(|pair| {
        let wins = wins(pair);
        if wins {
            pair.shortest = Some(months);
        }
        wins
    });
}

/// Printed difference of owning and renting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    More,
    NoMore,
}

/// Sign of the printed difference, as far as two estimates decide it; none if they are within the minor unit of each
/// other.
fn sure_sign(own: Estimate, rent: Estimate, minor_digits: u32) -> Option<Sign> {
    let more = own.present_value.checked_sub(rent.present_value)?;
    let off_by = own.off_by.checked_add(rent.off_by)?;
    let unit = Decimal::new(1, minor_digits);
    if more <= -off_by {
        // rounding keeps the order
        Some(Sign::NoMore)
    } else {
        (more >= unit.checked_add(off_by)?).then_some(Sign::More)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_that_may_be_printed_alike_are_not_told_apart() {
        let estimate =
            |present_value: i64| Estimate { present_value: Decimal::new(present_value, 4), off_by: Decimal::new(1, 4) };
        // 100.0000 against values just below 99.9998: each may be off by 0.0001
        assert_eq!(sure_sign(estimate(999_998), estimate(1_000_000), 2), Some(Sign::NoMore));
        assert_eq!(sure_sign(estimate(999_999), estimate(1_000_000), 2), None);
        // a cent and twice 0.0001 more is printed as more
        assert_eq!(sure_sign(estimate(1_000_102), estimate(1_000_000), 2), Some(Sign::More));
        assert_eq!(sure_sign(estimate(1_000_101), estimate(1_000_000), 2), None);
    }
}
