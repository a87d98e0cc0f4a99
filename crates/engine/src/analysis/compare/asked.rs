//! What a comparison at the depth of a verdict leaves out, for those who ask for one thing of it.

use super::answer::Answer;
use super::break_even::{DemandFactor, MOST_FOR_BREAK_EVENS, within_capacity};
use super::cashflow::{self, Cashflow};
use super::horizon::{Horizons, ShortestHorizon};
use super::pair::discounted_payback;
use super::statement::BreakEven;
use crate::amount::Ratio;
use crate::analysis::effort::Done;
use crate::analysis::flip::Flip;
use crate::analysis::flip::holding::nearby;
use crate::model::finance::NoReturn;
use crate::model::{OptionModel, PairModel};
use rust_decimal::Decimal;
use std::slice;

/// An owned option against a rented one, of which more is asked than a verdict follows from.
#[derive(Clone, Copy, Debug)]
pub struct AskedPair<'a> {
    answer: &'a Answer,
    pair: &'a PairModel,
}

/// What was asked of an answer, with the work that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkedOut<R> {
    /// What was found.
    pub result: R,
    /// How many numbers were worked out.
    pub worked: usize,
    /// Whether that was enough.
    pub is_whole: bool,
}

impl<R> WorkedOut<R> {
    fn of(done: Done<R>) -> WorkedOut<R> {
        WorkedOut { result: done.result, worked: done.worked, is_whole: done.is_whole }
    }
}

impl Answer {
    /// The prices, and the discount rate, that are nearest to reversing the verdict within a share of their values, as far as so
    /// much work finds them; nothing where none of those asked for, by their paths, reverses it.
    #[must_use]
    pub fn flips_nearby(&self, within: Decimal, most: usize, is_asked: impl Fn(&str) -> bool) -> WorkedOut<Vec<Flip>> {
        WorkedOut::of(nearby(&self.loaded, &self.evaluated, within, most, &is_asked))
    }

    /// The pair of two options by their names; none if they are not compared.
    #[must_use]
    pub fn pair(&self, own: &str, rent: &str) -> Option<AskedPair<'_>> {
        let model = &self.evaluated.model;
        let is_it = |pair: &&PairModel| model.options[pair.own].name == own && model.options[pair.rent].name == rent;
        let pair = model.pairs.iter().find(is_it)?;
        Some(AskedPair { answer: self, pair })
    }
}

impl AskedPair<'_> {
    /// From which demand on which side wins, as far as so much work tells; without what lies beyond all that the fleet can do.
    #[must_use]
    pub fn break_even(&self, most: usize) -> WorkedOut<BreakEven> {
        let usual = self.answer.effort.of(MOST_FOR_BREAK_EVENS);
        let factor = DemandFactor::of(&self.answer.evaluated, slice::from_ref(self.pair));
        let found = WorkedOut::of(within_capacity(&factor, self.pair, usual.min(most)));
        // what takes more than a comparison works out for it has none
        WorkedOut { is_whole: found.is_whole || most >= usual, ..found }
    }

    /// Shortest horizon from which on, up to the scenario's own, owning wins, as far as so much work tells.
    #[must_use]
    pub fn break_even_horizon_months(&self, most: usize) -> WorkedOut<Option<u32>> {
        let Answer { loaded, traces, evaluated, .. } = self.answer;
        let (found, worked) = Horizons::of(loaded, traces, evaluated).searched(slice::from_ref(self.pair), most);
        let found = found.into_iter().next().unwrap_or(ShortestHorizon::None);
        WorkedOut { result: found.months(), worked, is_whole: found.at_most().is_none() }
    }

    /// First month at whose end owning has cost no more discounted cash, without any resale, once the first purchase is paid.
    #[must_use]
    pub fn discounted_payback_month(&self) -> Option<u32> {
        let digits = self.answer.comparison.header.minor_digits;
        let payback = discounted_payback(&self.answer.evaluated, self.options(), digits);
        payback.map(|payback| payback.month)
    }

    /// Return of buying instead of renting, effective a year.
    ///
    /// # Errors
    /// If there is no such return.
    pub fn return_of_buying(&self) -> Result<Ratio, NoReturn> {
        let (own, rent) = self.options();
        let [owned, rented] = [own, rent].map(|option| Cashflow::of(&self.answer.evaluated, option));
        cashflow::return_of_buying(&owned.cash, &rented.cash, self.answer.evaluated.model.flows).map(Ratio::rounded)
    }

    /// The owned option and the rented one.
    fn options(&self) -> (&OptionModel, &OptionModel) {
        let options = &self.answer.evaluated.model.options;
        (&options[self.pair.own], &options[self.pair.rent])
    }
}
