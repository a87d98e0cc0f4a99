//! Catalog of dated reference facts: specifications and prices of accelerators and servers, hourly prices of clouds, other
//! charges of sites and clouds, prices of APIs per million tokens, exchange rates, and measured throughput. Every row of the
//! files in `data` has a source, a date and a grade for the quality of that source; amounts are in USD unless a row has a
//! currency. A blank means unknown, never zero. The build script writes the rows as constants.
//!
//! The catalog is for orientation: it gives the range of published prices, not prices to decide with. Current prices are in
//! external price lists; they are read in addition to the catalog and are not shipped.

mod accelerator;
mod api_list;
mod api_price;
mod exchange_rate;
mod marketplace;
mod measure;
mod name;
mod offer;
mod pack;
mod price_list;
mod published;
mod read;
mod recognized;
mod rental;
mod search;
mod server;
mod source;
mod text;
mod throughput;

pub use accelerator::{Accelerator, accelerators};
pub use api_list::{
    ApiListEntry, ApiListKeeper, ApiPriceList, LeftOut, LeftOutReason, MOST_API_LIST_BYTES, ModelLeftOut, is_json,
    read_api_list,
};
pub use api_price::{ApiPrice, PricesPerMillionTokens, RequestLengths, catalog_api_prices, pasted_prices};
pub use exchange_rate::{ReferenceRate, reference_rate, reference_rates};
pub use marketplace::{Marketplace, is_marketplace, marketplaces};
pub use measure::{FactMeasure, MeasuredFact, measures};
pub use name::{Kinds, kinds};
pub use offer::{
    HourlyPrices, OLD_AFTER_DAYS, Offer, OfferCovers, OfferListed, age_in_days, catalog_offers, is_old, last_day,
};
pub use pack::{
    CatalogInUse, CatalogPack, MANIFEST, PackIdentity, SHIPPED_FILES, catalog_pack, manifest_text, shipped_version,
};
pub use price_list::{
    ListKeeper, ListRequest, MOST_BYTES, PriceList, PriceListError, RowError, read_dated_list, read_list,
};
pub use published::{Published, PublishedFigure};
pub use recognized::recognized;
pub use rental::{Precision, Rental, rentals};
pub use search::{FactKind, FactQuery, FactsFound, NoMatch};
pub use server::{Server, servers};
pub use source::{FactSource, SourceStatus, fact_sources, sources_named};
pub use text::CatalogText;
pub use throughput::{
    BenchmarkModel, BenchmarkRound, BenchmarkScenario, LatencyLimits, RatePiece, ThroughputResult, benchmark_models,
    benchmark_rounds, pasted_rate, throughput_results,
};

use serde::{Deserialize, Serialize};

/// Quality of the source of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Grade {
    /// A dated primary source, or a dataset derived from one.
    A,
    /// A page or a dataset that quotes a primary source.
    B,
    /// A weak source: a single data point, a sales page, or an unknown date.
    C,
}

impl Grade {
    /// Whether the fact may be used as a bound of published values.
    #[must_use]
    pub fn is_sound(self) -> bool {
        match self {
            Grade::A | Grade::B => true,
            Grade::C => false,
        }
    }
}
