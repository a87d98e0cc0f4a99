//! Facts of the catalog and offers of price lists: a table per kind, JSON (`rackrent.catalog/1`), and CSV with a row per figure.

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
use crate::catalog::{FactSource, FactsFound, Offer, PriceList, fact_sources, sources_named};
use crate::scenario::Date;
use std::io::{self, Write};

/// Facts of the catalog, and offers of price lists, that match a query.
#[derive(Debug)]
pub struct FoundFacts {
    /// The search words.
    pub query: String,
    /// The date of the query, if given.
    pub today: Option<Date>,
    /// The matching facts.
    pub found: FactsFound,
    /// The price lists read in addition to the catalog.
    pub lists: Vec<PriceList>,
}

impl FoundFacts {
    /// The sources of the matching catalog rows, by name.
    fn sources(&self) -> Vec<&'static FactSource> {
        let found = &self.found;
        let optional = |text: &'static Option<String>| text.as_deref();
        let accelerators =
            found.accelerators.iter().flat_map(|row| [Some(row.spec_source.as_str()), optional(&row.price_source)]);
        let servers = found.servers.iter().flat_map(|row| [optional(&row.spec_source), optional(&row.price_source)]);
        let sources = accelerators.chain(servers).flatten();
        let sources = sources.chain(found.measures.iter().map(|row| row.source.as_str()));
        let sources = sources.chain(found.rates.iter().map(|row| row.source.as_str()));
        let offers = found.offers.iter().filter(|offer| offer.grade.is_some());
        let named: Vec<&str> = sources.chain(offers.filter_map(|offer| offer.source.as_deref())).collect();
        let mut of: Vec<&FactSource> = Vec::new();
        for source in named.into_iter().flat_map(sources_named) {
            if !of.iter().any(|known| known.name == source.name) {
                of.push(source);
            }
        }
        fact_sources().iter().filter(|source| of.iter().any(|known| known.name == source.name)).collect()
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
