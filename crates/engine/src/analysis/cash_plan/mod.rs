//! Cash plan of several scenarios: capital and operating cash of the winning options by calendar period, in each currency,
//! against annual budgets.

mod period;
mod totals;

pub use period::PlanPeriod;
pub use totals::{BudgetUse, CurrencyPlan, PlannedPeriod};

use super::compare::Answer;
use super::header::Header;
use crate::amount::Amount;
use crate::model::{CostGroup, OptionId, OptionKind};
use crate::scenario::CurrencyCode;
use crate::scenario::calendar::Calendar;
use crate::scenario::document::CalendarMonth;
use rust_decimal::Decimal;
use serde::Serialize;

/// Cash plan of several scenarios.
#[derive(Debug)]
pub struct CashPlan {
    /// Length of the periods.
    pub by: PlanPeriod,
    /// Scenarios with an answer, in their order.
    pub members: Vec<CashMember>,
    /// Annual budgets of all scenarios together, if given.
    pub budget: Option<AnnualBudget>,
}

/// Annual budgets of all scenarios together, nominal, in one currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnualBudget {
    /// Currency of the amounts.
    pub currency: CurrencyCode,
    /// All cash of any one year, net of resale; after tax if a scenario has a `tax`.
    pub per_year: Option<Decimal>,
    /// Purchases of any one year.
    pub capital_per_year: Option<Decimal>,
    /// Operating cash of any one year.
    pub operating_per_year: Option<Decimal>,
}

/// One scenario of a cash plan.
#[derive(Debug)]
pub struct CashMember {
    /// Settings of the scenario.
    pub header: Header,
    /// Its calendar.
    calendar: Calendar,
    /// Winning option; none if no option can be chosen.
    pub winner: Option<CashWinner>,
}

/// Winning option of a scenario with its cash by period.
#[derive(Debug)]
pub struct CashWinner {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub option: OptionId,
    /// Label given by the author.
    pub label: Option<String>,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Whether the verdict is too close to call.
    pub close: bool,
    /// Cash of each period of the horizon, by the first month of the whole period, in order.
    pub periods: Vec<(CalendarMonth, PeriodCash)>,
}

/// Cash of a period, by what it is spent on. What is already owned is not spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeriodCash {
    /// Purchases, before resale.
    pub capital: Amount,
    /// Running costs, rent, leases and one-time payments.
    pub operating: Amount,
    /// Everything else: resale (negative), loans, tax, and the cost of unserved demand.
    pub other: Amount,
    /// Tax, which is part of the rest; negative where tax is saved.
    pub tax: Amount,
    /// Sum of purchases, operating cash and everything else.
    pub total: Amount,
}

/// Two scenarios whose fiscal years begin in different months.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnlikeFiscalYears {
    /// Each file with the month of the year, 1 to 12.
    pub starts: [(String, u32); 2],
}

impl PeriodCash {
    /// Zero, in a currency with these minor digits.
    #[must_use]
    pub fn nothing(minor_digits: u32) -> PeriodCash {
        let nothing = Amount::new(Decimal::ZERO, minor_digits);
        PeriodCash { capital: nothing, operating: nothing, other: nothing, tax: nothing, total: nothing }
    }

    /// Adds a payment of a cost line.
    fn pay(&mut self, group: CostGroup, amount: Amount) {
        let part = if group == CostGroup::Purchase {
            &mut self.capital
        } else if group.is_operating() {
            &mut self.operating
        } else {
            &mut self.other
        };
        *part = *part + amount;
        if group == CostGroup::Tax {
            self.tax = self.tax + amount;
        }
        self.total = self.total + amount;
    }

    fn add(&mut self, cash: &PeriodCash) {
        self.capital = self.capital + cash.capital;
        self.operating = self.operating + cash.operating;
        self.other = self.other + cash.other;
        self.tax = self.tax + cash.tax;
        self.total = self.total + cash.total;
    }

    /// Sum of cash in one currency.
    #[must_use]
    pub fn sum<'c>(all: impl IntoIterator<Item = &'c PeriodCash>, minor_digits: u32) -> PeriodCash {
        let mut sum = PeriodCash::nothing(minor_digits);
        all.into_iter().for_each(|cash| sum.add(cash));
        sum
    }
}

impl CashMember {
    /// Cash of the winning option of an answer by period; an answer at verdict depth is enough. None if the scenario has no start
    /// month.
    #[must_use]
    pub fn of(answer: Answer, by: PlanPeriod) -> Option<CashMember> {
        let calendar = answer.comparison.header.calendar?;
        let winner = winner(&answer, by, calendar);
        Some(CashMember { header: answer.comparison.header, calendar, winner })
    }
}

fn winner(answer: &Answer, by: PlanPeriod, calendar: Calendar) -> Option<CashWinner> {
    let comparison = &answer.comparison;
    let name = comparison.verdict.winner.as_ref()?;
    let at = comparison.options.iter().position(|option| option.name == *name)?;
    let option = &comparison.options[at];
    let periods = by.of_horizon(comparison.header.horizon_months, calendar);
    let months: Vec<_> = periods.iter().map(|(_, months)| months.clone()).collect();
    let mut cash = vec![PeriodCash::nothing(comparison.header.minor_digits); periods.len()];
    for (group, amounts) in answer.spending(at, &months) {
        cash.iter_mut().zip(amounts).for_each(|(cash, amount)| cash.pay(group, amount));
    }
    Some(CashWinner {
        option: option.name.clone(),
        label: option.label.clone(),
        kind: option.kind,
        close: comparison.verdict.close,
        periods: periods.into_iter().map(|(first, _)| first).zip(cash).collect(),
    })
}

impl CashPlan {
    /// Cash plan of scenarios.
    ///
    /// # Errors
    /// If it goes by fiscal years, and these begin in different months.
    pub fn of(
        by: PlanPeriod,
        members: Vec<CashMember>,
        budget: Option<AnnualBudget>,
    ) -> Result<CashPlan, UnlikeFiscalYears> {
        let starts = |member: &CashMember| (member.header.file.clone(), member.calendar.fiscal_year_starts);
        if let Some(first) = members.first().map(starts).filter(|_| by == PlanPeriod::FiscalYear)
            && let Some(other) = members.iter().map(starts).find(|(_, month)| *month != first.1)
        {
            return Err(UnlikeFiscalYears { starts: [first, other] });
        }
        Ok(CashPlan { by, members, budget })
    }

    /// Name of the period that begins with a month: `2027`, `2027/28`, `2027-Q2`.
    #[must_use]
    pub fn name(&self, first: CalendarMonth) -> String {
        self.by.name(first)
    }

    /// Cash of a scenario in each of these periods.
    #[must_use]
    pub fn cash(&self, member: &CashMember, periods: &[CalendarMonth]) -> Vec<PeriodCash> {
        let known = member.winner.as_ref().map(|winner| winner.periods.as_slice()).unwrap_or_default();
        let of = |first: &CalendarMonth| {
            let cash = known.iter().find(|(known, _)| known == first).map(|(_, cash)| *cash);
            cash.unwrap_or(PeriodCash::nothing(member.header.minor_digits))
        };
        periods.iter().map(of).collect()
    }
}
