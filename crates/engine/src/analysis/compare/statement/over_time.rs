//! Cost lines over time.

use crate::amount::Amount;
use crate::model::{CostGroup, OptionId};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Time step of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Contract years; year 0 is the decision.
    Year,
    /// Fiscal years of the calendar; the decision belongs to that of month 1.
    FiscalYear,
    /// Quarters of fiscal years, the first with the decision; without a start date three months each from month 1 on, and
    /// quarter 0 is the decision.
    Quarter,
    /// Months; month 0 is the decision.
    Month,
}

/// Amounts shown over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TimeBasis {
    /// Payments.
    Cash,
    /// Cost with capital amortized over its months of service.
    Amortized,
    /// Present values of the payments.
    PresentValue,
}

impl TimeBasis {
    /// Its name in machine-readable formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TimeBasis::Cash => "cash",
            TimeBasis::Amortized => "amortized",
            TimeBasis::PresentValue => "present-value",
        }
    }
}

/// Cost lines of every option over time. Every column is rounded to the minor unit; the last nonzero column of a line
/// takes the rounding difference, so a row adds up to the printed line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Time step of the columns.
    pub by: By,
    /// Amounts shown.
    pub basis: TimeBasis,
    /// Years, quarters or months of the columns, from 0; for fiscal years the calendar years in which they begin. Quarters
    /// of fiscal years count from 1.
    pub columns: Vec<u32>,
    /// Name of each column in the calendar: a fiscal year, `2027/28`, a quarter, `2027/28 Q3`, or a month, `2027-04`; null
    /// for the decision. Absent for contract years, and if the scenario has no start date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dates: Option<Vec<Option<String>>>,
    /// First and last month of each column.
    #[serde(skip)]
    pub months: Vec<RangeInclusive<u32>>,
    /// Options in the order of the comparison.
    pub options: Vec<ViewOption>,
}

/// One option of a view.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewOption {
    /// Name of the option.
    pub name: OptionId,
    /// Its lines.
    pub lines: Vec<ViewLine>,
    /// Sum of each column.
    pub totals: Vec<Amount>,
    /// Sum of all columns.
    pub total: Amount,
    /// Cash of its loan in each column, if it is not part of the lines; none without a loan.
    #[serde(skip)]
    pub loan: Option<Vec<Amount>>,
}

/// One line of a view.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewLine {
    /// Name of the line.
    pub name: String,
    /// Kind of cost.
    pub group: CostGroup,
    /// One amount per column.
    pub amounts: Vec<Amount>,
    /// Present value of the payments in each column.
    #[serde(skip)]
    pub present_values: Vec<Amount>,
    /// Sum of the amounts, as printed in the comparison.
    pub total: Amount,
}
