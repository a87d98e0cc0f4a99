//! Results of a backtest.

use crate::amount::{Amount, Ratio};
use crate::analysis::NoHourlyPrice;
use crate::analysis::header::Header;
use crate::model::OptionId;
use crate::scenario::{CalendarMonth, Rejected};
use serde::Serialize;

/// Decisions with the rental prices of past months, and what they cost with the prices that followed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Backtest {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Files of the prices.
    pub files: Vec<PriceFile>,
    /// Rented options with dated prices.
    pub options: Vec<PricedOption>,
    /// Paths of other hourly prices, which are the stated ones in every month.
    pub unchanged: Vec<String>,
    /// Months between two decisions.
    pub every: u32,
    /// Number of decisions after which prices were observed for the whole horizon; after the others, the last price is held.
    pub complete: u32,
    /// Results by price outlook, the scenario's own first.
    pub outlooks: Vec<OutlookResult>,
    /// Decisions by month.
    pub months: Vec<BacktestMonth>,
}

/// A file of prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PriceFile {
    /// Its path as given.
    pub name: String,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// A rented option with dated prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PricedOption {
    /// `rent.NAME`.
    pub option: OptionId,
    /// Name of the series of its list price.
    pub series: String,
    /// First month of the series.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub first_month: CalendarMonth,
    /// Last month of the series.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub last_month: CalendarMonth,
    /// Number of months between them without an observation, which have the price of the month before.
    pub missing_months: u32,
    /// Whether its spot price is that of a series too.
    pub has_spot_prices: bool,
}

/// Expected change of a rental price, as seen from a past month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outlook {
    /// As the scenario states it.
    Stated,
    /// Constant prices.
    Flat,
    /// 8 % less every year.
    Falling,
    /// The change over the twelve months before.
    LastYear,
    /// The estimate from the prices up to that month.
    Estimated,
}

/// Result of the decisions by one outlook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutlookResult {
    /// The outlook.
    pub outlook: Outlook,
    /// Number of decisions; without those whose outlook is not known.
    pub decisions: u32,
    /// Number of decisions for owning, hybrids included.
    pub own: u32,
    /// Number of decisions whose side, own or rent, has the lowest present value with the prices that followed.
    pub held: u32,
    /// Mean of their regrets; null without a decision.
    pub mean_regret: Option<Amount>,
    /// Largest regret; null without a decision.
    pub worst_regret: Option<Amount>,
    /// Month of the largest regret, the earliest if several are equal; null without a decision.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub worst_month: Option<CalendarMonth>,
    /// Prices twelve months later within the 80 % range of the outlook; null if it has no volatility.
    pub coverage: Option<Coverage>,
}

/// How many prices are within the range that was expected to hold 80 % of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// Number within.
    pub within: u32,
    /// Number of all.
    pub prices: u32,
}

/// Decisions of one month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BacktestMonth {
    /// The month.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub month: CalendarMonth,
    /// List prices per accelerator-hour, in the order of `options`.
    pub prices: Vec<Ratio>,
    /// Months of the horizon with an observed price.
    pub observed_months: u32,
    /// The option with the lowest present value with the prices that followed, among those that can be chosen.
    pub best: OptionId,
    /// Its present value.
    pub best_present_value: Amount,
    /// Lowest present value of the other side with the prices that followed; null if that side has no option to choose.
    pub other_side_present_value: Option<Amount>,
    /// The decision by each outlook that is known.
    pub decisions: Vec<PastDecision>,
}

/// The decision that an outlook leads to in a past month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastDecision {
    /// The outlook.
    pub outlook: Outlook,
    /// The option with the lowest present value as expected.
    pub choice: OptionId,
    /// Whether it is on the side of the best option.
    pub held: bool,
    /// Its present value with the prices that followed, less that of the best option.
    pub regret: Amount,
}

impl BacktestMonth {
    /// The decision by an outlook.
    #[must_use]
    pub fn by(&self, outlook: Outlook) -> Option<&PastDecision> {
        self.decisions.iter().find(|decision| decision.outlook == outlook)
    }
}

/// Reason why there is no backtest.
#[derive(Debug)]
pub enum BacktestError {
    /// The option has no on-demand price per hour.
    NoHourlyPrice(NoHourlyPrice),
    /// The option states its prices as a path, which is no outlook for other months.
    HasPath {
        /// Its name.
        option: OptionId,
    },
    /// The prices of the options have no month in common that enough others follow.
    TooShort {
        /// Months that follow a decision, its own included.
        least: u32,
    },
    /// The scenario breaks a rule with the prices of a month.
    Refused {
        /// The month.
        month: CalendarMonth,
        /// The findings.
        rejected: Box<Rejected>,
    },
    /// No option can be chosen with the prices of a month.
    NoChoice {
        /// The month.
        month: CalendarMonth,
    },
}
