//! Totals of a cash plan per currency; amounts in different currencies are never added.

use super::{AnnualBudget, CashMember, CashPlan, PeriodCash, PlanPeriod};
use crate::amount::Amount;
use crate::scenario::document::CalendarMonth;
use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::BTreeMap;

/// Part of the cash of a period.
type PartOfCash = fn(&PeriodCash) -> Amount;

/// Plan of the scenarios in one currency.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurrencyPlan {
    /// ISO 4217 code.
    pub currency: String,
    /// Digits of the currency's minor unit.
    #[serde(skip)]
    pub minor_digits: u32,
    /// Number of scenarios in the totals: those with a winner.
    pub scenarios: usize,
    /// Periods from the first to the last with a scenario, without gaps.
    pub periods: Vec<PlannedPeriod>,
    /// Sum of all periods.
    pub total: PeriodCash,
}

/// Cash of all scenarios in a period.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedPeriod {
    /// Name: `2027`, `2027/28`, `2027-Q2`.
    pub period: String,
    /// Its first month, `2027-04`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub first_month: CalendarMonth,
    /// Cash of the winning options.
    #[serde(flatten)]
    pub cash: PeriodCash,
    /// Use of each annual budget in this currency; empty for quarters.
    pub budgets: Vec<BudgetUse>,
}

/// Use of a budget in a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BudgetUse {
    /// `capital_per_year`, `operating_per_year` or `per_year`.
    pub budget: &'static str,
    /// The budget.
    pub limit: Amount,
    /// What is left of it; negative if it is exceeded.
    pub headroom: Amount,
}

impl AnnualBudget {
    /// Each given budget: its name, its amount, and the cash that it limits.
    fn limits(&self) -> impl Iterator<Item = (&'static str, Decimal, PartOfCash)> {
        let all: [(_, _, PartOfCash); 3] = [
            ("capital_per_year", self.capital_per_year, |cash| cash.capital),
            ("operating_per_year", self.operating_per_year, |cash| cash.operating),
            ("per_year", self.per_year, |cash| cash.total),
        ];
        all.into_iter().filter_map(|(name, limit, of)| Some((name, limit?, of)))
    }
}

impl CashPlan {
    /// Plans per currency, in the order of currency codes.
    #[must_use]
    pub fn currencies(&self) -> Vec<CurrencyPlan> {
        let mut all: BTreeMap<&str, Vec<&CashMember>> = BTreeMap::new();
        for member in self.members.iter().filter(|member| member.winner.is_some()) {
            all.entry(&member.header.currency).or_default().push(member);
        }
        all.into_iter().filter_map(|(currency, members)| self.currency(currency, &members)).collect()
    }

    fn currency(&self, currency: &str, members: &[&CashMember]) -> Option<CurrencyPlan> {
        let minor_digits = members.first()?.header.minor_digits;
        let firsts = self.periods(members);
        let cash: Vec<Vec<PeriodCash>> = members.iter().map(|member| self.cash(member, &firsts)).collect();
        let budget = self.budget.as_ref().filter(|budget| budget.currency.code() == currency);
        let budget = budget.filter(|_| self.by != PlanPeriod::Quarter);
        let period = |(at, first): (usize, &CalendarMonth)| {
            let cash = PeriodCash::sum(cash.iter().map(|of_member| &of_member[at]), minor_digits);
            let used = |(budget, limit, of): (&'static str, Decimal, PartOfCash)| {
                let limit = Amount::new(limit, minor_digits);
                BudgetUse { budget, limit, headroom: limit - of(&cash) }
            };
            let budgets = budget.into_iter().flat_map(AnnualBudget::limits).map(used).collect();
            PlannedPeriod { period: self.name(*first), first_month: *first, cash, budgets }
        };
        let periods: Vec<PlannedPeriod> = firsts.iter().enumerate().map(period).collect();
        Some(CurrencyPlan {
            currency: currency.to_owned(),
            minor_digits,
            scenarios: members.len(),
            total: PeriodCash::sum(periods.iter().map(|period| &period.cash), minor_digits),
            periods,
        })
    }

    /// First months of all periods of some scenarios, without gaps.
    fn periods(&self, members: &[&CashMember]) -> Vec<CalendarMonth> {
        let all = || members.iter().filter_map(|member| member.winner.as_ref()).flat_map(|winner| &winner.periods);
        let Some((first, last)) = all().map(|(first, _)| *first).min().zip(all().map(|(first, _)| *first).max()) else {
            return Vec::new();
        };
        let after = |month: &CalendarMonth| Some(month.later(self.by.months())).filter(|next| *next <= last);
        std::iter::successors(Some(first), after).collect()
    }
}
