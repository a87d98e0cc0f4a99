//! What a scan says.

use super::{TakenThroughput, UnusedFactor};
use crate::amount::{Amount, Ratio};
use crate::analysis::plan::{CostOf, NotPlanned, PairPlan};
use crate::analysis::statement::Header;
use crate::model::OptionKind;
use crate::scenario::Rejected;
use crate::variation::{CannotWin, Impossible, Lacks, NotComparable};
use crate::written::written_as;
use serde::Serialize;
use std::mem::discriminant;

/// Offers as options of a scenario.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scan {
    /// The scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// The day from which ages are counted: the one that was asked for, or else that of the scenario's prices.
    pub today: Option<String>,
    /// The option that offers are taken as; none where the scenario rents no instances.
    pub like: Option<LikeOption>,
    /// The lists that were read; none where the offers are the catalog's.
    pub lists: Vec<ListScanned>,
    /// Offers that were read.
    pub offers: u32,
    /// What was said of accelerators that none of them has.
    pub throughputs_of_no_offer: Vec<UnusedFactor>,
    /// Those of them that can do the work, each evaluated as an option; rows of one instance are one offer.
    pub evaluated: u32,
    /// The cheapest of them, the cheapest first.
    pub ranked: Vec<RankedOffer>,
    /// Why no more are ranked than these, where more were asked for and there are more.
    pub unranked: Option<Unranked>,
    /// Offers that are left out by the reason, that of the most first.
    pub left_out: Vec<OffersLeftOut>,
    /// What wins as the scenario is stated; none where nothing does.
    pub winner: Option<ScanWinner>,
    /// The cheapest mix of what is owned and of the offers.
    pub mix: MixFound,
}

/// The option of the scenario that offers are taken as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LikeOption {
    /// `rent.NAME`.
    pub option: String,
    /// Its keys that are taken over.
    pub taken_over: Vec<String>,
    /// Its keys that are the offer's in their place, or left out.
    pub not_taken_over: Vec<String>,
}

/// A list that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListScanned {
    /// Its file as it was given.
    pub name: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// The day of its prices, as whoever asked said.
    pub as_of: Option<String>,
    /// The oldest day that a row of it says, where that is not said of all.
    pub oldest: Option<String>,
    /// How many days before the day of the scenario's prices that is, at least; below 0 where it is after it.
    pub days_before_scenario: Option<i32>,
    /// How many days before the day from which ages are counted that is, at least; below 0 where it is after it.
    pub age_days: Option<i32>,
    /// Rows behind its header.
    pub rows: u64,
    /// Those that are offers of accelerators.
    pub offers: u64,
}

/// An offer as an option of the scenario.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedOffer {
    /// From 1.
    pub rank: u32,
    /// Who offers it.
    pub provider: Option<String>,
    /// What the instance is called.
    pub instance: Option<String>,
    /// Where it runs at this price.
    pub regions: Vec<String>,
    /// How many rows say so.
    pub offers: u32,
    /// What the accelerators are called.
    pub accelerator: String,
    /// Accelerators of an instance.
    pub accelerators_per_instance: u32,
    /// The currency of its prices, by its code.
    pub currency: String,
    /// What an instance costs an hour.
    pub per_instance_hour: OfferPrices,
    /// What an accelerator of it does.
    pub per_accelerator_hour: OfferPrices,
    /// How much its accelerators do, and who says so.
    pub throughput: TakenThroughput,
    /// The instances that are committed to in its cheapest mix.
    pub commitments: Vec<OfferCommitment>,
    /// Whether flexible work runs on spot in it.
    pub spot: bool,
    /// Cash over the horizon.
    pub total: Amount,
    /// Present value of it.
    pub present_value: Amount,
    /// Levelized cost of a useful accelerator-hour.
    pub per_useful_hour: Option<Ratio>,
    /// The list that it stands in, counted from 0; none where that is the catalog.
    pub list: Option<u32>,
    /// The line at which its row begins there, from 1.
    pub line: Option<u64>,
    /// When these were prices, where the list says it; of several rows of one instance the oldest.
    pub as_of: Option<String>,
    /// How many days before the day from which ages are counted that is, at least; below 0 where it is after it.
    pub age_days: Option<i32>,
    /// Where its list has it from.
    pub source: Option<String>,
    /// The path of the option.
    pub option: String,
    /// The option as a piece of the scenario to be pasted, with where its prices come from.
    pub yaml: String,
}

/// Prices of an hour; what nobody states is `null`, and never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferPrices {
    /// On demand.
    pub on_demand: Option<Ratio>,
    /// On spot.
    pub spot: Option<Ratio>,
    /// Committed for a year.
    pub committed_1_year: Option<Ratio>,
    /// Committed for three years.
    pub committed_3_years: Option<Ratio>,
}

/// Instances that are committed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferCommitment {
    /// Months of a term.
    pub months: u32,
    /// How many.
    pub instances: u32,
}

/// Why fewer offers are ranked than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unranked {
    /// To prove which comes next takes more than may be worked out.
    TooMuch,
}

/// Offers that are left out for one reason.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OffersLeftOut {
    /// Why.
    #[serde(flatten)]
    pub because: WhyLeftOut,
    /// How many.
    pub offers: u32,
    /// Whether the numbers of the reason are those of the first of them.
    #[serde(skip)]
    pub differ: bool,
}

/// Why offers are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyLeftOut {
    /// Nobody says what their accelerators do against the reference.
    Throughput {
        /// What they are called.
        accelerator: String,
    },
    /// Their price is of accelerators without the host.
    AcceleratorsAlone,
    /// They have no whole number of accelerators.
    Slice,
    /// They have no price on demand.
    NotOnDemand,
    /// Their currency has no exchange rate in the scenario.
    Currency(String),
    /// They have a price of 0, by which lists mostly mean that it is not known.
    PriceOfZero,
    /// Their price is none that a scenario may state.
    Price,
    /// A figure of their option has no value.
    NoValue,
    /// Their option may not be chosen, or does not do the work.
    CannotWin(CannotWin),
    /// Their option is not possible.
    Impossible(Impossible),
}

