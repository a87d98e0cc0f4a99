//! Results of a comparison: figures rounded as printed, and totals that are sums of printed lines.

mod break_even;
mod chosen;
mod cliff;
mod json;
mod over_time;
mod pairs;
mod verdict;
mod warning;
mod work;

pub use break_even::{BeyondCapacity, BreakEven, BreakEvenPoint, CrossingOutcome, NoBreakEven};
pub use cliff::{Cliff, CliffCause, CliffLine};
pub use over_time::{By, TimeBasis, View, ViewLine, ViewOption};
pub use pairs::{Pairs, RequestedPairs, SameSideBreakEven, SameSideOutcome, SameSidePair};
pub use verdict::{Disagreement, Verdict, Yardstick};
pub use warning::{BookRemedy, BudgetOf, BudgetYear, Concern, Instead, ShortMonths, Spending, Warning};
pub use work::{
    Availability, DemandMeasure, ElsewhereHours, ElsewhereResult, LoadJoining, PartResult, PlannedDemand,
    TokenCostsResult, Waste, WasteResult, WorkloadCostResult, WorkloadResult, cash_by_the_hour,
};

pub use crate::analysis::header::{Header, Tags};
pub use crate::analysis::winner::{PairHalf, Winner};

use crate::amount::{Amount, Ratio};
use crate::analysis::flip::result::Flip;
use crate::model::finance::NoReturn;
use crate::model::{CostGroup, OptionId, OptionKind};
use crate::scenario::CalendarMonth;
use crate::scenario::calendar::DatedMonth;
use crate::variation::{CannotWin, Ineligible, NotComparable};
use json::{comparable, eligible, payback_reversal};
use serde::Serialize;

/// The comparison of a scenario: options, verdict, and the conditions under which it holds.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Options in the order of the file: owned options, rented options, hybrids.
    pub options: Vec<OptionResult>,
    /// Workloads; empty in the short form.
    pub workloads: Vec<WorkloadResult>,
    /// Planned demand, which break-evens multiply; null in the short form, whose number is the utilization.
    pub planned_demand: Option<PlannedDemand>,
    /// Pairs of an owned option or hybrid with a rented one, if both serve every workload, and requested pairs.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<pairs::PairJson<'static>>"))]
    pub pairs: Pairs,
    /// Winner and runner-up.
    pub verdict: Verdict,
    /// Prices and the discount rate closest to flipping the verdict.
    pub flips: Vec<Flip>,
    /// Defaults for values that the author left out.
    pub assumed: Vec<Assumed>,
    /// Caveats in addition to the findings from reading the scenario.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

