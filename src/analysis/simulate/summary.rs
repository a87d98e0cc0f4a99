//! What draws come to: percentiles, shares, regret. Sums are taken in the order of the draws, so that they do not depend on
//! how many threads there were.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]
#![allow(clippy::cast_precision_loss, reason = "there are fewer draws than a float counts exactly")]

use super::judge::{Fares, Judge, Judged};
use super::{Difference, DrawnOption};
use crate::variation::{BestOfEach, Decision};
use rayon::prelude::*;
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;

/// The percentiles that are told.
pub const PERCENTS: [u8; 7] = [5, 10, 25, 50, 75, 90, 95];

/// Percentiles and the mean of some numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantiles {
    /// Of each of [`PERCENTS`], the value below which so many of the numbers lie; between two of them, linearly.
    pub values: Vec<Decimal>,
    /// Their mean.
    pub mean: Decimal,
}

impl Quantiles {
    /// Of numbers in any order; none of none.
    #[must_use]
    pub fn of(mut numbers: Vec<f64>) -> Option<Quantiles> {
        if numbers.is_empty() {
            return None;
        }
        let mean = decimal(numbers.iter().sum::<f64>() / numbers.len() as f64);
        let (mut values, mut before) = (Vec::with_capacity(PERCENTS.len()), 0);
        for percent in PERCENTS {
            // as spreadsheets do: the first number is the 0th percentile, the last the 100th
            let rank = (numbers.len() - 1) * usize::from(percent);
            let (whole, rest) = (rank / 100, (rank % 100) as f64 / 100.0);
            let (_, at, above) = numbers[before..].select_nth_unstable_by(whole - before, f64::total_cmp);
            let (at, next) = (*at, above.iter().copied().fold(f64::INFINITY, f64::min));
            values.push(decimal(if rest > 0.0 { at + (next - at) * rest } else { at }));
            before = whole;
        }
        Some(Quantiles { values, mean })
    }

    /// The value of one of [`PERCENTS`].
    #[must_use]
    pub fn at(&self, percent: u8) -> Option<Decimal> {
        PERCENTS.iter().position(|known| *known == percent).map(|at| self.values[at])
    }
}

/// A float as it is told.
fn decimal(value: f64) -> Decimal {
    Decimal::from_f64(value).unwrap_or_default()
}

/// A count as a share of others; none of none.
fn share(count: usize, of: usize) -> Option<Decimal> {
    Decimal::from(count).checked_div(Decimal::from(of))
}

/// What was told of the draws of a block.
#[derive(Debug)]
pub(super) struct Tally {
    options: Vec<Told>,
    nobody: usize,
}

/// What was told of an option.
#[derive(Debug)]
struct Told {
    /// Its present value in each draw; no number where it is not possible.
    worths: Vec<f64>,
    wins: usize,
    not_possible: usize,
    cannot_win: usize,
    /// Draws in which it can win, and what it costs in them over the winner.
    can_win: usize,
    regret: f64,
}