/// What wins as the scenario is stated.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScanWinner {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub option: String,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Its present value.
    pub present_value: Amount,
    /// By how much the cheapest offer is below that; below 0 where it is above.
    pub saving: Option<Amount>,
}

/// What came of the search for a mix.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum MixFound {
    /// There is nothing to own, or no offer.
    Nothing,
    /// No mix with nodes of one's own costs less than the cheapest offer for everything.
    NoneCheaper {
        /// Options to own of which no mix is possible, each with the reason.
        not_planned: Vec<OwnNotPlanned>,
    },
    /// One does.
    Cheaper {
        /// The cheapest of all.
        cheapest: Box<MixedOffer>,
    },
    /// To prove which is the cheapest takes more than may be worked out.
    TooMuch,
}

/// An option to own that is in no mix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnNotPlanned {
    /// `own.NAME`.
    pub option: String,
    /// Why.
    pub because: NotPlanned,
}

/// The cheapest mix.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MixedOffer {
    /// Who offers what is rented in it.
    pub provider: Option<String>,
    /// The instance.
    pub instance: Option<String>,
    /// Where it runs.
    pub region: Option<String>,
    /// When its prices were prices, where the list says it.
    pub as_of: Option<String>,
    /// How many days before the day from which ages are counted that is, at least; below 0 where it is after it.
    pub age_days: Option<i32>,
    /// The option of the offer as a piece of the scenario to be pasted; the plan says the instances of its commitments.
    pub option_yaml: String,
    /// The mix, as `plan` says it of the scenario with that option.
    pub plan: PairPlan,
}

impl MixedOffer {
    /// Whether anything of the offer is rented in it.
    #[must_use]
    pub fn rents(&self) -> bool {
        self.plan.costs.iter().any(|cost| cost.of != CostOf::Owned && !cost.present_value.is_zero())
    }
}

impl WhyLeftOut {
    /// What the rules say against an option.
    pub(super) fn refused(rejected: Rejected) -> WhyLeftOut {
        let found = rejected.diagnostics.into_iter().next();
        found.map_or(WhyLeftOut::NoValue, |finding| WhyLeftOut::Impossible(Impossible::Refused(Box::new(finding))))
    }

    /// Whether it is the same reason, of which numbers may differ from offer to offer.
    pub(super) fn is_alike(&self, other: &WhyLeftOut) -> bool {
        match (self, other) {
            (WhyLeftOut::Impossible(one), WhyLeftOut::Impossible(other)) => one.code() == other.code(),
            (WhyLeftOut::CannotWin(one), WhyLeftOut::CannotWin(other)) => are_alike(one, other),
            (one, other) => one == other,
        }
    }

    /// Whether it says where an option stands.
    pub(super) fn names_a_place(&self) -> bool {
        matches!(self, WhyLeftOut::CannotWin(CannotWin::Ineligible(why)) if matches!(why.lacks, Lacks::Location { .. }))
    }

    /// Its name for programs.
    fn name(&self) -> &'static str {
        match self {
            WhyLeftOut::Throughput { .. } => "throughput_unknown",
            WhyLeftOut::AcceleratorsAlone => "accelerators_alone",
            WhyLeftOut::Slice => "slice",
            WhyLeftOut::NotOnDemand => "no_price_on_demand",
            WhyLeftOut::Currency(_) => "no_exchange_rate",
            WhyLeftOut::PriceOfZero => "price_of_zero",
            WhyLeftOut::Price => "price",
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

written_as! {
    WhyLeftOut => WrittenWhy<'_>;
}

/// Why offers are left out.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenWhy<'a> {
    /// The kind of reason.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [
        "throughput_unknown", "accelerators_alone", "slice", "no_price_on_demand", "no_exchange_rate", "price_of_zero", "price",
        "no_value", "requires", "not_comparable", "not_possible",
    ])))]
    reason: &'static str,
    /// The accelerators, where nobody says what they do.
    accelerator: Option<&'a str>,
    /// The currency, where it has no exchange rate.
    currency: Option<&'a str>,
    /// What the option lacks, in a sentence; of several offers what the first lacks.
    cannot_win_because: Option<&'a CannotWin>,
    /// Why it is not possible, in a sentence; of several offers why the first is not.
    impossible_because: Option<&'a Impossible>,
}

impl<'a> From<&'a WhyLeftOut> for WrittenWhy<'a> {
    fn from(why: &'a WhyLeftOut) -> WrittenWhy<'a> {
        let nothing = WrittenWhy {
            reason: why.name(),
            accelerator: None,
            currency: None,
            cannot_win_because: None,
            impossible_because: None,
        };
        match why {
            WhyLeftOut::Throughput { accelerator } => WrittenWhy { accelerator: Some(accelerator), ..nothing },
            WhyLeftOut::Currency(code) => WrittenWhy { currency: Some(code), ..nothing },
            WhyLeftOut::CannotWin(why) => WrittenWhy { cannot_win_because: Some(why), ..nothing },
            WhyLeftOut::Impossible(why) => WrittenWhy { impossible_because: Some(why), ..nothing },
            WhyLeftOut::AcceleratorsAlone
            | WhyLeftOut::Slice
            | WhyLeftOut::NotOnDemand
            | WhyLeftOut::PriceOfZero
            | WhyLeftOut::Price
            | WhyLeftOut::NoValue => nothing,
        }
    }
}

/// A count as results state it.
pub(super) fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
