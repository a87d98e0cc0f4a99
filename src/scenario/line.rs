//! Lines of cost that stand beside the hardware and the instances: operating lines and one-offs.

use super::document::Given;
use super::quantities::{
    Amount, AmountPerMonth, AmountPerYear, Change, Ftes, Months, PricePerAcceleratorMonth, PricePerFteYear,
    PricePerKilowattMonth, PricePerNodeMonth, PricePerNodeYear, PricePerTerabyte, PricePerTerabyteMonth,
    PricePerUsefulHour, Share, SharePerYear, Terabytes, TerabytesPerMonth, Term,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// A cost that recurs, of an owned option, with exactly one basis.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnedLine {
    /// An amount a month.
    pub per_month: Option<Given<AmountPerMonth>>,
    /// An amount a year, a twelfth of it each month.
    pub per_year: Option<Given<AmountPerYear>>,
    /// Staff, with `per_fte_year`.
    pub fte: Option<Given<Ftes>>,
    /// What a full-time equivalent costs a year, with `fte`.
    pub per_fte_year: Option<Given<PricePerFteYear>>,
    /// For each node in service.
    pub per_node_month: Option<Given<PricePerNodeMonth>>,
    /// For each node in service, a twelfth each month.
    pub per_node_year: Option<Given<PricePerNodeYear>>,
    /// For each accelerator in service.
    pub per_accelerator_month: Option<Given<PricePerAcceleratorMonth>>,
    /// For each kilowatt of rated power in service.
    pub per_kw_month: Option<Given<PricePerKilowattMonth>>,
    /// Share a year of the price of what is in service: nodes, spares and capital entries.
    pub share_of_capital_per_year: Option<Given<SharePerYear>>,
    /// For each useful hour that the fleet itself serves.
    pub per_useful_hour: Option<Given<PricePerUsefulHour>>,
    /// Share of what the burst is billed for in the month.
    pub share_of_bill: Option<Given<Share>>,
    /// Terabytes kept, with `per_tb_month`.
    pub stored_tb: Option<Given<Terabytes>>,
    /// Price of a terabyte kept for a month, with `stored_tb`.
    pub per_tb_month: Option<Given<PricePerTerabyteMonth>>,
    /// Terabytes moved a month, with `per_tb` or `tiers`.
    pub transferred_tb_per_month: Option<Given<TerabytesPerMonth>>,
    /// Price of a terabyte moved.
    pub per_tb: Option<Given<PricePerTerabyte>>,
    /// Prices of terabytes moved, each for what lies above the tier before.
    pub tiers: Option<Vec<Tier>>,
    /// Growth of the amount, a step at every anniversary of the decision.
    pub growth_per_year: Given<Change>,
    /// First month; that of the first delivery when absent.
    pub starts_month: Option<Given<Term>>,
    /// Last month; the last of the horizon when absent.
    pub ends_month: Option<Given<Term>>,
    /// Whether the price contains the electricity, which is then metered and not billed.
    pub includes_electricity: Option<Given<bool>>,
    /// Only for what has been in service for longer than the warranty.
    pub after_warranty: Given<bool>,
}

/// A cost that recurs, of a rented option, with exactly one basis.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RentedLine {
    /// An amount a month.
    pub per_month: Option<Given<AmountPerMonth>>,
    /// An amount a year, a twelfth of it each month.
    pub per_year: Option<Given<AmountPerYear>>,
    /// Staff, with `per_fte_year`.
    pub fte: Option<Given<Ftes>>,
    /// What a full-time equivalent costs a year, with `fte`.
    pub per_fte_year: Option<Given<PricePerFteYear>>,
    /// For each useful hour served.
    pub per_useful_hour: Option<Given<PricePerUsefulHour>>,
    /// Share of what is billed for instances or units in the month.
    pub share_of_bill: Option<Given<Share>>,
    /// Terabytes kept, with `per_tb_month`.
    pub stored_tb: Option<Given<Terabytes>>,
    /// Price of a terabyte kept for a month, with `stored_tb`.
    pub per_tb_month: Option<Given<PricePerTerabyteMonth>>,
    /// Terabytes moved a month, with `per_tb` or `tiers`.
    pub transferred_tb_per_month: Option<Given<TerabytesPerMonth>>,
    /// Price of a terabyte moved.
    pub per_tb: Option<Given<PricePerTerabyte>>,
    /// Prices of terabytes moved, each for what lies above the tier before.
    pub tiers: Option<Vec<Tier>>,
    /// Growth of the amount, a step at every anniversary of the decision.
    pub growth_per_year: Given<Change>,
    /// First month.
    pub starts_month: Option<Given<Term>>,
    /// Last month; the last of the horizon when absent.
    pub ends_month: Option<Given<Term>>,
}

/// A price that holds up to a volume.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// Volume a month up to which the price holds; absent in the last tier.
    pub up_to_tb: Option<Given<TerabytesPerMonth>>,
    /// Price of a terabyte in this tier.
    pub per_tb: Given<PricePerTerabyte>,
}

/// A cost that is paid once, at a date.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneOff {
    /// What is paid.
    pub amount: Given<Amount>,
    /// At the end of which month; 0 is the moment of the decision.
    pub month: Given<Months>,
}
