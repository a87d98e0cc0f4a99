//! Result of a scan.

use super::{TakenThroughput, UnusedFactor};
use crate::amount::{Amount, Ratio};
use crate::analysis::plan::{CostOf, NotPlanned, PairPlan};
use crate::analysis::statement::Header;
use crate::catalog::HourlyPrices;
use crate::model::{OptionId, OptionKind};
use crate::scenario::Rejected;
use crate::serialized::serialized_as;
use crate::variation::{CannotWin, Impossible, Lacks, NotComparable};
use serde::Serialize;
use std::mem::discriminant;

/// Offers as options of a scenario.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scan {
    /// Scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Day from which ages are counted: the requested one, or that of the scenario's prices.
    pub today: Option<String>,
    /// Age in days above which a price is old.
    pub max_price_age_days: u32,
    /// Template option; `null` if the scenario rents no instances.
    pub like: Option<LikeOption>,
    /// Lists that were read; empty if the offers are from the catalog.
    pub lists: Vec<ListScanned>,
    /// Number of offers read.
    pub offers: u32,
    /// Given throughputs that match no offer.
    pub throughputs_of_no_offer: Vec<UnusedFactor>,
    /// Number of offers that can serve the demand and were evaluated as options; rows of one instance count as one offer.
    pub evaluated: u32,
    /// Cheapest offers, in order.
    pub ranked: Vec<RankedOffer>,
    /// Reason why fewer offers are ranked than requested, if more exist.
    pub unranked: Option<Unranked>,
    /// Excluded offers by reason, most offers first.
    pub left_out: Vec<OffersLeftOut>,
    /// Winner of the base case; `null` if there is none.
    pub winner: Option<ScanWinner>,
    /// Cheapest mix of an owned option and an offer.
    pub mix: MixFound,
}

/// Template option for offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LikeOption {
    /// `rent.NAME`.
    pub option: OptionId,
    /// Keys copied from it.
    pub taken_over: Vec<String>,
    /// Keys replaced by those of the offer, or left out.
    pub not_taken_over: Vec<String>,
}

/// A price list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListScanned {
    /// File name as given.
    pub name: String,
    /// SHA-256 of the file in hexadecimal.
    pub sha256: String,
    /// Day of its prices, if given on the command line.
    pub as_of: Option<String>,
    /// Oldest day in its rows, if no day is given for all.
    pub oldest: Option<String>,
    /// Minimum number of days by which it is older than the scenario's prices; negative if it is newer.
    pub days_before_scenario: Option<i32>,
    /// Minimum age in days; negative if its day is in the future.
    pub age_days: Option<i32>,
    /// Number of rows after the header.
    pub rows: u64,
    /// Number of rows that are offers of accelerators.
    pub offers: u64,
}

/// An offer as an option of the scenario.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedOffer {
    /// Rank, from 1.
    pub rank: u32,
    /// Provider.
    pub provider: Option<String>,
    /// Name of the instance.
    pub instance: Option<String>,
    /// Regions with this price.
    pub regions: Vec<String>,
    /// Number of rows.
    pub offers: u32,
    /// Name of the accelerators.
    pub accelerator: String,
    /// Accelerators per instance.
    pub accelerators_per_instance: u32,
    /// Currency code of its prices.
    pub currency: String,
    /// Prices per instance-hour.
    pub per_instance_hour: HourlyPrices,
    /// Prices per accelerator-hour.
    pub per_accelerator_hour: HourlyPrices,
    /// Relative throughput of its accelerators, with its origin.
    pub throughput: TakenThroughput,
    /// Committed instances in its cheapest mix.
    pub commitments: Vec<OfferCommitment>,
    /// Whether flexible work runs on spot in its cheapest mix.
    pub spot: bool,
    /// Cash over the horizon.
    pub total: Amount,
    /// Present value.
    pub present_value: Amount,
    /// Levelized cost of a useful accelerator-hour.
    pub per_useful_hour: Option<Ratio>,
    /// Index of its price list, from 0; `null` for the catalog.
    pub list: Option<u32>,
    /// Line of its row in the list, from 1.
    pub line: Option<u64>,
    /// Date of the prices, if the list gives it; the oldest if several rows of one instance are merged.
    pub as_of: Option<String>,
    /// Minimum age in days; negative if its date is in the future.
    pub age_days: Option<i32>,
    /// Whether it is older than `max_price_age_days`; `null` if its age is unknown.
    pub old: Option<bool>,
    /// Whether the provider is a marketplace, whose hosts set the prices: no firm offer.
    pub marketplace: bool,
    /// Source given by its list.
    pub source: Option<String>,
    /// Path of the option.
    pub option: OptionId,
    /// YAML of the option to paste into the scenario, with the source of its prices.
    pub yaml: String,
}

