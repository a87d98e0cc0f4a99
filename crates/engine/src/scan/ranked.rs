//! Ranking: the cheapest offers in order, each with the cheapest mix of its own prices.

use super::as_option::{AsOption, OfferOption};
use super::candidates::{AllLeftOut, Candidate};
use super::offer_search::OfferSearch;
use super::paste::pasted;
use super::result::{OfferCommitment, RankedOffer, Unranked, WhyLeftOut, count};
use super::shape::Shape;
use crate::analysis::plan::search::{Least, TooMuch};
use crate::catalog::{Offer, OfferListed};
use crate::model::OptionId;
use crate::parallel::on_all_cores;
use crate::variation::Variation;
use rust_decimal::Decimal;
use std::num::NonZeroUsize;

/// Result of a ranking.
#[derive(Debug)]
pub(super) struct Ranking {
    pub offers: Vec<RankedOffer>,
    pub unranked: Option<Unranked>,
    /// Present value of the cheapest offer.
    pub least: Option<Decimal>,
}

/// Ranks the requested number of offers.
pub(super) fn ranked(
    options: &AsOption<'_>,
    contest: &mut OfferSearch,
    left_out: &mut AllLeftOut,
    (top, most): (NonZeroUsize, usize),
) -> Ranking {
    let mut frontier = contest.field.frontier();
    let (mut found, mut unranked): (Vec<Least>, _) = (Vec::new(), None);
    while found.len() < top.get() {
        match frontier.least(&mut contest.field, None, most) {
            Ok(Some(least)) => {
                let candidate = contest.field.entries[least.entry].candidate;
                frontier.without(|entry| contest.field.entries[entry].candidate == candidate);
                found.push(least);
            }
            Ok(None) => break,
            Err(TooMuch) => {
                unranked = Some(Unranked::TooMuch);
                break;
            }
        }
    }
    let least = found.first().map(|least| least.present_value);
    let state = |least: &Least| {
        let offer = ranked_offer(options, contest.candidate(least.entry), contest.shape(least.entry), &least.point)?;
        debug_assert!(is_near(offer.present_value.into(), least.present_value), "the search has other prices");
        Ok(offer)
    };
    let stated: Vec<Result<RankedOffer, (WhyLeftOut, usize)>> = on_all_cores(&found, state);
    let mut offers = Vec::new();
    for stated in stated {
        match stated {
            Ok(offer) => offers.push(offer),
            Err((why, count)) => left_out.add(why, count),
        }
    }
    // the sum of rounded lines may differ by a cent from the rounded sum
    offers.sort_by_key(|offer| offer.present_value);
    for (rank, offer) in (1..).zip(&mut offers) {
        offer.rank = rank;
    }
    Ranking { offers, unranked, least }
}

/// Whether a sum of rounded lines matches a result of the search up to rounding.
pub(super) fn is_near(printed: Decimal, found: Decimal) -> bool {
    (printed - found).abs() <= Decimal::ONE_HUNDRED
}

/// Result of an offer as an option of the scenario, reloaded with its committed instances.
fn ranked_offer(
    options: &AsOption<'_>,
    candidate: &Candidate,
    shape: &Shape,
    point: &[u32],
) -> Result<RankedOffer, (WhyLeftOut, usize)> {
    let name = options.name(candidate);
    let committed: Vec<Option<u32>> = point.iter().map(|count| Some(*count).filter(|count| *count > 0)).collect();
    let written = OfferOption { candidate, priced: shape.priced, committed: &committed };
    let without = |why: WhyLeftOut| (why, candidate.offers.len());
    let loaded = options.alone(&name, written).map_err(|rejected| without(WhyLeftOut::refused(rejected)))?;
    let option = OptionId::rent(&name);
    let decision = Variation::of(&loaded, options.traces).base_case();
    let cost = decision
        .option(&option)
        .map_or(Err(WhyLeftOut::NoValue), |outcome| outcome.cost.clone().map_err(WhyLeftOut::Impossible));
    let cost = cost.map_err(without)?;
    let offer = options.first(candidate);
    let commitments = shape.priced.commitments().zip(point).filter(|(_, instances)| **instances > 0);
    let commitments = commitments.map(|(one, instances)| OfferCommitment { months: one.months, instances: *instances });
    Ok(RankedOffer {
        rank: 0,
        provider: offer.provider.clone(),
        instance: offer.instance.clone(),
        regions: regions(options, candidate),
        offers: count(candidate.offers.len()),
        accelerator: offer.accelerator_name(),
        accelerators_per_instance: shape.accelerators,
        currency: offer.currency.clone(),
        per_instance_hour: offer.per_hour,
        per_accelerator_hour: offer.per_accelerator_hour(),
        throughput: options.throughputs.get(shape.throughput).clone(),
        commitments: commitments.collect(),
        spot: shape.priced.spot,
        total: cost.total,
        present_value: cost.present_value,
        per_useful_hour: cost.per_useful_hour,
        list: listed(offer).map(|(list, _)| count(list)),
        line: listed(offer).map(|(_, line)| line),
        as_of: offer.as_of.clone(),
        age_days: options.age_days(offer),
        old: options.is_old(offer),
        marketplace: offer.is_of_marketplace(),
        source: offer.source.clone(),
        yaml: pasted(&loaded.document.written(), &name, &options.source(offer)),
        option,
    })
}

/// List of an offer and its line there.
fn listed(offer: &Offer) -> Option<(usize, u64)> {
    match offer.listed {
        OfferListed::Catalog => None,
        OfferListed::Read { list, line } => Some((list, line)),
    }
}

/// Distinct regions of the offers of a candidate.
fn regions(options: &AsOption<'_>, candidate: &Candidate) -> Vec<String> {
    let mut regions: Vec<String> = Vec::new();
    for region in candidate.offers.iter().filter_map(|at| options.offers[*at].place()) {
        if regions.iter().all(|known| known != region) {
            regions.push(region.to_owned());
        }
    }
    regions
}
