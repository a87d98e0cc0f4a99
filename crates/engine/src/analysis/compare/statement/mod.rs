//! What a comparison says: figures rounded as they are printed, and totals that are sums of printed lines.

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
pub use pairs::{AskedPairs, Pairs, SameSideBreakEven, SameSideOutcome, SameSidePair};
pub use verdict::{Disagreement, Verdict, Yardstick};
pub use warning::{BookRemedy, BudgetOf, BudgetYear, Concern, Instead, ShortMonths, Spending, Warning};
pub use work::{
    Availability, ElsewhereHours, ElsewhereStatement, LoadJoining, PartStatement, Waste, WasteStatement,
    WorkloadCostStatement, WorkloadStatement, cash_by_the_hour,
};

pub use crate::analysis::header::{Header, Tags};
pub use crate::analysis::winner::{PairHalf, Winner};

use crate::amount::{Amount, Ratio};
use crate::analysis::flip::result::Flip;
use crate::model::finance::NoReturn;
use crate::model::{CostGroup, OptionKind};
use crate::scenario::CalendarMonth;
use crate::scenario::calendar::DatedMonth;
use crate::variation::{CannotWin, Ineligible, NotComparable};
use json::{comparable, eligible, payback_reversal};
use serde::Serialize;

/// The answer to a scenario: every option beside every other, the verdict, and what it holds under.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// What was asked.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Every option, in the order of the file: owned ones, rented ones, hybrids.
    pub options: Vec<OptionStatement>,
    /// Every workload; none in the short form.
    pub workloads: Vec<WorkloadStatement>,
    /// Every owned option and hybrid against every rented one, where both serve every workload, and others that are asked for.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<pairs::WrittenPair<'static>>"))]
    pub pairs: Pairs,
    /// Which option wins.
    pub verdict: Verdict,
    /// The prices, and the discount rate, that are nearest to reversing it.
    pub flips: Vec<Flip>,
    /// What the author left out and the model had to assume.
    pub assumed: Vec<Assumed>,
    /// What a reader should know beside the figures and what was found when the scenario was read.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

/// One option. Amounts are rounded to the minor unit; ratios to 12 significant digits.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionStatement {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: String,
    /// What its author calls it; absent where that is not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Why it may not be chosen; eligible when there is no reason.
    #[serde(flatten, serialize_with = "eligible")]
    #[cfg_attr(feature = "schema", schemars(with = "json::Eligible<'static, Ineligible>"))]
    pub ineligible_because: Vec<Ineligible>,
    /// Why its cost does not compare; comparable when there is no reason.
    #[serde(flatten, serialize_with = "comparable")]
    #[cfg_attr(feature = "schema", schemars(with = "json::Comparable<'static, NotComparable>"))]
    pub not_comparable_because: Vec<NotComparable>,
    /// Useful hours over demanded useful hours.
    pub work_done: Option<Ratio>,
    /// Sum of its printed lines.
    pub total: Amount,
    /// Sum of the printed present values of its lines.
    pub present_value: Amount,
    /// Total a month.
    pub per_month: Amount,
    /// Present value of costs over present value of useful hours.
    pub per_useful_hour: Option<Ratio>,
    /// What its output is counted in, where that is the same for all its workloads.
    #[serde(rename = "unit")]
    pub output_unit: Option<String>,
    /// Levelized cost of a unit of output.
    pub per_unit: Option<Ratio>,
    /// What its work is worth, where its author says so; decides nothing.
    pub value_of_work: Option<ValueStatement>,
    /// Useful reference accelerator-hours over the horizon.
    pub useful_hours: Ratio,
    /// Useful hours over hours owned or paid for.
    pub useful_share_of_paid_hours: Option<Ratio>,
    /// Where the other hours owned or paid for go, and what they cost.
    pub waste: Vec<WasteStatement>,
    /// Hours an owned fleet works usefully over its hours in service.
    pub utilization: Option<Ratio>,
    /// Useful reference hours that nobody serves because the fleet is down.
    pub hours_lost_to_downtime: Ratio,
    /// Their share of the useful hours demanded of it.
    #[serde(skip)]
    pub share_lost_to_downtime: Option<Ratio>,
    /// Useful reference hours left undone (`wait`).
    pub hours_undone: Ratio,
    /// Their share of the useful hours demanded of it.
    #[serde(skip)]
    pub share_undone: Option<Ratio>,
    /// Hours in which it does the work and does not hold its headroom (`wait`).
    pub hours_without_headroom: Ratio,
    /// Useful reference hours that its fleet does not serve and an option named for them does.
    pub hours_elsewhere: Vec<ElsewhereStatement>,
    /// The options that it is made of and the workloads that each serves; itself, if it is no hybrid.
    pub parts: Vec<PartStatement>,
    /// Metered energy, an average year.
    pub energy_kwh_per_year: Option<Ratio>,
    /// CO2 equivalent of it.
    pub carbon_kg_per_year: Option<Ratio>,
    /// Servers in service at the end, spares not counted.
    pub nodes: Option<Ratio>,
    /// Purchases less resale.
    pub amortized_capital: Option<Amount>,
    /// What of its resale is the book value of unexpired life at the horizon, which no market has confirmed.
    pub book_resale: Option<Amount>,
    /// Its lines, in the order of the report.
    pub lines: Vec<LineStatement>,
    /// Cash, amortized and present value by year; year 0 is the moment of the decision.
    pub years: Vec<YearStatement>,
    /// Where what it costs a month changes by much, in the order of the months.
    pub cliffs: Vec<Cliff>,
    /// How its commitments are used.
    pub commitments: Vec<CommitmentStatement>,
    /// The most cash it has paid ahead of each other option that it is ever ahead of.
    pub cash_ahead: Vec<CashAhead>,
    /// Usual costs that it does not name.
    pub left_out: Vec<String>,
    /// The loan on what is bought first.
    pub loan: Option<LoanStatement>,
}