impl Tally {
    pub fn new(options: &[Judged<'_>], draws: usize) -> Tally {
        let told = || Told {
            worths: Vec::with_capacity(draws),
            wins: 0,
            not_possible: 0,
            cannot_win: 0,
            can_win: 0,
            regret: 0.0,
        };
        Tally { options: options.iter().map(|_| told()).collect(), nobody: 0 }
    }

    /// One draw: what each option comes to and how it fares.
    pub fn add(&mut self, worths: impl Iterator<Item = (f64, Fares)> + Clone, minor_units: f64) {
        let mut best: Option<(usize, f64, f64)> = None;
        for (at, (worth, _)) in worths.clone().enumerate().filter(|(_, (_, fares))| *fares == Fares::CanWin) {
            // as they are printed; a tie goes to the earlier
            let printed = libm::round(worth * minor_units);
            if best.is_none_or(|(_, least, _)| printed < least) {
                best = Some((at, printed, worth));
            }
        }
        for (at, ((worth, fares), told)) in worths.zip(&mut self.options).enumerate() {
            told.worths.push(if fares == Fares::NotPossible { f64::NAN } else { worth });
            match (fares, best) {
                (Fares::CanWin, Some((winner, _, least))) => {
                    told.wins += usize::from(at == winner);
                    told.can_win += 1;
                    told.regret += (worth - least).max(0.0);
                }
                (Fares::CanWin | Fares::CannotWin, _) => told.cannot_win += 1,
                (Fares::NotPossible, _) => told.not_possible += 1,
            }
        }
        self.nobody += usize::from(best.is_none());
    }
}

/// All blocks, in their order.
pub(super) fn told(
    tallies: &[&Tally],
    draws: usize,
    judge: &Judge<'_>,
    decision: &Decision,
    sides: Option<&BestOfEach>,
) -> (Vec<DrawnOption>, Option<Difference>, Decimal) {
    let one = |(at, judged): (usize, &Judged<'_>)| option(tallies, draws, at, judged, decision);
    let options = judge.options().par_iter().enumerate().map(one).collect();
    let nobody = tallies.iter().map(|tally| tally.nobody).sum();
    let difference = sides.and_then(|sides| difference(tallies, decision, sides));
    (options, difference, share(nobody, draws).unwrap_or_default())
}

fn option(tallies: &[&Tally], draws: usize, at: usize, judged: &Judged<'_>, decision: &Decision) -> DrawnOption {
    let told = || tallies.iter().map(|tally| &tally.options[at]);
    let count = |of: fn(&Told) -> usize| told().map(of).sum::<usize>();
    let part = |of: fn(&Told) -> usize| share(count(of), draws).unwrap_or_default();
    let worths = told().flat_map(|told| told.worths.iter().copied()).filter(|worth| !worth.is_nan()).collect();
    let can_win = count(|told| told.can_win);
    let regret = told().map(|told| told.regret).sum::<f64>();
    let cannot_win = if judged.cannot_win_because.is_empty() { part(|told| told.cannot_win) } else { Decimal::ZERO };
    DrawnOption {
        name: judged.model.name.clone(),
        kind: judged.model.kind,
        stated: decision.options[at].present_value(),
        cannot_win_because: judged.cannot_win_because.clone(),
        wins: part(|told| told.wins),
        not_possible: part(|told| told.not_possible),
        cannot_win,
        present_value: Quantiles::of(worths),
        regret: (can_win > 0).then(|| decimal(regret / can_win as f64)),
    }
}

fn difference(tallies: &[&Tally], decision: &Decision, sides: &BestOfEach) -> Option<Difference> {
    let (own, rent) = (&decision.options[sides.own], &decision.options[sides.rent]);
    let worths = |at: usize| tallies.iter().flat_map(move |tally| tally.options[at].worths.iter().copied());
    let differences = worths(sides.own).zip(worths(sides.rent)).map(|(own, rent)| own - rent);
    let differences: Vec<f64> = differences.filter(|difference| !difference.is_nan()).collect();
    let less = differences.iter().filter(|difference| **difference < 0.0).count();
    Some(Difference {
        own: own.name.clone(),
        rent: rent.name.clone(),
        stated: own.present_value()? - rent.present_value()?,
        own_costs_less: share(less, differences.len()),
        quantiles: Quantiles::of(differences),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn percentiles_are_those_of_spreadsheets() {
        // of 1, 2, … 11 the p-th percentile is 1 + p / 10
        let quantiles = Quantiles::of((1..=11).rev().map(f64::from).collect()).unwrap();
        let expected = ["1.5", "2", "3.5", "6", "8.5", "10", "10.5"].map(d);
        assert_eq!((quantiles.values.as_slice(), quantiles.mean), (expected.as_slice(), d("6")));
        assert_eq!(quantiles.at(90), Some(d("10")));
        let one = Quantiles::of(vec![3.0]).unwrap();
        assert!(one.values.iter().all(|value| *value == d("3")));
        assert_eq!(Quantiles::of(Vec::new()), None);
    }

    #[test]
    fn the_least_wins_as_printed_and_regret_is_what_the_others_cost_more() {
        let mut tally = Tally { options: Vec::new(), nobody: 0 };
        tally.options.extend((0..3).map(|_| Told {
            worths: Vec::new(),
            wins: 0,
            not_possible: 0,
            cannot_win: 0,
            can_win: 0,
            regret: 0.0,
        }));
        let can = Fares::CanWin;
        // 10.004 and 10.001 are both printed 10.00: the earlier wins
        tally.add([(10.004, can), (10.001, can), (25.0, can)].into_iter(), 100.0);
        tally.add([(10.0, Fares::NotPossible), (12.0, can), (8.0, Fares::CannotWin)].into_iter(), 100.0);
        tally.add([(10.0, Fares::NotPossible), (12.0, Fares::CannotWin), (8.0, Fares::CannotWin)].into_iter(), 100.0);
        let told: Vec<(usize, usize, usize, usize)> =
            tally.options.iter().map(|o| (o.wins, o.not_possible, o.cannot_win, o.can_win)).collect();
        assert_eq!((told, tally.nobody), (vec![(1, 2, 0, 1), (1, 0, 1, 2), (0, 0, 2, 1)], 1));
        assert!((tally.options[2].regret - 14.996).abs() < 1e-12 && tally.options[0].worths[1].is_nan());
    }
}
