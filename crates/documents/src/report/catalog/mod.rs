//! Facts of the catalog, and offers and prices of APIs from price lists: a table per kind, JSON (`rackrent.catalog/1`), and CSV with a row per figure.

mod data;
mod json;
mod page;
mod tables;
mod throughput;

#[cfg(feature = "schema")]
pub(super) use json::FactsJson;
pub use throughput::FoundThroughput;
#[cfg(feature = "schema")]
pub(super) use throughput::ThroughputJson;

use super::Report;
use super::page::Page;
use crate::catalog::{
    ApiPrice, ApiPriceList, FactSource, FactsFound, ModelLeftOut, Offer, PriceList, age_in_days, fact_sources, is_old,
    pasted_prices, sources_named,
};
use crate::scenario::Date;
use std::io::{self, Write};

/// Facts of the catalog, and offers of price lists, that match a query.
#[derive(Debug)]
pub struct FoundFacts {
    /// The search words.
    pub query: String,
    /// The date of the query, if given.
    pub today: Option<Date>,
    /// The age in days above which a price is old.
    pub max_price_age_days: u32,
    /// The matching facts.
    pub found: FactsFound,
    /// The price lists of rentals read in addition to the catalog.
    pub lists: Vec<PriceList>,
    /// The price lists of APIs read in addition to the catalog.
    pub api_lists: Vec<ApiPriceList>,
    /// The models that these lists leave out and that match the query.
    pub left_out: Vec<ModelLeftOut>,
}

impl FoundFacts {
    /// The minimum age of a price in days; `None` without a date of the query.
    fn age_days(&self, as_of: Option<&str>) -> Option<i32> {
        age_in_days(as_of?, self.today?)
    }

    /// Whether a price is old; `None` if its age is unknown.
    fn is_old(&self, as_of: Option<&str>) -> Option<bool> {
        is_old(self.age_days(as_of), self.max_price_age_days)
    }

    /// The sources of the matching catalog rows, by name.
    fn sources(&self) -> Vec<&'static FactSource> {
        let found = &self.found;
        let accelerators =
            found.accelerators.iter().flat_map(|row| [Some(&*row.spec_source), row.price_source.as_deref()]);
        let servers = found.servers.iter().flat_map(|row| [row.spec_source.as_deref(), row.price_source.as_deref()]);
        let sources = accelerators.chain(servers).flatten();
        let sources = sources.chain(found.measures.iter().map(|row| &*row.source));
        let sources = sources.chain(found.rates.iter().map(|row| &*row.source));
        let offers = found.offers.iter().filter(|offer| offer.grade.is_some());
        let sources = sources.chain(offers.filter_map(|offer| offer.source.as_deref()));
        let api_prices = found.api_prices.iter().filter_map(|price| price.source.as_deref());
        let named: Vec<&str> = sources.chain(api_prices).collect();
        let mut of: Vec<&FactSource> = Vec::new();
        for source in named.into_iter().flat_map(sources_named) {
            if !of.iter().any(|known| known.name == source.name) {
                of.push(source);
            }
        }
        fact_sources().iter().filter(|source| of.iter().any(|known| known.name == source.name)).collect()
    }

    /// YAML of the prices of APIs; `None` if there are none, or too many.
    fn paste(&self) -> Option<Vec<String>> {
        pasted_prices(&self.found.api_prices, &self.api_lists)
    }

    /// The price list of a price of an API; `None` for one of the catalog.
    fn api_list_of(&self, price: &ApiPrice) -> Option<&ApiPriceList> {
        self.api_lists.get(price.list?)
    }

    /// The price list and the line of an offer; `None` for an offer of the catalog.
    fn list_of(&self, offer: &Offer) -> Option<(&PriceList, u64)> {
        match offer.listed {
            crate::catalog::OfferListed::Catalog => None,
            crate::catalog::OfferListed::Read { list, line } => Some((self.lists.get(list)?, line)),
        }
    }
}

impl Report for FoundFacts {
    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }
}