/// One option. Amounts are rounded to the minor unit; ratios to 12 significant digits.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionResult {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: OptionId,
    /// Label given by the author; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Reasons why it can't be chosen; eligible if there are none.
    #[serde(flatten, serialize_with = "eligible")]
    #[cfg_attr(feature = "schema", schemars(with = "json::Eligible<'static, Ineligible>"))]
    pub ineligible_because: Vec<Ineligible>,
    /// Reasons why its cost is not comparable; comparable if there are none.
    #[serde(flatten, serialize_with = "comparable")]
    #[cfg_attr(feature = "schema", schemars(with = "json::Comparable<'static, NotComparable>"))]
    pub not_comparable_because: Vec<NotComparable>,
    /// Useful hours divided by demanded useful hours; null if nothing is demanded.
    pub work_done: Option<Ratio>,
    /// Sum of its printed lines.
    pub total: Amount,
    /// Sum of the printed present values of its lines.
    pub present_value: Amount,
    /// The part of both that is indirect tax which is not recovered; null if there is none.
    pub indirect_tax: Option<IndirectTaxResult>,
    /// Total per month.
    pub per_month: Amount,
    /// Present value of costs divided by present value of useful hours; null without useful hours.
    pub per_useful_hour: Option<Ratio>,
    /// Unit of its output; null unless all its workloads share it.
    #[serde(rename = "unit")]
    pub output_unit: Option<String>,
    /// Levelized cost per unit of output; null without a unit or output.
    pub per_unit: Option<Ratio>,
    /// Value of its work; null if not given. It does not affect the verdict.
    pub value_of_work: Option<ValueResult>,
    /// Useful reference accelerator-hours over the horizon.
    pub useful_hours: Ratio,
    /// Useful hours divided by hours owned or paid for; null with a price per unit, or without such hours.
    pub useful_share_of_paid_hours: Option<Ratio>,
    /// Breakdown and cost of the other hours owned or paid for.
    pub waste: Vec<WasteResult>,
    /// Useful hours of an owned fleet divided by its hours in service; null without a fleet in service.
    pub utilization: Option<Ratio>,
    /// Useful reference accelerator-hours lost to downtime that no option serves.
    pub hours_lost_to_downtime: Ratio,
    /// Share of lost hours in the useful hours demanded of it.
    #[serde(skip)]
    pub share_lost_to_downtime: Option<Ratio>,
    /// Unserved useful reference accelerator-hours (`wait`).
    pub hours_undone: Ratio,
    /// Share of unserved hours in the useful hours demanded of it.
    #[serde(skip)]
    pub share_undone: Option<Ratio>,
    /// Hours in which it serves the work without its headroom (`wait`).
    pub hours_without_headroom: Ratio,
    /// Useful reference accelerator-hours served by other options in place of its fleet.
    pub hours_elsewhere: Vec<ElsewhereResult>,
    /// Its parts with the workloads that each serves; the option itself if it is no hybrid.
    pub parts: Vec<PartResult>,
    /// Metered energy of an average year, in kWh; null if it is not known.
    pub energy_kwh_per_year: Option<Ratio>,
    /// CO2 equivalent of that energy, in kg; null if it is not known.
    pub carbon_kg_per_year: Option<Ratio>,
    /// Servers in service at the end, without spares; null without a fleet.
    pub nodes: Option<Ratio>,
    /// Purchases and leases minus resale; null without any.
    pub amortized_capital: Option<Amount>,
    /// The part of its resale that is the book value of unexpired life at the horizon, not a market price; null if
    /// there is none.
    pub book_resale: Option<Amount>,
    /// Its lines, in the order of the report.
    pub lines: Vec<LineResult>,
    /// Cash, amortized cost and present value by year; year 0 is the decision.
    pub years: Vec<YearResult>,
    /// Large changes in its monthly cost, by month.
    pub cliffs: Vec<Cliff>,
    /// Use of its commitments.
    pub commitments: Vec<CommitmentResult>,
    /// Peak cumulative cash above each other option that it ever exceeds.
    pub cash_ahead: Vec<CashAhead>,
    /// Usual costs that it does not list.
    pub left_out: Vec<String>,
    /// Loan on the first purchase; null if there is none.
    pub loan: Option<LoanResult>,
}

/// What indirect tax adds to the cost of an option: the cost minus that with all rates at zero, so it includes the effects of the
/// tax on resale, on a tax on profits and on a loan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndirectTaxResult {
    /// Part of the total.
    pub total: Amount,
    /// Part of the present value.
    pub present_value: Amount,
}

/// Value of the work of an option for its users.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueResult {
    /// Value over the horizon.
    pub total: Amount,
    /// Its present value.
    pub present_value: Amount,
    /// Present value of the work minus present value of the costs, from the printed amounts.
    pub less_cost: Amount,
}

impl OptionResult {
    /// Whether it can be chosen.
    #[must_use]
    pub fn eligible(&self) -> bool {
        self.ineligible_because.is_empty()
    }

    /// Reasons why it cannot win; it can if there are none.
    #[must_use]
    pub fn cannot_win_because(&self) -> Vec<CannotWin> {
        CannotWin::all(self.ineligible_because.clone(), self.not_comparable_because.clone())
    }

    /// Whether its cost is for the same work as that of the other options.
    #[must_use]
    pub fn comparable(&self) -> bool {
        self.not_comparable_because.is_empty()
    }
}

/// A loan; before financing it is not part of totals.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoanResult {
    /// Borrowed at month 0.
    pub borrowed: Amount,
    /// Paid at the end of each month of its term.
    pub payment: Amount,
    /// Outstanding at the horizon.
    pub balance: Amount,
    /// Payments and balance minus the amount borrowed.
    pub interest: Amount,
    /// Present value of −borrowed, payments and balance.
    pub present_value: Amount,
    /// Its cash by year; year 0 is the decision. Receipts are negative; the balance is in the last year.
    pub years: Vec<Amount>,
}

/// One line of an option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineResult {
    /// Name of the line.
    pub name: String,
    /// Label given by the author; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Kind of cost.
    pub group: CostGroup,
    /// Whether it is for assets bought before the decision.
    #[serde(skip)]
    pub is_already_owned: bool,
    /// Cash over the horizon.
    pub total: Amount,
    /// Its present value.
    pub present_value: Amount,
}

