//! The one offer that some words name.

use super::prices::StatedPrice;
use crate::catalog::{FactKind, FactQuery, Offer};
use crate::number;
use language::suggest::shown;
use rust_decimal::Decimal;
use std::fmt;

/// Most offers that a message lists.
const MOST_LISTED: usize = 8;

/// A rented option and the words of its offer, `rent.aws=p5.48xlarge us-east-1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionWords {
    option: String,
    words: String,
}

impl OptionWords {
    /// Parses `OPTION=WORDS`.
    ///
    /// # Errors
    /// If one of the two is missing.
    pub fn parse(text: &str) -> Result<OptionWords, String> {
        let parts = text.split_once('=').map(|(option, words)| (option.trim(), words.trim()));
        let parts = parts.filter(|(option, words)| !option.is_empty() && !words.is_empty());
        let (option, words) =
            parts.ok_or("write the option and the words of its offer: rent.aws=p5.48xlarge us-east-1")?;
        Ok(OptionWords { option: option.to_owned(), words: words.to_owned() })
    }
}

/// The offers that have the words of an option, among all that it was given.
#[derive(Debug)]
pub struct OfferChoice {
    requested: OptionWords,
    query: FactQuery,
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
    pub fn of(requested: &OptionWords) -> OfferChoice {
        let query = FactQuery::of(&requested.words, Some(FactKind::Rentals));
        OfferChoice { requested: requested.clone(), query, found: Vec::new(), near: Vec::new() }
    }

    /// `rent.NAME`.
    #[must_use]
    pub fn option(&self) -> &str {
        &self.requested.option
    }

    /// Takes note of an offer.
    pub fn take(&mut self, offer: &Offer) {
        if self.query.has_offer(offer) {
            self.found.push(offer.clone());
        } else if self.near.len() < MOST_LISTED {
            let lacking = self.query.words().iter().filter(|word| !offer.has_word(word)).count();
            if lacking == 1 {
                self.near.push(offer.clone());
            }
        }
    }

    /// The offer. Offers of one instance at the same prices are one, such as those of several zones; the oldest of their dates
    /// counts. Only the prices that the option states are compared. An offer of which all words are whole words precedes others.
    pub(super) fn offer(&self, stated: &[StatedPrice<'_>]) -> Result<Offer, NoOffer> {
        let whole: Vec<&Offer> = self.found.iter().filter(|offer| self.has_whole_words(offer)).collect();
        let found = if whole.is_empty() { self.found.iter().collect() } else { whole };
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

    fn has_whole_words(&self, offer: &Offer) -> bool {
        let texts = [&offer.provider, &offer.instance, &offer.region].into_iter().flatten();
        let parts: Vec<&str> = texts.flat_map(|text| text.split_whitespace()).collect();
        self.query.words().iter().all(|word| parts.iter().any(|part| part.eq_ignore_ascii_case(word)))
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