/// Committed instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferCommitment {
    /// Term in months.
    pub months: u32,
    /// Number of instances.
    pub instances: u32,
}

/// Reason why fewer offers are ranked than exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unranked {
    /// The search exceeded its work budget.
    TooMuch,
}

/// Offers that are excluded for one reason.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OffersLeftOut {
    /// Reason.
    #[serde(flatten)]
    pub because: WhyLeftOut,
    /// Number of offers.
    pub offers: u32,
    /// Whether the details of the reason are only those of the first offer.
    #[serde(skip)]
    pub differ: bool,
}

/// Reason why offers are excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyLeftOut {
    /// The relative throughput of their accelerators is unknown.
    Throughput {
        /// Name of the accelerators.
        accelerator: String,
    },
    /// Their price is for accelerators without the host.
    AcceleratorsAlone,
    /// They have a fraction of an accelerator.
    Slice,
    /// They have no on-demand price.
    NotOnDemand,
    /// Their currency has no exchange rate in the scenario.
    Currency(String),
    /// They have a price of 0, which in most lists means that it is unknown.
    PriceOfZero,
    /// Their price is outside the bounds of a scenario.
    Price,
    /// They are older than the requested maximum.
    TooOld {
        /// Maximum age in days.
        max_days: u32,
    },
    /// They have no date, while a maximum age is requested.
    Undated,
    /// A figure of their option cannot be computed.
    NoValue,
    /// Their option is not eligible, or does not serve the demand.
    CannotWin(CannotWin),
    /// Their option is not possible.
    Impossible(Impossible),
}

/// Winner of the base case.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScanWinner {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub option: OptionId,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Present value.
    pub present_value: Amount,
    /// Saving of the cheapest offer against it; negative if the offer costs more.
    pub saving: Option<Amount>,
}

/// Result of the search for a mix.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum MixFound {
    /// There is no owned option, or no offer.
    Nothing,
    /// No mix with owned nodes costs less than the cheapest offer alone.
    NoneCheaper {
        /// Owned options without a possible mix, each with the reason.
        not_planned: Vec<OwnNotPlanned>,
    },
    /// A mix costs less.
    Cheaper {
        /// Cheapest mix.
        cheapest: Box<MixedOffer>,
    },
    /// The search exceeded its work budget.
    TooMuch,
}

/// An owned option that is in no mix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnNotPlanned {
    /// `own.NAME`.
    pub option: OptionId,
    /// Reason.
    pub because: NotPlanned,
}

/// Cheapest mix.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MixedOffer {
    /// Provider of the rented instances.
    pub provider: Option<String>,
    /// Name of the instance.
    pub instance: Option<String>,
    /// Region.
    pub region: Option<String>,
    /// Date of its prices, if the list gives it.
    pub as_of: Option<String>,
    /// Minimum age in days; negative if its date is in the future.
    pub age_days: Option<i32>,
    /// Whether it is older than `max_price_age_days`; `null` if its age is unknown.
    pub old: Option<bool>,
    /// Whether the provider is a marketplace, whose hosts set the prices: no firm offer.
    pub marketplace: bool,
    /// YAML of the offer's option to paste into the scenario; the plan has the instances of its commitments.
    pub option_yaml: String,
    /// The mix, as `plan` reports it for the scenario with that option.
    pub plan: PairPlan,
}

impl MixedOffer {
    /// Whether the mix rents anything from the offer.
    #[must_use]
    pub fn rents(&self) -> bool {
        self.plan.costs.iter().any(|cost| cost.of != CostOf::Owned && !cost.present_value.is_zero())
    }
}

impl WhyLeftOut {
    /// Reason for an option that was rejected.
    pub(super) fn refused(rejected: Rejected) -> WhyLeftOut {
        let found = rejected.diagnostics.into_iter().next();
        found.map_or(WhyLeftOut::NoValue, |finding| WhyLeftOut::Impossible(Impossible::Refused(Box::new(finding))))
    }

