//! Filter of offers that can be options, and grouping of offers that differ only by region.

use super::result::WhyLeftOut;
use super::shape::{Needs, Priced, Shape};
use super::throughput::Throughputs;
use crate::catalog::{HourlyPrices, Offer, OfferCovers, age_in_days, is_old};
use crate::scenario::Date;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeMap;

/// Offers of one instance at the same prices.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Indexes of the offers, in list order.
    pub offers: Vec<usize>,
    /// Shape of the option without spot.
    pub shape: Shape,
    /// Usable prices.
    pub prices: HourlyPrices,
}

/// Excluded offers by reason.
#[derive(Debug, Default)]
pub(super) struct AllLeftOut(Vec<Reason>);

/// A reason with the number of excluded offers.
#[derive(Debug)]
struct Reason {
    /// Reason for the first of them.
    because: WhyLeftOut,
    offers: usize,
    /// Whether the details differ between offers.
    differ: bool,
}

impl AllLeftOut {
    pub(super) fn add(&mut self, why: WhyLeftOut, offers: usize) {
        match self.0.iter_mut().find(|reason| reason.because.is_alike(&why)) {
            Some(reason) => {
                reason.offers += offers;
                reason.differ |= reason.because != why;
            }
            None => self.0.push(Reason { because: why, offers, differ: false }),
        }
    }

    /// Adds offers for which the details of the reason differ.
    pub(super) fn add_of_first(&mut self, why: &WhyLeftOut, offers: usize) {
        self.add(why.clone(), offers);
        for reason in self.0.iter_mut().filter(|reason| reason.because.is_alike(why)) {
            reason.differ = true;
        }
    }

    /// Reasons, most offers first; equal ones in order of first use.
    pub(super) fn sorted(self) -> Vec<super::OffersLeftOut> {
        let AllLeftOut(mut all) = self;
        all.sort_by_key(|reason| std::cmp::Reverse(reason.offers));
        let left_out =
            |Reason { because, offers, differ }| super::OffersLeftOut { because, offers: super::count(offers), differ };
        all.into_iter().map(left_out).collect()
    }
}

/// Grouping key of candidates.
type Alike<'a> = (Option<&'a str>, Option<&'a str>, String, Shape, [Option<Decimal>; 4]);

/// Maximum age of offers.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooOld {
    /// Day from which ages are counted.
    pub today: Date,
    pub max_days: u32,
}

impl TooOld {
    /// Reason to exclude an offer, if it is older or has no date.
    fn excludes(self, offer: &Offer) -> Option<WhyLeftOut> {
        let age = offer.as_of.as_deref().and_then(|as_of| age_in_days(as_of, self.today));
        match is_old(age, self.max_days) {
            Some(true) => Some(WhyLeftOut::TooOld { max_days: self.max_days }),
            Some(false) => None,
            None => Some(WhyLeftOut::Undated),
        }
    }
}

/// Candidates in the order of their first offers.
pub(super) fn candidates(
    offers: &[Offer],
    throughputs: &Throughputs,
    needs: &Needs,
    too_old: Option<TooOld>,
) -> (Vec<Candidate>, AllLeftOut) {
    let mut left_out = AllLeftOut::default();
    let mut known: BTreeMap<Alike<'_>, usize> = BTreeMap::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    for (number, offer) in offers.iter().enumerate() {
        let old = too_old.and_then(|too_old| too_old.excludes(offer));
        let (shape, prices) = match old.map_or_else(|| shaped(offer, throughputs, needs), Err) {
            Ok(shaped) => shaped,
            Err(why) => {
                left_out.add(why, 1);
                continue;
            }
        };
        let named = (offer.provider.as_deref(), offer.instance.as_deref(), offer.accelerator_name());
        let alike = (named.0, named.1, named.2, shape.clone(), prices.all());
        let at = *known.entry(alike).or_insert_with(|| {
            candidates.push(Candidate { offers: Vec::new(), shape, prices });
            candidates.len() - 1
        });
        candidates[at].offers.push(number);
    }
    (candidates, left_out)
}

/// Shape of an offer's option without spot, and its prices.
fn shaped(offer: &Offer, throughputs: &Throughputs, needs: &Needs) -> Result<(Shape, HourlyPrices), WhyLeftOut> {
    if offer.covers == OfferCovers::AcceleratorsAlone {
        return Err(WhyLeftOut::AcceleratorsAlone);
    }
    let whole = offer.accelerators.to_u32().filter(|count| Decimal::from(*count) == offer.accelerators);
    let Some(accelerators) = whole.filter(|count| *count > 0) else { return Err(WhyLeftOut::Slice) };
    let prices = needs.prices(offer.per_hour);
    if prices.on_demand.is_none() {
        return Err(WhyLeftOut::NotOnDemand);
    }
    if prices.all().contains(&Some(Decimal::ZERO)) {
        return Err(WhyLeftOut::PriceOfZero);
    }
    if !needs.has_currency(&offer.currency) {
        return Err(WhyLeftOut::Currency(offer.currency.clone()));
    }
    let Some(throughput) = throughputs.of_offer(offer) else {
        return Err(WhyLeftOut::Throughput { accelerator: offer.accelerator_name() });
    };
    let priced = Priced {
        spot: false,
        one_year: prices.committed_1_year.is_some(),
        three_years: prices.committed_3_years.is_some(),
    };
    let shape = Shape {
        accelerators,
        throughput,
        currency: offer.currency.clone(),
        priced,
        memory_gib: needs.memory(offer),
        location: needs.location(offer),
    };
    Ok((shape, prices))
}
