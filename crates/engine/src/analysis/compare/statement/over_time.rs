//! Lines split over time.

use crate::amount::Amount;
use crate::model::CostGroup;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// How finely lines are split over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Contract years; year 0 is the moment of the decision.
    Year,
    /// Fiscal years of the calendar; the moment of the decision belongs to that of month 1.
    FiscalYear,
    /// Months; month 0 is the moment of the decision.
    Month,
}

/// What of a line is shown over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TimeBasis {
    /// What is paid when.
    Cash,
    /// Capital spread over its months of service.
    Amortized,
    /// What each payment is worth today.
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

/// The lines of every option split over time. Every column is rounded to the minor unit, and the last column of a line
/// takes what is left, so that a row always adds up to the printed line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// How finely.
    pub by: By,
    /// Of what.
    pub basis: TimeBasis,
    /// The years or months of the columns, from 0 on; of fiscal years the calendar years in which they begin.
    pub columns: Vec<u32>,
    /// What each column is called in the calendar: a fiscal year, `2027/28`, or a month, `2027-04`; none of the moment of the
    /// decision. Absent of contract years, and where the scenario does not say when it starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dates: Option<Vec<Option<String>>>,
    /// The first and the last month of each column.
    #[serde(skip)]
    pub months: Vec<RangeInclusive<u32>>,
    /// The options, in the order of the comparison.
    pub options: Vec<ViewOption>,
}

/// One option of a view.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewOption {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<ViewLine>,
    /// Sums of the columns.
    pub totals: Vec<Amount>,
    /// Sum of all.
    pub total: Amount,
    /// What its loan pays and receives in each column, which is part of no line; none without a loan.
    #[serde(skip)]
    pub loan: Option<Vec<Amount>>,
}

/// One line of a view.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewLine {
    /// Its name.
    pub name: String,
    /// What kind of cost it is.
    pub group: CostGroup,
    /// One amount for each column.
    pub amounts: Vec<Amount>,
    /// What is paid in each column, as it is worth today.
    #[serde(skip)]
    pub present_values: Vec<Amount>,
    /// Their sum: what the comparison prints for the line.
    pub total: Amount,
}