    /// Whether two reasons are of the same kind, with details that may differ.
    pub(super) fn is_alike(&self, other: &WhyLeftOut) -> bool {
        match (self, other) {
            (WhyLeftOut::Impossible(one), WhyLeftOut::Impossible(other)) => one.code() == other.code(),
            (WhyLeftOut::CannotWin(one), WhyLeftOut::CannotWin(other)) => are_alike(one, other),
            (one, other) => one == other,
        }
    }

    /// Whether it is about the location of an option.
    pub(super) fn names_a_place(&self) -> bool {
        matches!(self, WhyLeftOut::CannotWin(CannotWin::Ineligible(why)) if matches!(why.lacks, Lacks::Location { .. }))
    }

    /// Name in machine-readable output.
    fn name(&self) -> &'static str {
        match self {
            WhyLeftOut::Throughput { .. } => "throughput_unknown",
            WhyLeftOut::AcceleratorsAlone => "accelerators_alone",
            WhyLeftOut::Slice => "slice",
            WhyLeftOut::NotOnDemand => "no_price_on_demand",
            WhyLeftOut::Currency(_) => "no_exchange_rate",
            WhyLeftOut::PriceOfZero => "price_of_zero",
            WhyLeftOut::Price => "price",
            WhyLeftOut::TooOld { .. } => "too_old",
            WhyLeftOut::Undated => "undated",
            WhyLeftOut::NoValue => "no_value",
            WhyLeftOut::CannotWin(CannotWin::Ineligible(_)) => "requires",
            WhyLeftOut::CannotWin(CannotWin::NotComparable(_)) => "not_comparable",
            WhyLeftOut::Impossible(_) => "not_possible",
        }
    }
}

fn are_alike(one: &CannotWin, other: &CannotWin) -> bool {
    match (one, other) {
        (CannotWin::Ineligible(one), CannotWin::Ineligible(other)) => match (&one.lacks, &other.lacks) {
            (Lacks::Feature(one), Lacks::Feature(other)) => one == other,
            (one, other) => discriminant(one) == discriminant(other),
        },
        (CannotWin::NotComparable(one), CannotWin::NotComparable(other)) => {
            discriminant::<NotComparable>(one) == discriminant(other)
        }
        (CannotWin::Ineligible(_), CannotWin::NotComparable(_))
        | (CannotWin::NotComparable(_), CannotWin::Ineligible(_)) => false,
    }
}

serialized_as! {
    WhyLeftOut => WhyLeftOutJson<'_>;
}

/// Reason why offers are excluded.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WhyLeftOutJson<'a> {
    /// Kind of reason.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [
        "throughput_unknown", "accelerators_alone", "slice", "no_price_on_demand", "no_exchange_rate", "price_of_zero", "price",
        "too_old", "undated", "no_value", "requires", "not_comparable", "not_possible",
    ])))]
    reason: &'static str,
    /// Accelerators with unknown throughput.
    accelerator: Option<&'a str>,
    /// Currency without an exchange rate.
    currency: Option<&'a str>,
    /// Reason why the option cannot win, in a sentence; that of the first offer if there are several.
    cannot_win_because: Option<&'a CannotWin>,
    /// Reason why the option is not possible, in a sentence; that of the first offer if there are several.
    impossible_because: Option<&'a Impossible>,
}

impl<'a> From<&'a WhyLeftOut> for WhyLeftOutJson<'a> {
    fn from(why: &'a WhyLeftOut) -> WhyLeftOutJson<'a> {
        let nothing = WhyLeftOutJson {
            reason: why.name(),
            accelerator: None,
            currency: None,
            cannot_win_because: None,
            impossible_because: None,
        };
        match why {
            WhyLeftOut::Throughput { accelerator } => WhyLeftOutJson { accelerator: Some(accelerator), ..nothing },
            WhyLeftOut::Currency(code) => WhyLeftOutJson { currency: Some(code), ..nothing },
            WhyLeftOut::CannotWin(why) => WhyLeftOutJson { cannot_win_because: Some(why), ..nothing },
            WhyLeftOut::Impossible(why) => WhyLeftOutJson { impossible_because: Some(why), ..nothing },
            WhyLeftOut::AcceleratorsAlone
            | WhyLeftOut::Slice
            | WhyLeftOut::NotOnDemand
            | WhyLeftOut::PriceOfZero
            | WhyLeftOut::Price
            | WhyLeftOut::TooOld { .. }
            | WhyLeftOut::Undated
            | WhyLeftOut::NoValue => nothing,
        }
    }
}

/// A count as serialized.
pub(super) fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
