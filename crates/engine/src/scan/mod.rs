//! Price lists against a scenario: every offer that can serve its demand as an additional option, ranked by present value, and
//! the cheapest mix of an owned option and an offer.
//!
//! An offer becomes an option by copying a rented option of the scenario: needs and other costs stay the same; prices,
//! instance, accelerators and location are those of the offer (`as_option`). Offers whose options differ only by prices have
//! one shape and share one sheet, in which prices vary (`offer_search`).
//!
//! The cost of an offer is that of the cheapest mix of its own prices, as in `plan`: instances committed for one or three years,
//! the rest on demand, flexible work on spot if that is cheaper. Regions of mixes of all offers are searched in the order of
//! their lower bounds, so that the cheapest offers are found first, and offers beyond the requested number are evaluated only
//! as far as the proof needs.

mod as_option;
mod candidates;
mod merged;
mod mixed;
mod offer_search;
mod paste;
mod ranked;
mod result;
mod shape;
mod throughput;

pub use result::{
    LikeOption, ListScanned, MixFound, MixedOffer, OfferCommitment, OffersLeftOut, RankedOffer, Scan, ScanWinner,
    Unranked, WhyLeftOut,
};
pub use throughput::{TakenThroughput, ThroughputArgument, UnusedFactor};

use crate::analysis::{BudgetMultiple, header};
use crate::catalog::{Offer, OfferListed, PriceList, age_in_days};
use crate::demand::trace::Traces;
use crate::scenario::document::Entry;
use crate::scenario::rent::{Rent, Tariff};
use crate::scenario::{Date, Loaded, Scenario, nearest};
use crate::variation::{Decision, Variation};
use as_option::AsOption;
use candidates::TooOld;
use offer_search::OfferSearch;
use result::count;
use shape::Needs;
use std::num::NonZeroUsize;
use throughput::{Throughputs, contradicting};

/// Request for a scan.
#[derive(Clone, Debug)]
pub struct ScanRequest {
    /// Template option, by its name with or without `rent.`; `None` for the first option that rents instances.
    pub like: Option<String>,
    /// Relative throughputs, in addition to those of the scenario's options.
    pub factors: Vec<ThroughputArgument>,
    /// Number of offers to rank.
    pub top: NonZeroUsize,
    /// Day from which ages are counted; `None` for the date of the scenario's prices.
    pub today: Option<Date>,
    /// Age in days above which a price is marked as old.
    pub max_price_age_days: u32,
    /// Age in days above which an offer is left out, and so is one without a date; `None` for none.
    pub max_age: Option<u32>,
    /// Work budget.
    pub effort: BudgetMultiple,
}

impl ScanRequest {
    /// Default number of ranked offers.
    pub const USUAL_TOP: NonZeroUsize = NonZeroUsize::new(10).expect("it is not zero");
}

/// Reason why nothing is ranked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotScanned {
    /// No rented option has the name.
    NoSuchOption {
        /// Given name.
        name: String,
        /// Suggested name.
        near: Option<String>,
        /// All rented options.
        options: Vec<String>,
    },
    /// There are no offers.
    NoOffers {
        /// Rows of the lists after their headers, all of them hosts.
        rows: u64,
    },
    /// A maximum age without a day from which ages are counted.
    NoToday,
    /// Two factors, as given, for the same accelerators.
    Contradicting(String, String),
}

/// Work budget for the ranking, and again for the mix: about four seconds on one core.
const MOST_FOR_SCAN: usize = 40_000_000;