/// One contract year of an option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct YearResult {
    /// Number of the year; 0 is the decision.
    pub year: u32,
    /// Cash.
    pub cash: Amount,
    /// Cost with capital amortized over its months of service.
    pub amortized: Amount,
    /// Present value of the cash.
    pub present_value: Amount,
}

/// Use of one commitment.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommitmentResult {
    /// Name of the commitment.
    pub name: String,
    /// Hours used divided by hours paid for; null if none are paid for.
    pub used_share: Option<Ratio>,
    /// Hours used divided by all hours needed; null if none are needed.
    pub covered_share: Option<Ratio>,
}

/// Peak cumulative cash above another option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CashAhead {
    /// The other option.
    pub other: OptionId,
    /// Peak amount.
    pub amount: Amount,
    /// Month at whose end it is reached.
    pub month: u32,
}

/// Owning falls behind again after its payback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reversal {
    /// Total number of months at whose end it is behind.
    pub months: u32,
    /// Number of times it falls behind.
    pub times: u32,
    /// First month at whose end it is no longer behind, for good; null if it is behind at the horizon.
    #[serde(rename = "until_month")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    pub until: Option<DatedMonth>,
    /// Largest additional cost in the month in which it first falls behind.
    pub cause: ReversalCause,
}

impl Reversal {
    /// The same with its date, if the scenario has a start date.
    pub(in crate::analysis) fn dated(self, header: &Header) -> Reversal {
        Reversal { until: self.until.map(|until| header.dated(until.month)), ..self }
    }
}

/// Reason why owning falls behind in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReversalCause {
    /// A replacement or another purchase.
    Purchase,
    /// Repayment of a loan that is part of the result.
    Loan,
    /// All other costs minus the cost of renting in the month.
    RunningCosts,
}

/// Pair of an owned and a rented option.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairResult {
    /// The owned option.
    pub own: OptionId,
    /// The rented option.
    pub rent: OptionId,
    /// Break-even by demand.
    pub break_even: BreakEven,
    /// Whether the owned side leases servers, so it has no purchase to pay back.
    pub leased: bool,
    /// First month at whose end owning has cost no more cash, without resale and with accrued tax, after the first
    /// purchase is paid; 0 for the decision itself. Null if there is none.
    pub payback_month: Option<u32>,
    /// The same payback in months, the cash of its last month spread evenly over the month; null if there is none.
    pub payback_months: Option<Ratio>,
    /// Calendar month of that, such as `2028-11`; absent if the scenario has no start date or there is no payback.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub payback_date: Option<CalendarMonth>,
    /// Reversal of the payback.
    #[serde(flatten, serialize_with = "payback_reversal")]
    #[cfg_attr(feature = "schema", schemars(with = "json::PaybackReversals<'static, Reversal>"))]
    pub payback_reversal: Option<Reversal>,
    /// Payback month in discounted cash; null if there is none.
    pub discounted_payback_month: Option<u32>,
    /// The same in months, the discounted cash of its last month spread evenly over the month; null if there is none.
    pub discounted_payback_months: Option<Ratio>,
    /// Calendar month of that; absent if the scenario has no start date or there is no discounted payback.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub discounted_payback_date: Option<CalendarMonth>,
    /// Reversal of the discounted payback; null if there is none.
    pub discounted_payback_reversal: Option<Reversal>,
    /// Shortest horizon from which owning wins at every horizon up to the scenario's own; null if there is none or it
    /// is not known.
    pub break_even_horizon_months: Option<u32>,
    /// Upper bound of that horizon, if shorter ones were not tested to stay within the work budget; else null.
    pub break_even_horizon_at_most: Option<u32>,
    /// Resale that owning needs to win, at the dates at which resale counts; null if it cannot be computed.
    pub resale_needed: Option<Amount>,
    /// Resale included in the result; null if there is none.
    pub resale_counted: Option<Amount>,
    /// Return on buying instead of renting, effective per year; null if there is none.
    pub irr: Option<Ratio>,
    /// Reason why there is no such return; null if there is one.
    #[serde(rename = "irr_reason")]
    pub no_return: Option<NoReturn>,
}

/// An assumed value that the author left out.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Assumed {
    /// Path of the input.
    pub path: String,
    /// Assumed value.
    pub value: String,
    /// Whether the author gives a key of the same name elsewhere in the same option.
    #[serde(skip)]
    pub stated_beside: bool,
}