/// What the work of an option is worth to those whom it is for.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueStatement {
    /// Over the horizon.
    pub total: Amount,
    /// Its present value.
    pub present_value: Amount,
    /// That less the present value of the costs, as both are stated.
    pub less_cost: Amount,
}

impl OptionStatement {
    /// Whether it may be chosen.
    #[must_use]
    pub fn eligible(&self) -> bool {
        self.ineligible_because.is_empty()
    }

    /// Why it cannot win; it can when there is no reason.
    #[must_use]
    pub fn cannot_win_because(&self) -> Vec<CannotWin> {
        CannotWin::all(self.ineligible_because.clone(), self.not_comparable_because.clone())
    }

    /// Whether its cost is that of the same work.
    #[must_use]
    pub fn comparable(&self) -> bool {
        self.not_comparable_because.is_empty()
    }
}

/// A loan; before financing nothing of it is part of totals.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoanStatement {
    /// Borrowed at month 0.
    pub borrowed: Amount,
    /// Paid at the end of each month of its term.
    pub payment: Amount,
    /// Outstanding at the horizon.
    pub balance: Amount,
    /// Payments and balance beyond what was borrowed.
    pub interest: Amount,
    /// Present value of −borrowed, payments and balance.
    pub present_value: Amount,
    /// Its cash by year, year 0 the moment of the decision: receipts negative, the balance in the last one.
    pub years: Vec<Amount>,
}

/// One line of an option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineStatement {
    /// Its name.
    pub name: String,
    /// What its author calls it; absent where that is not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What kind of cost it is.
    pub group: CostGroup,
    /// Cash over the horizon.
    pub total: Amount,
    /// Its present value.
    pub present_value: Amount,
}

/// One contract year of an option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct YearStatement {
    /// 0 for the moment of the decision.
    pub year: u32,
    /// Cash.
    pub cash: Amount,
    /// Cost with capital spread over its months of service.
    pub amortized: Amount,
    /// Present value of the cash.
    pub present_value: Amount,
}

/// How one commitment is used.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommitmentStatement {
    /// Its name.
    pub name: String,
    /// Hours used over hours paid for.
    pub used_share: Option<Ratio>,
    /// Hours used over all hours needed.
    pub covered_share: Option<Ratio>,
}

/// The most cash paid ahead of another option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CashAhead {
    /// The other option.
    pub other: String,
    /// How much.
    pub amount: Amount,
    /// At the end of which month.
    pub month: u32,
}

/// That owning falls behind after it has paid back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reversal {
    /// Months at whose end it is behind, all of them.
    pub months: u32,
    /// How many times it falls behind.
    pub times: u32,
    /// The first month at whose end it is no longer behind, for good; none if it is behind at the end.
    #[serde(rename = "until_month")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    pub until: Option<DatedMonth>,
    /// What costs the most more in the month in which it falls behind first.
    pub cause: TurnCause,
}

/// What owning pays more than renting in the month in which it falls behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TurnCause {
    /// Something is replaced or bought.
    Purchase,
    /// A loan that is part of the result is paid back.
    Loan,
    /// All else, less what renting costs in the month.
    RunningCosts,
}

/// An owned option against a rented one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairStatement {
    /// The owned option.
    pub own: String,
    /// The rented option.
    pub rent: String,
    /// From which demand on which side wins.
    pub break_even: BreakEven,
    /// Whether servers of the owning side are leased: there is then nothing to pay back.
    pub leased: bool,
    /// First month at whose end owning has cost no more cash, without any resale and with the tax that has accrued, once the first
    /// purchase is paid; 0 if that is so on the first day.
    pub payback_month: Option<u32>,
    /// The calendar month of that, `2028-11`; absent where the scenario does not say when it starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub payback_date: Option<CalendarMonth>,
    /// That owning falls behind again after that month.
    #[serde(flatten, serialize_with = "payback_reversal")]
    #[cfg_attr(feature = "schema", schemars(with = "json::PaybackTurns<'static, Reversal>"))]
    pub payback_reversal: Option<Reversal>,
    /// The month of discounted cash.
    pub discounted_payback_month: Option<u32>,
    /// The calendar month of that; absent where the scenario does not say when it starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub discounted_payback_date: Option<CalendarMonth>,
    /// That owning falls behind again after it, in discounted cash.
    pub discounted_payback_reversal: Option<Reversal>,
    /// Shortest horizon from which on, up to the scenario's own, owning wins.
    pub break_even_horizon_months: Option<u32>,
    /// A horizon from which on owning wins, where shorter ones were not looked at: that takes more than may be worked out.
    pub break_even_horizon_at_most: Option<u32>,
    /// Resale that owning needs in order to win, at the dates at which it is counted.
    pub resale_needed: Option<Amount>,
    /// Resale that is counted.
    pub resale_counted: Option<Amount>,
    /// Return of buying instead of renting, effective a year.
    pub irr: Option<Ratio>,
    /// Why there is no such return.
    #[serde(rename = "irr_reason")]
    pub no_return: Option<NoReturn>,
}

/// A value that the author left out.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Assumed {
    /// Where it would stand.
    pub path: String,
    /// What was assumed.
    pub value: String,
    /// Whether the author stated a key of the same name elsewhere in the same option.
    #[serde(skip)]
    pub stated_beside: bool,
}
