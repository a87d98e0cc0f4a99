//! An offer as a rented option: keys from the offer, and keys copied from a template option.

use super::LikeOption;
use super::candidates::Candidate;
use super::paste::PriceSource;
use super::shape::{Priced, Shape, memory_gib};
use super::throughput::Throughputs;
use crate::analysis::plan::variant::keep_only;
use crate::catalog::{Offer, OfferListed, PriceList, age_in_days, is_old, last_day};
use crate::demand::trace::Traces;
use crate::model::OptionId;
use crate::scenario::document::{Document, Entry, NodeId, Origin};
use crate::scenario::rent::Rent;
use crate::scenario::tokens::state_references;
use crate::scenario::{Date, Loaded, Rejected, as_name};
use rust_decimal::Decimal;

/// Keys of an option that belong to its vendor's instances and prices. They are taken from the offer or left out; all other
/// keys are copied, since the same work needs and costs the same.
pub(super) const OF_THE_OFFER: &[&str] = &[
    "label",
    "accelerator",
    "location",
    "accelerator_memory_gib",
    "cpu_cores_per_accelerator",
    "ram_gib_per_accelerator",
    "nvme_tb_per_accelerator",
    "relative_throughput",
    "token_throughput",
    "replica_accelerators",
    "max_instances",
    "burst_to",
    "accelerators_per_instance",
    "on_demand_per_instance_hour",
    "on_demand_per_accelerator_hour",
    "dedicated_per_instance_month",
    "dedicated_per_accelerator_month",
    "price_per_unit",
    "price_per_million_tokens",
    "minimum_term_months",
    "discount",
    "price_path",
    "commitments",
    "power_kw",
    "pue",
    "carbon_kg_per_kwh",
];
/// Price keys of spot.
const SPOT_PRICES: &[&str] = &["discount", "per_instance_hour", "per_accelerator_hour", "price_path"];
/// Key of spot instances.
const SPOT: &str = "spot";
/// Most characters of a name.
const LONGEST_NAME: usize = 48;

/// Converts offers to options of a scenario.
#[derive(Clone, Copy, Debug)]
pub(super) struct AsOption<'a> {
    pub loaded: &'a Loaded,
    pub traces: &'a Traces,
    /// Template option.
    pub like: Option<&'a Entry<Rent>>,
    pub lists: &'a [PriceList],
    pub offers: &'a [Offer],
    pub throughputs: &'a Throughputs,
    /// Day from which ages are counted.
    pub today: Option<Date>,
    /// Age in days above which a price is old.
    pub max_price_age_days: u32,
}

/// An offer's option to add to a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfferOption<'a> {
    pub candidate: &'a Candidate,
    pub priced: Priced,
    /// Instances of each commitment; `None` leaves the commitment out.
    pub committed: &'a [Option<u32>],
}

