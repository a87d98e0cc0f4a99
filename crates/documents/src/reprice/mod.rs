//! Price update: hourly prices of rented options from offers of price lists, written into the text of a scenario and of the files
//! that it extends. All other bytes stay.

mod choice;
mod error;
mod prices;
mod rewritten;
mod source;

pub use choice::{NoOffer, OfferChoice, OfferRequest};
pub use error::RepriceError;
pub use prices::{KeptBecause, KeptPrice, RepricedPrice};
pub use rewritten::RewrittenFile;

use crate::amount::Ratio;
use crate::analysis::statement::Header;
use crate::analysis::{header, rented};
use crate::catalog::{Offer, OfferListed, PriceList};
use crate::scenario::{Date, Loaded, OptionId};
use prices::TakenPrice;
use rewritten::Texts;
use serde::Serialize;
use source::ListSource;

/// Hourly prices of rented options that were taken from price lists.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Repricing {
    /// Settings of the scenario before the update.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Price lists.
    pub lists: Vec<PriceList>,
    /// Whether the files were written; otherwise nothing has changed yet.
    pub written: bool,
    /// Options with the offer whose prices they take.
    pub options: Vec<RepricedOption>,
    /// The `date` of the scenario, if a price of a later day moves it; null if it stays.
    pub date: Option<MovedDate>,
    /// Files with changes, by their paths.
    pub files: Vec<RewrittenFile>,
}

/// A rented option with the offer whose prices it takes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepricedOption {
    /// `rent.NAME`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub option: OptionId,
    /// The offer.
    pub offer: TakenOffer,
    /// Whether the option names its accelerator, so that it was compared with that of the offer.
    pub same_accelerator: bool,
    /// Hourly prices that the offer has.
    pub prices: Vec<RepricedPrice>,
    /// Prices that stay as they are, with the reason.
    pub kept: Vec<KeptPrice>,
}

/// An offer of a price list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakenOffer {
    /// Provider; null if the list does not give it.
    pub provider: Option<String>,
    /// Instance; null if the list does not give it.
    pub instance: Option<String>,
    /// Region; null if the list does not give it.
    pub region: Option<String>,
    /// Accelerator, by its name in the catalog if it is unambiguous.
    pub accelerator: String,
    /// Accelerators of an instance.
    pub accelerators: Ratio,
    /// Currency code.
    pub currency: String,
    /// Day of the prices.
    pub date: String,
    /// Path of the list as given.
    pub list: String,
    /// Line of the row; of several rows with these prices the first.
    pub line: u64,
}

/// A date that is moved.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovedDate {
    /// Day before.
    pub before: String,
    /// Day after: that of the latest price.
    pub after: String,
}

/// Path of a list, relative to the folder of a file that names it as a source; `None` if the file cannot name it.
pub type ListPath<'a> = &'a dyn Fn(&str, usize) -> Option<String>;

/// Takes the prices of offers over into the texts of a scenario, without writing a file. `choices` have seen every offer of the
/// lists; `path_of` is the path of a list (by index) from a file (by name).
///
/// # Errors
/// If an option is not rented by the hour, no offer or several have the words, the offer is one of other accelerators or has no
/// date, a text cannot be changed in place, or the scenario is not valid with the new prices.
pub fn reprice(
    loaded: &Loaded,
    lists: Vec<PriceList>,
    choices: &[OfferChoice],
    path_of: ListPath<'_>,
) -> Result<Repricing, RepriceError> {
    let mut texts = Texts::of(loaded);
    let (mut options, mut latest): (Vec<RepricedOption>, Option<Date>) = (Vec::new(), None);
    for choice in choices {
        let (id, rent) = rented(&loaded.scenario, choice.option())?;
        let stated = prices::stated(&id, rent)?;
        let offer = choice.offer(&stated).map_err(|why| RepriceError::NoOffer { option: id.clone(), why })?;
        let same_accelerator = prices::of_same_instance(&id, rent, &offer)?;
        let source = ListSource::of(&id, &offer, &lists)?;
        let (mut taken, mut newer) = (Vec::new(), Vec::new());
        for price in stated.iter().filter_map(|price| TakenPrice::of(price, &offer)) {
            let is_changed = price.is_changed(loaded);
            if is_changed && price.sourced(loaded) > Some(source.date) {
                newer.push(KeptPrice { path: price.path, because: KeptBecause::NewerSource });
                continue;
            }
            if is_changed {
                texts.write_price(&price)?;
            }
            if texts.write_source(&price, &source, path_of, is_changed)? {
                latest = latest.max(Some(source.date));
            }
            taken.push(price.report(loaded));
        }
        let kept = newer.into_iter().chain(prices::kept(&id, rent, &stated, &offer)).collect();
        options.push(RepricedOption {
            option: id,
            offer: taken_offer(&offer, &source, &lists),
            same_accelerator,
            prices: taken,
            kept,
        });
    }
    let date = moved_date(loaded, latest).filter(|_| texts.may_move_date());
    if let Some((before, after)) = date {
        texts.write_date(before, after)?;
    }
    let date = date.map(|(before, after)| MovedDate { before: before.to_string(), after: after.to_string() });
    let files = texts.checked()?;
    Ok(Repricing { header: header(loaded), lists, written: false, options, date, files })
}

/// The scenario's date before and after, if a price is of a later day.
fn moved_date(loaded: &Loaded, latest: Option<Date>) -> Option<(Date, Date)> {
    let before = loaded.scenario.date?.value;
    latest.filter(|latest| *latest > before).map(|latest| (before, latest))
}

fn taken_offer(offer: &Offer, source: &ListSource, lists: &[PriceList]) -> TakenOffer {
    let line = match offer.listed {
        OfferListed::Read { line, .. } => line,
        OfferListed::Catalog => 0,
    };
    TakenOffer {
        provider: offer.provider.clone(),
        instance: offer.instance.clone(),
        region: offer.region.clone(),
        accelerator: offer.accelerator_name(),
        accelerators: Ratio::from(offer.accelerators),
        currency: offer.currency.clone(),
        date: source.date.to_string(),
        list: lists.get(source.list).map(|list| list.name.clone()).unwrap_or_default(),
        line,
    }
}

impl Repricing {
    /// Prices that change, with their options.
    pub fn changed(&self) -> impl Iterator<Item = (&RepricedOption, &RepricedPrice)> {
        self.options
            .iter()
            .flat_map(|option| option.prices.iter().filter(|price| price.is_changed).map(move |price| (option, price)))
    }
}
