//! Caveats of a comparison.

use super::context::Compare;
use super::statement::{
    BookRemedy, BudgetOf, BudgetYear, By, Concern, Instead, OptionResult, PairResult, ShortMonths, Spending, Verdict,
    Warning, WorkloadResult,
};
use super::view;
use crate::amount::Amount;
use crate::demand;
use crate::model::{CostGroup, JobModel, OptionId, OptionKind, OptionModel};
use crate::number;
use crate::scenario::budget::{self, BudgetScope};
use crate::scenario::document::{Located, NodeId, ScalarOr};
use crate::scenario::exchange;
use crate::scenario::quantity::Money;
use crate::scenario::tax::Tax;
use crate::sheet::{FigureId, Period};
use rust_decimal::Decimal;

impl Compare<'_> {
    /// Caveats of a comparison.
    pub(super) fn warnings(
        &self,
        options: &[OptionResult],
        workloads: &[WorkloadResult],
        pairs: &[PairResult],
        verdict: &Verdict,
    ) -> Vec<Warning> {
        let resale = self.book_resale(options, verdict);
        let budgets = self.over_budget(options).chain(self.workloads_over_budget(options, workloads));
        resale.chain(budgets).chain(self.large_jobs()).chain(self.reversed_paybacks(pairs)).collect()
    }

    fn warning(&self, at: NodeId, concern: Concern) -> Warning {
        let document = &self.loaded.document;
        Warning { path: document.path(at), place: document.place_around(at), concern }
    }

    fn reversed_paybacks<'a>(&'a self, pairs: &'a [PairResult]) -> impl Iterator<Item = Warning> + 'a {
        pairs.iter().filter_map(|pair| {
            let (month, reversal) = pair.payback_month.zip(pair.payback_reversal)?;
            let own = self.evaluated.model.options.iter().find(|option| option.id == pair.own);
            let at = own.map_or(NodeId::ROOT, |option| option.at);
            let (own, rent) = (pair.own.clone(), pair.rent.clone());
            Some(self.warning(at, Concern::PaybackReversals { own, rent, month: self.header.dated(month), reversal }))
        })
    }

    /// Book values that decide the verdict: without any book value, and the tax on it, another option would win.
    /// Reported for single options: the owned part of a hybrid is an option with the same book value, which can be
    /// fixed there.
    fn book_resale<'a>(&'a self, options: &'a [OptionResult], verdict: &Verdict) -> impl Iterator<Item = Warning> + 'a {
        let without = |option: &OptionResult| {
            *option.present_value + option.book_resale.map_or(Decimal::ZERO, |book| self.sold_at_the_end(book.into()))
        };
        let winner = options.iter().find(|option| verdict.winner.as_ref() == Some(&option.name));
        let needing = winner.filter(|winner| {
            let mut candidates = options.iter().filter(|option| option.eligible() && option.comparable());
            candidates.any(|rival| without(rival) < without(winner))
        });
        let alone = self.evaluated.model.options.iter().zip(options);
        let alone = alone.filter(move |(model, _)| {
            let is_of_it = |winner: &OptionResult| winner.parts.iter().any(|part| part.option == model.id);
            model.id.kind() != OptionKind::Hybrid && needing.is_some_and(is_of_it)
        });
        alone.filter_map(|(model, option)| {
            let book = option.book_resale?;
            let bought: Decimal = option
                .lines
                .iter()
                .filter(|line| matches!(line.group, CostGroup::Purchase | CostGroup::Lease))
                .map(|line| line.total)
                .sum();
            let share = book.checked_div(bought)?;
            // prices of servers do not cover other assets
            let member = |key| self.loaded.document.member(model.at, key);
            let (key, remedy) = match member("market_values") {
                None => ("useful_life_months", BookRemedy::MarketValues),
                Some(_) => ("capital", BookRemedy::Nothing),
            };
            let concern = Concern::BookResale {
                option: model.id.clone(),
                book,
                share,
                month: self.header.dated(self.header.horizon_months),
                at_stake: self.sold_at_the_end(book.into()),
                remedy,
            };
            Some(self.warning(member(key).unwrap_or(model.at), concern))
        })
    }

    /// Present value of a sale at the horizon, after tax, to the minor unit.
    fn sold_at_the_end(&self, amount: Decimal) -> Decimal {
        let kept = Decimal::ONE - self.scenario().tax.as_ref().map(Tax::combined_rate).unwrap_or_default();
        let mut months = vec![Decimal::ZERO; self.header.horizon_months as usize];
        months.push(amount * kept);
        number::money(self.evaluated.discounted(&months).iter().sum(), self.header.minor_digits)
    }

    /// Warning that spending exceeds a budget; none if it does not.
    fn over<Q: Money>(&self, budget: &Located<Q>, total: Amount, whose: impl FnOnce() -> BudgetOf) -> Option<Warning> {
        let allowed = exchange::at_the_decision(&self.scenario().exchange_rates, &budget.value)?;
        (total > allowed).then(|| {
            let over = Amount::new(total - allowed, self.header.minor_digits);
            self.warning(budget.at, Concern::OverBudget { whose: whose(), total, over })
        })
    }

    fn over_budget<'a>(&'a self, options: &'a [OptionResult]) -> impl Iterator<Item = Warning> + 'a {
        let budget = self.scenario().budget.as_ref();
        let stated = move || budget.into_iter().flat_map(budget::budgets);
        self.evaluated.model.options.iter().zip(options).flat_map(move |(model, option)| {
            stated().filter_map(move |(scope, budget)| {
                let (spent, spending) = self.spent(model, option, scope)?;
                let owned = owned_already(option).filter(|_| spending.has_what_is_bought());
                self.over(budget, spent, || BudgetOf::Scenario { option: option.name.clone(), spending, owned })
            })
        })
    }

    /// Spending of an option in the scope of a budget; by year, that of the year with the most. Already owned assets
    /// count as paid for at the decision, but are not spent.
    fn spent(&self, model: &OptionModel, option: &OptionResult, scope: BudgetScope) -> Option<(Amount, Spending)> {
        let lines = |of: fn(CostGroup) -> bool| {
            let spent = option.lines.iter().filter(|line| of(line.group) && !line.is_already_owned);
            Amount::new(spent.map(|line| *line.total).sum(), self.header.minor_digits)
        };
        let owned = owned_already(option).map_or(Decimal::ZERO, |owned| *owned);
        match scope {
            BudgetScope::Horizon => {
                Some((Amount::new(*option.total - owned, self.header.minor_digits), Spending::Everything))
            }
            BudgetScope::Capital => Some((lines(|group| group == CostGroup::Purchase), Spending::Capital)),
            BudgetScope::Operating => Some((lines(CostGroup::is_operating), Spending::Operating)),
            BudgetScope::Year => {
                let mut years = self.budget_years(model);
                // already owned assets are part of the first year
                if let Some((first, _)) = years.first_mut() {
                    *first -= owned;
                }
                // the first of equal years
                let (most, year) = years.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a })?;
                Some((Amount::new(most, self.header.minor_digits), Spending::Year(year)))
            }
        }
    }

    /// Cash of each budget year: fiscal years if the scenario specifies them, else contract years. Payments at the
    /// decision belong to the first.
    fn budget_years(&self, model: &OptionModel) -> Vec<(Decimal, BudgetYear)> {
        let digits = self.header.minor_digits;
        let calendar = self.header.calendar.as_ref().filter(|_| self.scenario().fiscal_year_starts.is_some());
        let cash = |by| view::cash_by(by, calendar, (self.evaluated, model), digits).unwrap_or_default();
        if let Some(calendar) = calendar {
            let years = calendar.fiscal_years(self.header.horizon_months);
            let cash = cash(By::FiscalYear).into_iter().map(|cash| *cash);
            return cash.zip(years.into_iter().map(BudgetYear::Fiscal)).collect();
        }
        let cash = cash(By::Year);
        let Some((at_decision, years)) = cash.split_first() else { return Vec::new() };
        let cash = |(year, cash): (u32, &Amount)| {
            let first = if year == 1 { **at_decision } else { Decimal::ZERO };
            (**cash + first, BudgetYear::Contract(year))
        };
        (1..).zip(years).map(cash).collect()
    }

    /// Workloads whose share of an option's cash exceeds their own budget.
    fn workloads_over_budget<'a>(
        &'a self,
        options: &'a [OptionResult],
        workloads: &'a [WorkloadResult],
    ) -> impl Iterator<Item = Warning> + 'a {
        let entries = self.scenario().demand.workloads.iter();
        entries.zip(workloads).flat_map(move |(entry, workload)| {
            workload.costs.iter().filter_map(move |cost| {
                let (workload, option) = (&workload.name, &cost.option);
                let result = options.iter().find(|result| result.name == *option)?;
                let spent = self.without_owned_already(cost.total?, result);
                let whose = || BudgetOf::Workload { workload: workload.clone(), option: option.clone() };
                self.over(entry.value.budget.as_ref()?, spent, whose)
            })
        })
    }

    /// Share of a workload in an option's total, without the same share of the option's already owned servers.
    fn without_owned_already(&self, share: Amount, option: &OptionResult) -> Amount {
        // divided first: a product of two amounts may exceed the number range
        let part = share.checked_div(*option.total).unwrap_or_default();
        let owned = owned_already(option).and_then(|owned| owned.checked_mul(part));
        let spent = number::money(*share - owned.unwrap_or_default(), self.header.minor_digits);
        Amount::new(spent, self.header.minor_digits)
    }

    /// Jobs that need more accelerators than a fleet has in service, or than firm work ever leaves idle, with where
    /// they run instead.
    fn large_jobs(&self) -> impl Iterator<Item = Warning> {
        let model = &self.evaluated.model;
        let alone = model.options.iter().filter(|option| option.id.kind() == OptionKind::Own);
        alone.flat_map(|option| &option.parts).flat_map(move |part| {
            part.jobs.iter().filter_map(move |job| {
                let (workload, size) = (&model.workloads[job.workload], self.evaluated.value(job.size));
                let short = self.short_of(part.accelerators?, job)?;
                let concern = Concern::JobLargerThanFleet {
                    workload: workload.name.clone(),
                    size,
                    option: part.option.clone(),
                    fleet: short.fleet,
                    months: short.months,
                    instead: self.instead(&part.option),
                };
                let at = self.loaded.document.member(workload.at, "accelerators").unwrap_or(workload.at);
                Some(self.warning(at, concern))
            })
        })
    }

    /// Lack of capacity of a fleet for a job of a workload, in months with both; none if it always has capacity.
    fn short_of(&self, accelerators: FigureId, job: &JobModel) -> Option<Short> {
        let periods = self.evaluated.model.sheet.periods().iter().enumerate();
        let fleets = periods.map(|(at, period)| (period, self.evaluated.value_in(accelerators, at), at));
        let is_requested =
            |period: &Period| demand::is_requested(self.scenario(), &[job.workload], (period.first, period.last));
        let there: Vec<_> = fleets.filter(|(period, fleet, _)| !fleet.is_zero() && is_requested(period)).collect();
        let has_room = |at: usize| number::is_something(self.evaluated.value_in(job.room, at));
        let (last, fleet, _) = *there.iter().rfind(|(_, _, at)| !has_room(*at))?;
        let months = match there.iter().filter(|(.., at)| has_room(*at)).map(|(period, ..)| period.first).min() {
            None => ShortMonths::All,
            Some(first) if first > last.last => ShortMonths::Until(self.header.dated(last.last)),
            Some(_) => ShortMonths::Some,
        };
        Some(Short { fleet, months })
    }

    /// Destination of work that an owned option does not run.
    fn instead(&self, option: &OptionId) -> Instead {
        let own = option.owned().and_then(|name| self.scenario().own.get(name));
        let rented = match own.and_then(|own| own.value.burst_to.as_ref()) {
            Some(ScalarOr::Scalar(name)) => &name.value,
            Some(ScalarOr::Part(burst)) => &burst.option.value,
            None => return Instead::Nothing,
        };
        match rented.as_str() {
            "wait" => Instead::Unserved,
            rented => Instead::Rented(rented.to_owned()),
        }
    }
}

/// A fleet without capacity for a job.
struct Short {
    /// Its accelerators, in the last month without capacity.
    fleet: Decimal,
    /// The months without capacity.
    months: ShortMonths,
}

/// Value of the already owned servers of an option; none if it has none.
fn owned_already(option: &OptionResult) -> Option<Amount> {
    let lines = option.lines.iter().filter(|line| line.is_already_owned);
    lines.map(|line| line.total).reduce(|a, b| a + b)
}
