//! Results that a comparison at verdict depth leaves out, computed on request.

use super::answer::Answer;
use super::break_even::{DemandFactor, MOST_FOR_BREAK_EVENS, break_even, break_evens, within_capacity};
use super::cashflow::{self, Cashflow, Payback};
use super::horizon::{Horizons, ShortestHorizon};
use super::pair::discounted_payback;
use super::statement::{BreakEven, PairResult, YearResult};
use super::view::year_statements;
use crate::amount::Ratio;
use crate::analysis::effort::Computed;
use crate::analysis::flip::Flip;
use crate::analysis::flip::holding::{best_of_each, flip_between, nearby};
use crate::model::finance::NoReturn;
use crate::model::{OptionId, OptionModel, PairModel};
use crate::scenario::document::NodeId;
use rust_decimal::Decimal;
use std::slice;

/// A pair of an owned and a rented option, for further results.
#[derive(Clone, Copy, Debug)]
pub struct PairQuery<'a> {
    answer: &'a Answer,
    pair: &'a PairModel,
}

/// A result with the work it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetedResult<R> {
    /// Result.
    pub result: R,
    /// Numbers computed.
    pub work: usize,
    /// Whether the result is complete within the work budget.
    pub is_whole: bool,
}

impl<R> BudgetedResult<R> {
    fn of(done: Computed<R>) -> BudgetedResult<R> {
        BudgetedResult { result: done.result, work: done.work, is_whole: done.is_whole }
    }
}

impl Answer {
    /// Prices and the discount rate closest to flipping the verdict within a share of their values, within a work
    /// budget; empty if none of the inputs selected by `is_requested`, by path, flips it.
    #[must_use]
    pub fn flips_nearby(
        &self,
        within: Decimal,
        most: usize,
        is_requested: impl Fn(&str) -> bool,
    ) -> BudgetedResult<Vec<Flip>> {
        BudgetedResult::of(nearby(&self.loaded, &self.evaluated, within, most, &is_requested))
    }

    /// The winner and the best option of the other side; none if a side has no option that can win.
    #[must_use]
    pub fn best_of_each(&self) -> Option<(OptionId, OptionId)> {
        best_of_each(&self.loaded, &self.evaluated).map(|best| (best.winner, best.other_side))
    }

    /// The value of one input between two ends at which the verdict flips, within a work budget; none if it flips nowhere, or
    /// the input has no effect.
    #[must_use]
    pub fn flip_of(&self, at: NodeId, ends: [Decimal; 2], most: usize) -> BudgetedResult<Option<Flip>> {
        BudgetedResult::of(flip_between(&self.loaded, &self.evaluated, at, ends, most))
    }

    /// Break-even of every pair by demand, as the report of a comparison states it.
    #[must_use]
    pub fn break_evens(&self) -> Vec<BreakEven> {
        break_evens(&self.evaluated, self.effort)
    }

    /// The result of a pair with its break-even, which has the work budget of all pairs; none if they are not compared.
    #[must_use]
    pub fn pair_with_break_even(&self, own: &OptionId, rent: &OptionId) -> Option<PairResult> {
        let result = self.comparison.pairs.iter().find(|pair| pair.own == *own && pair.rent == *rent)?;
        let pair = self.pair(own, rent)?.pair;
        let factor = DemandFactor::of(&self.evaluated, slice::from_ref(pair));
        let found = break_even(&factor, pair, self.effort.of(MOST_FOR_BREAK_EVENS));
        Some(PairResult { break_even: found.result, ..result.clone() })
    }

    /// Costs of an option by year.
    #[must_use]
    pub fn years(&self, option: &OptionModel) -> Vec<YearResult> {
        year_statements(&self.evaluated, option, self.comparison.header.minor_digits)
    }

    /// A pair of the model, for further results.
    #[must_use]
    pub fn of_pair<'a>(&'a self, pair: &'a PairModel) -> PairQuery<'a> {
        PairQuery { answer: self, pair }
    }

    /// The pair of two options; none if they are not compared.
    #[must_use]
    pub fn pair(&self, own: &OptionId, rent: &OptionId) -> Option<PairQuery<'_>> {
        let model = &self.evaluated.model;
        let is_it = |pair: &&PairModel| model.options[pair.own].id == *own && model.options[pair.rent].id == *rent;
        model.pairs.iter().find(is_it).map(|pair| self.of_pair(pair))
    }
}

impl PairQuery<'_> {
    /// Break-even by demand, within a work budget; without demand beyond the capacity of the fleet.
    #[must_use]
    pub fn break_even(&self, most: usize) -> BudgetedResult<BreakEven> {
        let usual = self.answer.effort.of(MOST_FOR_BREAK_EVENS);
        let factor = DemandFactor::of(&self.answer.evaluated, slice::from_ref(self.pair));
        let found = BudgetedResult::of(within_capacity(&factor, self.pair, usual.min(most)));
        // a break-even beyond the budget of a comparison counts as not found
        BudgetedResult { is_whole: found.is_whole || most >= usual, ..found }
    }

    /// Shortest horizon from which owning wins at every horizon up to the scenario's own, within a work budget.
    #[must_use]
    pub fn break_even_horizon_months(&self, most: usize) -> BudgetedResult<Option<u32>> {
        let Answer { loaded, traces, evaluated, .. } = self.answer;
        let (found, work) = Horizons::of(loaded, traces, evaluated).searched(slice::from_ref(self.pair), most);
        let found = found.into_iter().next().unwrap_or(ShortestHorizon::None);
        BudgetedResult { result: found.months(), work, is_whole: found.at_most().is_none() }
    }

    /// Payback in discounted cash: the first month at whose end owning has no higher discounted cash cost, without resale,
    /// after the first purchase is paid.
    #[must_use]
    pub fn discounted_payback(&self) -> Option<Payback> {
        let header = &self.answer.comparison.header;
        let payback = discounted_payback(&self.answer.evaluated, self.options(), header.minor_digits)?;
        Some(Payback { reversal: payback.reversal.map(|reversal| reversal.dated(header)), ..payback })
    }

    /// Return on buying instead of renting, effective per year.
    ///
    /// # Errors
    /// If there is no such return.
    pub fn return_of_buying(&self) -> Result<Ratio, NoReturn> {
        let (own, rent) = self.options();
        let [owned, rented] = [own, rent].map(|option| Cashflow::of(&self.answer.evaluated, option));
        cashflow::return_of_buying(&owned.cash, &rented.cash, self.answer.evaluated.model.flows).map(Ratio::rounded)
    }

    /// The owned and the rented option.
    fn options(&self) -> (&OptionModel, &OptionModel) {
        let options = &self.answer.evaluated.model.options;
        (&options[self.pair.own], &options[self.pair.rent])
    }
}