/// Ranks offers as options of a scenario; `lists` are their price lists, empty for the catalog.
///
/// # Errors
/// If there are no offers, no template option, or two factors for the same accelerators.
pub fn scan(
    (loaded, traces): (&Loaded, &Traces),
    (lists, offers): (&[PriceList], Vec<Offer>),
    request: &ScanRequest,
) -> Result<Scan, NotScanned> {
    if offers.is_empty() {
        return Err(NotScanned::NoOffers { rows: lists.iter().map(|list| list.rows).sum() });
    }
    if let Some((one, other)) = contradicting(&request.factors) {
        return Err(NotScanned::Contradicting(one, other));
    }
    let read = offers.len();
    let today = request.today.or(loaded.scenario.date.as_ref().map(|day| day.value));
    let too_old = match request.max_age {
        Some(max_days) => Some(TooOld { today: today.ok_or(NotScanned::NoToday)?, max_days }),
        None => None,
    };
    let of_list = |(number, list)| scanned((number, list), &offers, loaded, today);
    let lists_read = lists.iter().enumerate().map(of_list).collect();
    let like = like(&loaded.scenario, request.like.as_deref())?;
    let offers = merged::merged(offers);
    let throughputs = Throughputs::of(loaded, &request.factors, like);
    let needs = Needs::of(&loaded.scenario, like.map(|like| &like.value));
    let (candidates, mut left_out) = candidates::candidates(&offers, &throughputs, &needs, too_old);
    let max_price_age_days = request.max_price_age_days;
    let options =
        AsOption { loaded, traces, like, lists, offers: &offers, throughputs: &throughputs, today, max_price_age_days };
    let mut contest = OfferSearch::new(&options, candidates, &mut left_out);
    let decision = Variation::of(loaded, traces).base_case();
    let most = request.effort.of(MOST_FOR_SCAN);
    let ranking = ranked::ranked(&options, &mut contest, &mut left_out, (request.top, most));
    let winner = ScanWinner::of(&decision, ranking.offers.first());
    let mix = mixed::mixed(&options, &contest, ranking.least, most);
    Ok(Scan {
        header: header(loaded),
        today: today.map(|day| day.to_string()),
        max_price_age_days,
        like: like.map(|like| as_option::taken_over(like, &loaded.document)),
        lists: lists_read,
        offers: count(read),
        throughputs_of_no_offer: throughputs.of_no_offer(&offers),
        evaluated: count(contest.offers()),
        left_out: left_out.sorted(),
        ranked: ranking.offers,
        unranked: ranking.unranked,
        winner,
        mix,
    })
}

/// Template option.
fn like<'a>(scenario: &'a Scenario, name: Option<&str>) -> Result<Option<&'a Entry<Rent>>, NotScanned> {
    let Some(name) = name else { return Ok(scenario.rent.iter().find(|entry| rents_instances(&entry.value))) };
    let bare = name.strip_prefix("rent.").unwrap_or(name);
    scenario.rent.get(bare).map(Some).ok_or_else(|| {
        let names = || scenario.rent.iter().map(|entry| entry.name.as_str());
        let near = nearest(bare, names()).map(|near| format!("rent.{near}"));
        let options = names().map(|name| format!("rent.{name}")).collect();
        NotScanned::NoSuchOption { name: name.to_owned(), near, options }
    })
}

fn rents_instances(rent: &Rent) -> bool {
    match rent.tariff() {
        Tariff::OnDemandInstance(_)
        | Tariff::OnDemandAccelerator(_)
        | Tariff::DedicatedInstance(_)
        | Tariff::DedicatedAccelerator(_) => true,
        Tariff::PerUnit(_) | Tariff::PerTokens(_) => false,
    }
}

/// A list with the age of its prices at the date of the scenario's prices and at the day from which ages are counted.
fn scanned((number, list): (usize, &PriceList), offers: &[Offer], loaded: &Loaded, today: Option<Date>) -> ListScanned {
    let decided = loaded.scenario.date.as_ref().map(|day| day.value);
    let is_of_it = |offer: &&Offer| match offer.listed {
        OfferListed::Catalog => false,
        OfferListed::Read { list, .. } => list == number,
    };
    let days = offers.iter().filter(is_of_it).filter_map(|offer| offer.as_of.as_ref());
    let oldest = days.min().filter(|_| list.as_of.is_none()).cloned();
    let as_of = list.as_of.as_ref().or(oldest.as_ref());
    let age = |day: Option<Date>| as_of.zip(day).and_then(|(as_of, day)| age_in_days(as_of, day));
    let (days_before_scenario, age_days) = (age(decided), age(today));
    ListScanned {
        name: list.name.clone(),
        sha256: list.sha256.clone(),
        as_of: list.as_of.clone(),
        oldest,
        days_before_scenario,
        age_days,
        rows: list.rows,
        offers: list.offers,
    }
}

impl ScanWinner {
    /// Winner of the base case, with the saving of the cheapest offer.
    fn of(decision: &Decision, cheapest: Option<&RankedOffer>) -> Option<ScanWinner> {
        let winner = decision.winning()?;
        let present_value = winner.present_value()?;
        let saving = cheapest.map(|offer| present_value - offer.present_value);
        Some(ScanWinner { option: winner.name.clone(), kind: winner.kind, present_value, saving })
    }
}