impl<'a> AsOption<'a> {
    /// First offer of a candidate.
    pub(super) fn first(&self, candidate: &Candidate) -> &'a Offer {
        &self.offers[candidate.offers[0]]
    }

    /// Minimum age of an offer's prices in days.
    pub(super) fn age_days(&self, offer: &Offer) -> Option<i32> {
        age_in_days(offer.as_of.as_deref()?, self.today?)
    }

    /// Whether an offer's prices are old; `None` if their age is unknown.
    pub(super) fn is_old(&self, offer: &Offer) -> Option<bool> {
        is_old(self.age_days(offer), self.max_price_age_days)
    }

    /// Unique name of the option: provider, instance and region.
    pub(super) fn name(&self, candidate: &Candidate) -> String {
        let offer = self.first(candidate);
        let parts = [offer.provider.as_deref(), offer.instance.as_deref(), offer.place()];
        let offer_name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let name: String = as_name(&offer_name).chars().take(LONGEST_NAME).collect();
        let name = name.trim_end_matches('-').to_owned();
        let is_taken = |name: &str| name == "wait" || self.loaded.scenario.rent.get(name).is_some();
        let others = (2..).map(|number| format!("{name}-{number}"));
        std::iter::once(name.clone()).chain(others).find(|name| !is_taken(name)).unwrap_or(name)
    }

    /// Source of an offer's prices.
    pub(super) fn source(&self, offer: &Offer) -> PriceSource {
        let from = match offer.listed {
            OfferListed::Catalog => offer.source.clone().unwrap_or_default(),
            OfferListed::Read { list, line } => {
                let PriceList { name, sha256, .. } = &self.lists[list];
                let quoted = offer.source.as_ref().map(|source| format!("{source}, ")).unwrap_or_default();
                format!("{quoted}{name} line {line}, sha256 {}", sha256.get(..8).unwrap_or(sha256))
            }
        };
        let as_of = offer.as_of.as_deref();
        let is_day = as_of.is_none_or(|as_of| Date::parse(as_of).is_ok());
        let of = as_of.filter(|_| !is_day).map(|as_of| format!(", of {as_of}")).unwrap_or_default();
        PriceSource { from: format!("{from}{of}"), date: as_of.and_then(last_day) }
    }

    /// The scenario with the option added.
    pub(super) fn with_option(&self, name: &str, written: OfferOption<'_>) -> Result<Loaded, Rejected> {
        self.loaded.again(|document| self.write(document, name, written))
    }

    /// The scenario with that option only.
    pub(super) fn alone(&self, name: &str, written: OfferOption<'_>) -> Result<Loaded, Rejected> {
        self.loaded.again(|document| {
            state_references(document);
            self.write(document, name, written);
            document.remove_at("own");
            keep_only(document, "own", |rent| rent == name);
        })
    }

    fn write(
        &self,
        document: &mut Document,
        name: &str,
        OfferOption { candidate, priced, committed }: OfferOption<'_>,
    ) {
        let option = OptionId::rent(name);
        if document.find("rent").is_none() {
            document.set_part("rent");
        }
        document.set_part(option.as_str());
        self.write_offer(document, &option, candidate);
        let Candidate { shape, prices, .. } = candidate;
        let money = |price: Option<Decimal>| self.money(price.unwrap_or_default(), shape);
        document.set_at(&option.path("on_demand_per_instance_hour"), &money(prices.on_demand));
        let of = [
            prices.committed_1_year.filter(|_| priced.one_year),
            prices.committed_3_years.filter(|_| priced.three_years),
        ];
        let commitments = priced.commitments().zip(of.into_iter().flatten()).zip(committed);
        let commitments: Vec<_> =
            commitments.filter_map(|((one, price), count)| Some((one, price, (*count)?))).collect();
        if !commitments.is_empty() {
            document.set_part(&option.path("commitments"));
        }
        for (one, price, instances) in commitments {
            let path = option.path(&format!("commitments.{}", one.name));
            document.set_part(&path);
            document.set_at(&format!("{path}.instances"), &instances.to_string());
            document.set_at(&format!("{path}.per_instance_hour"), &money(Some(price)));
            document.set_at(&format!("{path}.term_months"), &one.months.to_string());
            if self.renews(one.months) {
                document.set_at(&format!("{path}.renew"), "true");
            }
        }
        self.take_over(document, &option, priced);
        if priced.spot {
            document.set_at(&option.path(&format!("{SPOT}.per_instance_hour")), &money(prices.spot));
        }
    }

    /// Sets the keys that describe the instance.
    fn write_offer(&self, document: &mut Document, option: &OptionId, candidate: &Candidate) {
        let (offer, shape) = (self.first(candidate), &candidate.shape);
        document.set_at(&option.path("accelerator"), &offer.accelerator);
        if let Some(location) = shape.location.as_deref().or(offer.place()) {
            document.set_at(&option.path("location"), location);
        }
        if let Some(memory) = memory_gib(offer) {
            document.set_at(&option.path("accelerator_memory_gib"), &memory.to_string());
        }
        let taken = self.throughputs.get(shape.throughput);
        match &taken.option {
            None => document.set_at(&option.path("relative_throughput"), &taken.relative_throughput),
            Some(other) => {
                for key in ["relative_throughput", "token_throughput"] {
                    // a default there is a default here
                    let stated = document.find(&other.path(key));
                    let copied = stated.map(|stated| document.set_copy(&option.path(key), stated));
                    debug_assert!(copied != Some(None), "an option that was begun has room");
                }
            }
        }
        document.set_at(&option.path("accelerators_per_instance"), &shape.accelerators.to_string());
    }

    /// Copies the keys of the template option.
    fn take_over(&self, document: &mut Document, option: &OptionId, priced: Priced) {
        let Some(like) = self.like else { return };
        let of: Vec<NodeId> = document.children(like.at).to_vec();
        for node in of {
            let key = document.key(node).to_owned();
            if OF_THE_OFFER.contains(&key.as_str()) || (key == SPOT && !priced.spot) {
                continue;
            }
            document.set_copy(&option.path(&key), node);
            if key == SPOT {
                for price in SPOT_PRICES {
                    document.remove_at(&option.path(&format!("{SPOT}.{price}")));
                }
            }
        }
    }

    /// A price in scenario notation, with its currency if that is not the scenario's.
    fn money(&self, price: Decimal, shape: &Shape) -> String {
        let own = self.loaded.scenario.currency.value.code();
        let price = price.normalize();
        if shape.currency == own { price.to_string() } else { format!("{price} {}", shape.currency) }
    }

    /// Whether a commitment renews: if its terms fill the horizon exactly, so that none is paid in part.
    fn renews(&self, months: u32) -> bool {
        let horizon = self.loaded.scenario.horizon_months.value.count();
        horizon > months && horizon.is_multiple_of(months)
    }
}

/// Keys that are copied from the template option.
pub(super) fn taken_over(like: &Entry<Rent>, document: &Document) -> LikeOption {
    let keys = document.children(like.at).iter().filter(|key| document.origin(**key) != Origin::Assumed);
    let keys: Vec<String> = keys.map(|key| document.key(*key).to_owned()).collect();
    let (own, taken): (Vec<String>, Vec<String>) =
        keys.into_iter().partition(|key| OF_THE_OFFER.contains(&key.as_str()));
    LikeOption { option: OptionId::rent(&like.name), taken_over: taken, not_taken_over: own }
}
