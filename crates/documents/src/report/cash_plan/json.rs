//! A cash plan as JSON, `rackrent.cash-plan/1`.

use super::CashPlanReport;
use crate::amount::Amount;
use crate::analysis::cash_plan::{
    AnnualBudget, CashMember, CashPlan, CashWinner, CurrencyPlan, PeriodCash, PlanPeriod,
};
use crate::analysis::statement::Header;
use crate::model::OptionKind;
use crate::report::json::{self, Contract};
use crate::report::portfolio::WrittenUnanswered;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(report: &CashPlanReport, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::CashPlan, &WrittenCashPlan::from(report), out)
}

/// Cash of several scenarios by calendar period.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenCashPlan<'a> {
    /// Length of the periods.
    by: PlanPeriod,
    /// Annual budgets of the policy; null without one.
    budget: Option<WrittenBudget<'a>>,
    /// Cash of the winning options by currency; amounts of different currencies are never added.
    currencies: Vec<CurrencyPlan>,
    /// Scenarios with a result and a start month, in file order.
    scenarios: Vec<WrittenMember<'a>>,
    /// Scenarios without a result, or without a start month.
    unanswered: Vec<WrittenUnanswered<'a>>,
}

/// Annual budgets of the policy.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenBudget<'a> {
    /// Policy files that apply to the folder.
    policies: &'a [String],
    /// ISO 4217 code of their currency.
    currency: &'a str,
    /// Purchases of any one year; null if not given.
    capital_per_year: Option<Amount>,
    /// Operating cash of any one year; null if not given.
    operating_per_year: Option<Amount>,
    /// All cash of any one year; null if not given.
    per_year: Option<Amount>,
}

/// A scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenMember<'a> {
    /// Settings and file of the scenario.
    scenario: &'a Header,
    /// Winning option; null if no option can be chosen.
    winner: Option<WrittenWinner<'a>>,
}

/// Winning option and its cash.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenWinner<'a> {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    name: &'a str,
    /// Label given by the author; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    /// Kind: owned, rented or hybrid.
    kind: OptionKind,
    /// Whether the verdict is too close to call.
    close: bool,
    /// Its cash in each period of its horizon.
    periods: Vec<WrittenPeriod>,
}

/// Cash of a scenario in a period.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenPeriod {
    /// Name: `2027`, `2027/28`, `2027-Q2`.
    period: String,
    #[serde(flatten)]
    cash: PeriodCash,
}

impl<'a> From<&'a CashPlanReport> for WrittenCashPlan<'a> {
    fn from(report: &'a CashPlanReport) -> WrittenCashPlan<'a> {
        let CashPlanReport { plan, policies, unanswered } = report;
        WrittenCashPlan {
            by: plan.by,
            budget: plan.budget.as_ref().map(|budget| WrittenBudget::of(budget, policies)),
            currencies: plan.currencies(),
            scenarios: plan.members.iter().map(|member| WrittenMember::of(plan, member)).collect(),
            unanswered: unanswered.iter().map(WrittenUnanswered::of).collect(),
        }
    }
}

impl<'a> WrittenBudget<'a> {
    fn of(budget: &'a AnnualBudget, policies: &'a [String]) -> WrittenBudget<'a> {
        let amount = |amount: Option<_>| amount.map(|amount| Amount::new(amount, budget.currency.minor_digits()));
        WrittenBudget {
            policies,
            currency: budget.currency.code(),
            capital_per_year: amount(budget.capital_per_year),
            operating_per_year: amount(budget.operating_per_year),
            per_year: amount(budget.per_year),
        }
    }
}

impl<'a> WrittenMember<'a> {
    fn of(plan: &CashPlan, member: &'a CashMember) -> WrittenMember<'a> {
        let winner = |winner: &'a CashWinner| {
            let periods = winner.periods.iter();
            WrittenWinner {
                name: winner.option.as_str(),
                label: winner.label.as_deref(),
                kind: winner.kind,
                close: winner.close,
                periods: periods
                    .map(|(first, cash)| WrittenPeriod { period: plan.name(*first), cash: *cash })
                    .collect(),
            }
        };
        WrittenMember { scenario: &member.header, winner: member.winner.as_ref().map(winner) }
    }
}
