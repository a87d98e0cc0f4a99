//! A cash plan as JSON, `rackrent.cash-plan/1`.

use super::CashPlanReport;
use crate::amount::Amount;
use crate::analysis::cash_plan::{
    AnnualBudget, CashMember, CashPlan, CashWinner, CurrencyPlan, PeriodCash, PlanPeriod,
};
use crate::analysis::statement::Header;
use crate::model::OptionKind;
use crate::report::UnansweredFile;
use crate::report::json::{self, Contract};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(report: &CashPlanReport, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::CashPlan, &CashPlanJson::from(report), out)
}

/// Cash of several scenarios by calendar period.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct CashPlanJson<'a> {
    /// Length of the periods.
    by: PlanPeriod,
    /// Annual budgets of the policy; null without one.
    budget: Option<AnnualBudgetJson<'a>>,
    /// Cash of the winning options by currency; amounts of different currencies are never added.
    currencies: Vec<CurrencyPlan>,
    /// Scenarios with a result and a start month, in file order.
    scenarios: Vec<CashMemberJson<'a>>,
    /// Scenarios without a result, or without a start month.
    unanswered: &'a [UnansweredFile],
}

/// Annual budgets of the policy.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AnnualBudgetJson<'a> {
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
struct CashMemberJson<'a> {
    /// Settings and file of the scenario.
    scenario: &'a Header,
    /// Winning option; null if no option can be chosen.
    winner: Option<CashWinnerJson<'a>>,
}

/// Winning option and its cash.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CashWinnerJson<'a> {
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
    periods: Vec<PeriodCashJson>,
}

/// Cash of a scenario in a period.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PeriodCashJson {
    /// Name: `2027`, `2027/28`, `2027-Q2`.
    period: String,
    #[serde(flatten)]
    cash: PeriodCash,
}

impl<'a> From<&'a CashPlanReport> for CashPlanJson<'a> {
    fn from(report: &'a CashPlanReport) -> CashPlanJson<'a> {
        let CashPlanReport { plan, policies, unanswered } = report;
        CashPlanJson {
            by: plan.by,
            budget: plan.budget.as_ref().map(|budget| AnnualBudgetJson::of(budget, policies)),
            currencies: plan.currencies(),
            scenarios: plan.members.iter().map(|member| CashMemberJson::of(plan, member)).collect(),
            unanswered,
        }
    }
}

impl<'a> AnnualBudgetJson<'a> {
    fn of(budget: &'a AnnualBudget, policies: &'a [String]) -> AnnualBudgetJson<'a> {
        let amount = |amount: Option<_>| amount.map(|amount| Amount::new(amount, budget.currency.minor_digits()));
        AnnualBudgetJson {
            policies,
            currency: budget.currency.code(),
            capital_per_year: amount(budget.capital_per_year),
            operating_per_year: amount(budget.operating_per_year),
            per_year: amount(budget.per_year),
        }
    }
}

impl<'a> CashMemberJson<'a> {
    fn of(plan: &CashPlan, member: &'a CashMember) -> CashMemberJson<'a> {
        let winner = |winner: &'a CashWinner| {
            let periods = winner.periods.iter();
            CashWinnerJson {
                name: winner.option.as_str(),
                label: winner.label.as_deref(),
                kind: winner.kind,
                close: winner.close,
                periods: periods
                    .map(|(first, cash)| PeriodCashJson { period: plan.name(*first), cash: *cash })
                    .collect(),
            }
        };
        CashMemberJson { scenario: &member.header, winner: member.winner.as_ref().map(winner) }
    }
}
