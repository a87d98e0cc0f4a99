//! Source of the prices of an offer.

use super::error::RepriceError;
use crate::catalog::{ListKeeper, Offer, OfferListed, PriceList, last_day};
use crate::scenario::{Date, OptionId};

/// The row of a list from which prices were taken.
#[derive(Clone, Debug)]
pub(super) struct ListSource {
    /// Index of the list.
    pub list: usize,
    /// SHA-256 of the list.
    pub sha256: String,
    /// Day of the prices.
    pub date: Date,
    /// The offer and the list in words, for a file that cannot name the list by its path.
    pub words: String,
}

impl ListSource {
    /// Source of an offer.
    ///
    /// # Errors
    /// If its prices have no date.
    pub(super) fn of(id: &OptionId, offer: &Offer, lists: &[PriceList]) -> Result<ListSource, RepriceError> {
        let (list, line) = match offer.listed {
            OfferListed::Read { list, line } => (list, line),
            OfferListed::Catalog => (0, 0),
        };
        let (name, keeper, sha256) =
            lists.get(list).map_or(("", ListKeeper::Own, ""), |list| (&list.name, list.keeper, &list.sha256));
        let undated = || RepriceError::Undated { option: id.clone(), list: name.to_owned(), line, keeper };
        let date = offer.as_of.as_deref().and_then(last_day).ok_or_else(undated)?;
        let parts = [offer.provider.as_deref(), offer.instance.as_deref(), offer.place()];
        let named = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let quoted = offer.source.clone().map(|source| format!(", {source}")).unwrap_or_default();
        let words = format!("{named}{quoted}, {}, sha256 {sha256}", short(name, keeper));
        Ok(ListSource { list, sha256: sha256.to_owned(), date, words })
    }
}

/// Name of a list without the folders of a machine: `aws/vms.csv` for a list of SkyPilot, `offers.csv` for others.
fn short(name: &str, keeper: ListKeeper) -> String {
    let parts: Vec<&str> = name.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
    let last = match keeper {
        ListKeeper::Skypilot => 2,
        ListKeeper::Gpuhunt | ListKeeper::Own | ListKeeper::History => 1,
    };
    parts[parts.len().saturating_sub(last)..].join("/")
}
