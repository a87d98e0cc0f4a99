//! Price lists against a scenario: every offer that can do its work as one more option of it, ranked by present value, and the
//! cheapest mix of what is owned and the best of them.
//!
//! An offer becomes an option *as* one that the scenario has to rent: what runs there costs and needs the same, and the prices, the
//! instance, its accelerators and its place are those of the offer (`as_option`). Offers whose options differ by nothing but
//! prices have one shape, and one sheet: a price is a value that moves in it (`contest`).
//!
//! What an offer costs is what its cheapest mix of its own prices does, as `plan` searches for it: instances committed to for a
//! year or for three, the rest on demand, flexible work on spot where that is cheaper. Regions of mixes of all offers lie in one
//! search, in the order of what the present value is never below in them, so that offers come up cheapest first, and what lies
//! behind the last that is asked for is looked at no closer than it takes to prove that.

mod as_option;
mod candidates;
mod contest;
mod merged;
mod mixed;
mod paste;
mod ranked;
mod result;
mod shape;
mod throughput;

pub use result::{
    LikeOption, ListScanned, MixFound, MixedOffer, OfferCommitment, OfferPrices, OffersLeftOut, RankedOffer, Scan,
    ScanWinner, Unranked, WhyLeftOut,
};
pub use throughput::{StatedFactor, TakenThroughput, UnusedFactor};

use crate::analysis::{Effort, header};
use crate::catalog::{Offer, OfferListed, PriceList, age_in_days};
use crate::demand::trace::Traces;
use crate::scenario::document::Entry;
use crate::scenario::rent::{Rent, Tariff};
use crate::scenario::{Date, Loaded, Scenario, nearest};
use crate::variation::{Decision, Variation};
use as_option::AsOption;
use contest::Contest;
use result::count;
use shape::Needs;
use std::num::NonZeroUsize;
use throughput::{Throughputs, contradicting};

/// What is asked of price lists.
#[derive(Clone, Debug)]
pub struct ScanAsked {
    /// The option to rent that offers are taken as, by its name with or without `rent.`; none is the first that rents instances.
    pub like: Option<String>,
    /// What accelerators do, beside what the options of the scenario say.
    pub factors: Vec<StatedFactor>,
    /// As many offers are ranked.
    pub top: NonZeroUsize,
    /// The day from which ages are counted; none is that of the scenario's prices.
    pub today: Option<Date>,
    /// How much is worked out before a search is given up.
    pub effort: Effort,
}

impl ScanAsked {
    /// As many offers are ranked where nobody says how many.
    pub const USUAL_TOP: NonZeroUsize = NonZeroUsize::new(10).expect("it is not zero");
}

/// Why nothing is ranked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotScanned {
    /// No option to rent has the name, though one may have another that is near.
    NoSuchOption {
        /// The name.
        name: String,
        /// The one that may be meant.
        near: Option<String>,
        /// All that there are.
        options: Vec<String>,
    },
    /// There is no offer.
    NoOffers {
        /// Rows of the lists behind their headers, all of them hosts.
        rows: u64,
    },
    /// Two factors, as they were said, are of the same accelerators.
    Contradicting(String, String),
}

/// A price that is older than so many days may be gone: quotes are held for a month, and of 651 prices that Google Cloud posted for spot
/// instances from August 2022 to August 2026, 234 were others a month later.
pub const OLD_AFTER_DAYS: i32 = 45;

/// Numbers that may be worked out for a ranking, and as many for the mix: about four seconds of one core.
const MOST_FOR_SCAN: usize = 40_000_000;

/// Ranks offers as options of a scenario; `lists` are those that they were read from, none where they are the catalog's.
///
/// # Errors
/// If there is no offer, or no option to take them as, or two things are said of the same accelerators.
pub fn scan(
    (loaded, traces): (&Loaded, &Traces),
    (lists, offers): (&[PriceList], Vec<Offer>),
    asked: &ScanAsked,
) -> Result<Scan, NotScanned> {
    if offers.is_empty() {
        return Err(NotScanned::NoOffers { rows: lists.iter().map(|list| list.rows).sum() });
    }
    if let Some((one, other)) = contradicting(&asked.factors) {
        return Err(NotScanned::Contradicting(one, other));
    }
    let read = offers.len();
    let today = asked.today.or(loaded.scenario.date.as_ref().map(|day| day.value));
    let of_list = |(number, list)| scanned((number, list), &offers, loaded, today);
    let lists_read = lists.iter().enumerate().map(of_list).collect();
    let like = like(&loaded.scenario, asked.like.as_deref())?;
    let offers = merged::merged(offers);
    let throughputs = Throughputs::of(loaded, &asked.factors, like);
    let needs = Needs::of(&loaded.scenario, like.map(|like| &like.value));
    let (candidates, mut left_out) = candidates::candidates(&offers, &throughputs, &needs);
    let options = AsOption { loaded, traces, like, lists, offers: &offers, throughputs: &throughputs, today };
    let mut contest = Contest::new(&options, candidates, &mut left_out);
    let decision = Variation::of(loaded, traces).stated();
    let most = asked.effort.of(MOST_FOR_SCAN);
    let ranking = ranked::ranked(&options, &mut contest, &mut left_out, (asked.top, most));
    let winner = ScanWinner::of(&decision, ranking.offers.first());
    let mix = mixed::mixed(&options, &contest, ranking.least, most);
    Ok(Scan {
        header: header(loaded),
        today: today.map(|day| day.to_string()),
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

/// The option that offers are taken as.
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
        Tariff::PerUnit(_) => false,
    }
}

/// A list, and how old its prices are on the day of the scenario's and on that from which ages are counted.
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
    /// What wins as the scenario is stated, against the cheapest offer.
    fn of(decision: &Decision, cheapest: Option<&RankedOffer>) -> Option<ScanWinner> {
        let winner = decision.winning()?;
        let present_value = winner.present_value()?;
        let saving = cheapest.map(|offer| present_value - offer.present_value);
        Some(ScanWinner { option: winner.name.clone(), kind: winner.kind, present_value, saving })
    }
}
