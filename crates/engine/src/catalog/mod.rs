//! Dated reference facts: what accelerators are, what they and servers are sold for, what clouds ask for them by the hour,
//! what sites and clouds charge beside that, what currencies were worth. Every row of the files in `data` names its source, the day on which it was
//! true and how good that source is; amounts are in USD unless a row says otherwise. A blank is not found, never zero.
//!
//! They are for orientation: bounds of what has been published, not prices to decide with. Prices of today are in lists that
//! others keep; these are read beside the catalog, and never shipped.

mod accelerator;
mod exchange_rate;
mod measure;
mod name;
mod offer;
mod price_list;
mod published;
mod read;
mod recognized;
mod rental;
mod search;
mod server;
mod source;

pub use accelerator::{Accelerator, accelerators};
pub use exchange_rate::{ReferenceRate, reference_rate, reference_rates};
pub use measure::{FactMeasure, MeasuredFact, measures};
pub use name::{Kinds, kinds};
pub use offer::{HourlyPrices, Offer, OfferCovers, OfferListed, age_in_days, catalog_offers, last_day};
pub use price_list::{ListAsked, ListFault, ListKeeper, MOST_BYTES, PriceList, RowFault, read_list};
pub use published::{Published, PublishedFigure};
pub use recognized::recognized;
pub use rental::{Precision, Rental, rentals};
pub use search::{FactKind, FactQuery, FactsFound, NothingFits};
pub use server::{Server, servers};
pub use source::{FactSource, SourceStatus, fact_sources, sources_named};

use serde::{Deserialize, Serialize};

/// How good the source of a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Grade {
    /// A primary source, or a dataset taken from one, with a date.
    A,
    /// A page or a dataset that quotes a primary source.
    B,
    /// Weak: one data point, a page that sells something, a date that is not known.
    C,
}

impl Grade {
    /// Whether the fact may be a bound of what has been published.
    #[must_use]
    pub fn is_sound(self) -> bool {
        match self {
            Grade::A | Grade::B => true,
            Grade::C => false,
        }
    }
}
