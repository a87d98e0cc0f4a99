//! The one offer that some words name.

use super::prices::StatedPrice;
use crate::catalog::Offer;
use crate::number;
use language::suggest::shown;
use rust_decimal::Decimal;
use std::fmt;

/// Most offers that a message lists.
const MOST_LISTED: usize = 8;

/// A rented option and the words of its offer, `rent.aws=p5.48xlarge us-east-1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferRequest {
    option: String,
    words: String,
}

impl OfferRequest {
    /// Parses `OPTION=WORDS`.
    ///
    /// # Errors
    /// If one of the two is missing.
    pub fn parse(text: &str) -> Result<OfferRequest, String> {
        let parts = text.split_once('=').map(|(option, words)| (option.trim(), words.trim()));
        let parts = parts.filter(|(option, words)| !option.is_empty() && !words.is_empty());
        let (option, words) =
            parts.ok_or("write the option and the words of its offer: rent.aws=p5.48xlarge us-east-1")?;
        Ok(OfferRequest { option: option.to_owned(), words: words.to_owned() })
    }
}

/// The offers that have the words of an option, among all that it was given.
#[derive(Debug)]
pub struct OfferChoice {
    requested: OfferRequest,
    /// Its words in lower case.
    words: Vec<String>,
    found: Vec<Offer>,
    /// Offers that lack one word, the first few.
    near: Vec<Offer>,
}

/// Reason why words name no offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoOffer {
    /// No offer has all of them.
    Unknown {
        /// The words.
        words: String,
        /// Offers that lack one word.
        near: Vec<String>,
    },
    /// Several offers with different prices have them.
    Several {
        /// The words.
        words: String,
        /// These offers.
        offers: Vec<String>,
    },
}

impl OfferChoice {
    /// A choice that has seen no offer yet.
    #[must_use]
    pub fn of(requested: &OfferRequest) -> OfferChoice {
        let words = requested.words.split_whitespace().map(str::to_lowercase).collect();
        OfferChoice { requested: requested.clone(), words, found: Vec::new(), near: Vec::new() }
    }

    /// `rent.NAME`.
    #[must_use]
    pub fn option(&self) -> &str {
        &self.requested.option
    }

    /// Adds an offer.
    pub fn take(&mut self, offer: &Offer) {
        let accelerator = offer.accelerator_name().to_lowercase();
        let has_word = |word: &String| offer.has_word(word) || accelerator.contains(word.as_str());
        match self.words.iter().filter(|word| !has_word(word)).count() {
            0 => self.found.push(offer.clone()),
            1 if self.near.len() < MOST_LISTED => self.near.push(offer.clone()),
            _ => {}
        }
    }

    /// The offer. Offers of one instance at the same prices are one, such as those of several zones; the oldest of their dates
    /// counts. Only the prices that the option states are compared. Exact matches precede others.
    pub(super) fn offer(&self, stated: &[StatedPrice<'_>]) -> Result<Offer, NoOffer> {
        let best = self.found.iter().map(|offer| self.exactness(offer)).max();
        let found: Vec<&Offer> = self.found.iter().filter(|offer| Some(self.exactness(offer)) == best).collect();
        let words = self.requested.words.clone();
        let mut kinds: Vec<&Offer> = Vec::new();
        for offer in &found {
            if !kinds.iter().any(|known| is_alike(known, offer, stated)) {
                kinds.push(offer);
            }
        }
        match kinds.as_slice() {
            [] => Err(NoOffer::Unknown { words, near: self.near.iter().map(named).collect() }),
            [one] => {
                let oldest = if found.iter().any(|offer| offer.as_of.is_none()) {
                    None
                } else {
                    found.iter().filter_map(|offer| offer.as_of.clone()).min()
                };
                Ok(Offer { as_of: oldest, ..(*one).clone() })
            }
            several => Err(NoOffer::Several { words, offers: several.iter().map(|offer| named(offer)).collect() }),
        }
    }

    /// How exactly an offer matches: whether every word is a whole word of its provider, instance, region or accelerator, and
    /// whether all words of its instance are requested.
    fn exactness(&self, offer: &Offer) -> (bool, bool) {
        let accelerator = offer.accelerator_name();
        let texts =
            [offer.provider.as_deref(), offer.instance.as_deref(), offer.region.as_deref()].into_iter().flatten();
        let texts = texts.chain([offer.accelerator.as_str(), accelerator.as_str()]);
        let parts: Vec<String> = texts.flat_map(str::split_whitespace).map(str::to_lowercase).collect();
        let instance = offer.instance.as_deref().unwrap_or_default().to_lowercase();
        (
            self.words.iter().all(|word| parts.contains(word)),
            instance.split_whitespace().all(|part| self.words.iter().any(|word| word == part)),
        )
    }
}

/// Whether two offers are one instance at the same prices, as far as an option states them.
fn is_alike(one: &Offer, other: &Offer, stated: &[StatedPrice<'_>]) -> bool {
    let of = |offer: &Offer| {
        (offer.provider.clone(), offer.instance.clone(), offer.currency.clone(), offer.accelerator_name())
    };
    let prices = |offer: &Offer| stated.iter().map(|price| price.listed(offer)).collect::<Vec<Option<Decimal>>>();
    of(one) == of(other)
        && (one.accelerators, one.covers) == (other.accelerators, other.covers)
        && prices(one) == prices(other)
}

/// An offer in a message: `aws p5.48xlarge us-east-1, 8 × H100 at 55.04 USD`.
fn named(offer: &Offer) -> String {
    let parts = [offer.provider.as_deref(), offer.instance.as_deref(), offer.place()];
    let name: Vec<String> = parts.into_iter().flatten().map(shown).collect();
    let [on_demand, spot, one, three] = offer.per_hour.all();
    let price = on_demand
        .or(spot)
        .or(one)
        .or(three)
        .map(|price| format!(" at {} {}", number::readable(price, 6), offer.currency));
    let spot = spot.filter(|_| on_demand.is_some()).map(|spot| format!(", spot {}", number::readable(spot, 6)));
    format!(
        "{}, {} × {}{}{}",
        name.join(" "),
        offer.accelerators.normalize(),
        shown(&offer.accelerator),
        price.unwrap_or_default(),
        spot.unwrap_or_default()
    )
}

impl fmt::Display for NoOffer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoOffer::Unknown { words, near } if near.is_empty() => {
                write!(
                    out,
                    "no offer of the lists has all words of `{}`; `rackrent catalog --read LIST` shows them",
                    shown(words)
                )
            }
            NoOffer::Unknown { words, near } => {
                write!(out, "no offer of the lists has all words of `{}`; nearest: {}", shown(words), listed(near))
            }
            NoOffer::Several { words, offers } => {
                write!(out, "`{}` fits {} offers; add words: {}", shown(words), offers.len(), listed(offers))
            }
        }
    }
}

/// The first names, and the number of the others.
fn listed(names: &[String]) -> String {
    let more = names.len().saturating_sub(MOST_LISTED);
    let named = names.iter().take(MOST_LISTED).map(String::as_str).collect::<Vec<_>>().join("; ");
    if more > 0 { format!("{named}; and {more} more") } else { named }
}
