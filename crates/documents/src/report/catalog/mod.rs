//! Facts of the catalog, and offers of lists that were read: in tables for each kind, as JSON (`rackrent.catalog/1`), and as one
//! row for each figure.

mod data;
mod json;
mod page;
mod tables;

#[cfg(feature = "schema")]
pub(super) use json::WrittenFacts;

use super::Report;
use super::page::Page;
use crate::catalog::{FactSource, FactsFound, Offer, PriceList, fact_sources, sources_named};
use crate::scenario::Date;
use std::io::{self, Write};

/// What of the catalog, and of lists that were read, a question found.
#[derive(Debug)]
pub struct FoundFacts {
    /// The words of the question.
    pub query: String,
    /// The day on which it is asked, where that is said.
    pub today: Option<Date>,
    /// What was found.
    pub found: FactsFound,
    /// The lists that were read beside the catalog.
    pub lists: Vec<PriceList>,
}

impl FoundFacts {
    /// The sources that rows of the catalog among them name, by name.
    fn sources(&self) -> Vec<&'static FactSource> {
        let found = &self.found;
        let optional = |text: &'static Option<String>| text.as_deref();
        let accelerators =
            found.accelerators.iter().flat_map(|row| [Some(row.spec_source.as_str()), optional(&row.price_source)]);
        let servers = found.servers.iter().flat_map(|row| [optional(&row.spec_source), optional(&row.price_source)]);
        let stated = accelerators.chain(servers).flatten();
        let stated = stated.chain(found.measures.iter().map(|row| row.source.as_str()));
        let stated = stated.chain(found.rates.iter().map(|row| row.source.as_str()));
        let offers = found.offers.iter().filter(|offer| offer.grade.is_some());
        let named: Vec<&str> = stated.chain(offers.filter_map(|offer| offer.source.as_deref())).collect();
        let mut of: Vec<&FactSource> = Vec::new();
        for source in named.into_iter().flat_map(sources_named) {
            if !of.iter().any(|known| known.name == source.name) {
                of.push(source);
            }
        }
        fact_sources().iter().filter(|source| of.iter().any(|known| known.name == source.name)).collect()
    }

    /// The list that an offer was read from.
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
