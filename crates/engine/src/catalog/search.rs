//! Search in the catalog and in price lists: all words must match.

use super::{
    Accelerator, ApiPrice, Kinds, MeasuredFact, Offer, ReferenceRate, Server, ThroughputResult, accelerators,
    benchmark_models, catalog_api_prices, catalog_offers, kinds, measures, reference_rates, rentals, servers,
    throughput_results,
};
use language::suggest::nearest;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// Kind of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// Accelerators: specifications and prices.
    Accelerators,
    /// Prices of whole servers.
    Servers,
    /// Hourly prices of instances.
    Rentals,
    /// Prices of APIs per million tokens.
    Apis,
    /// Measurements, including other charges of sites and clouds.
    Measures,
    /// Exchange rates.
    ExchangeRates,
}

/// Search words, all of which must match a fact. Words that together name an accelerator match every fact about it; any other
/// word must occur in the fact, ignoring case.
#[derive(Debug)]
pub struct FactQuery {
    accelerator: Option<NamedKinds>,
    words: Vec<String>,
    kind: Option<FactKind>,
}

/// Accelerators with the search words that name them.
#[derive(Debug)]
struct NamedKinds {
    kinds: Kinds,
    words: Vec<String>,
}

/// Accelerators of a fact.
#[derive(Clone, Copy)]
enum FactSubject<'a> {
    /// None.
    Nothing,
    /// An accelerator of the catalog.
    Accelerator(&'a str),
    /// Accelerators of an offer, as recognized from their name.
    Offered { kinds: Option<&'a Kinds>, name: &'a str },
}

/// Search result.
#[derive(Debug, Default)]
pub struct FactsFound {
    /// Accelerators.
    pub accelerators: Vec<&'static Accelerator>,
    /// Servers.
    pub servers: Vec<&'static Server>,
    /// Offers by currency and accelerator, the cheapest on-demand accelerator-hour first; those without such a price last.
    pub offers: Vec<Offer>,
    /// Prices of APIs, the cheapest input first.
    pub api_prices: Vec<ApiPrice>,
    /// Measurements.
    pub measures: Vec<&'static MeasuredFact>,
    /// Exchange rates.
    pub rates: Vec<&'static ReferenceRate>,
}

/// Reason why nothing matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMatch {
    /// A word matches no fact.
    Word {
        /// Word.
        word: String,
        /// Suggestion.
        near: Option<String>,
    },
    /// Every word matches some fact, but no fact matches all of them.
    Together,
}

impl FactQuery {
    /// A query for facts of one kind or of all kinds.
    #[must_use]
    pub fn of(text: &str, kind: Option<FactKind>) -> FactQuery {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let runs = (1..=words.len())
            .rev()
            .flat_map(|length| (0..=words.len() - length).map(move |start| start..start + length));
        // the name of a cloud may be next to that of an accelerator, and is more specific than that of the vendor
        let has_cloud = |run: &Range<usize>| {
            words[run.clone()].iter().any(|word| rentals().iter().any(|row| row.provider == *word))
        };
        let mut runs = runs.filter(|run| !has_cloud(run));
        let named = runs.find_map(|run| Some((kinds(&words[run.clone()].join(" "))?, run)));
        let (accelerator, words) = match named {
            Some((kinds, run)) => {
                let others = [&words[..run.start], &words[run.end..]].concat();
                (Some(NamedKinds { kinds, words: words[run].to_vec() }), others)
            }
            None => (None, words),
        };
        FactQuery { accelerator, words, kind }
    }

    /// Matching facts of the catalog, without offers of price lists.
    #[must_use]
    pub fn in_catalog(&self) -> FactsFound {
        let fits = |kind: FactKind, of: FactSubject<'_>, texts: &[&str]| self.fits(kind, of, texts);
        FactsFound {
            accelerators: accelerators()
                .iter()
                .filter(|row| {
                    fits(
                        FactKind::Accelerators,
                        FactSubject::Accelerator(&row.name),
                        &[&row.name, &row.vendor, &row.form_factor],
                    )
                })
                .collect(),
            servers: servers()
                .iter()
                .filter(|row| {
                    fits(FactKind::Servers, FactSubject::Accelerator(&row.accelerator), &[&row.name, &row.accelerator])
                })
                .collect(),
            offers: catalog_offers().filter(|offer| self.has_offer(offer)).collect(),
            api_prices: catalog_api_prices().filter(|price| self.has_api_price(price)).collect(),
            measures: measures()
                .iter()
                .filter(|row| {
                    let currency = row.currency.as_deref().unwrap_or_default();
                    fits(
                        FactKind::Measures,
                        FactSubject::Nothing,
                        &[row.measure.display_name(), &row.scope, currency, &row.source],
                    )
                })
                .collect(),
            rates: reference_rates()
                .iter()
                .filter(|row| fits(FactKind::ExchangeRates, FactSubject::Nothing, &[&row.currency, &row.source]))
                .collect(),
        }
    }

    /// Whether an offer of the catalog or of a price list matches.
    #[must_use]
    pub fn has_offer(&self, offer: &Offer) -> bool {
        let of = FactSubject::Offered { kinds: offer.kinds.as_ref(), name: &offer.accelerator };
        self.fits(FactKind::Rentals, of, &offer_texts(offer))
    }

    /// Whether a price of an API matches. Words that name an accelerator are words like any other here: an API has none.
    #[must_use]
    pub fn has_api_price(&self, price: &ApiPrice) -> bool {
        let name = price.texts().join(" ");
        self.fits(FactKind::Apis, FactSubject::Offered { kinds: None, name: &name }, &price.texts())
    }

    /// Whether a model that a list of APIs leaves out matches.
    #[must_use]
    pub fn has_left_out(&self, name: &str) -> bool {
        self.fits(FactKind::Apis, FactSubject::Offered { kinds: None, name }, &[name])
    }

    /// Matching results of measured throughput, by model and scenario, the highest rate per accelerator first. The name of a
    /// model matches that model alone: `llama2-70b-99` is not `llama2-70b-99.9`.
    #[must_use]
    pub fn results(&self) -> Vec<&'static ThroughputResult> {
        let mut found: Vec<&ThroughputResult> =
            throughput_results().iter().filter(|row| self.has_result(row)).collect();
        found.sort_by_cached_key(|row| (row.model.as_str(), row.scenario, Reverse(row.per_accelerator())));
        found
    }

    fn has_result(&self, row: &ThroughputResult) -> bool {
        let is_model = |word: &str| benchmark_models().iter().any(|model| model.model == word);
        let kinds = row.kinds();
        let of = FactSubject::Offered { kinds: kinds.as_ref(), name: &row.accelerator };
        let texts = result_texts(row);
        self.accelerator.as_ref().is_none_or(|named| FactQuery::is_of(named, of))
            && self.words.iter().all(|word| if is_model(word) { row.model == *word } else { has_word(&texts, word) })
    }

    fn fits(&self, kind: FactKind, of: FactSubject<'_>, texts: &[&str]) -> bool {
        self.kind.is_none_or(|requested| requested == kind)
            && self.accelerator.as_ref().is_none_or(|named| FactQuery::is_of(named, of))
            && self.words.iter().all(|word| has_word(texts, word))
    }

    /// Whether a fact may be about the named accelerators; for an unknown accelerator, whether its name contains all the words.
    fn is_of(named: &NamedKinds, of: FactSubject<'_>) -> bool {
        match of {
            FactSubject::Nothing => false,
            FactSubject::Accelerator(name) => named.kinds.has(name),
            FactSubject::Offered { kinds: Some(kinds), .. } => kinds.overlap(&named.kinds),
            FactSubject::Offered { kinds: None, name } => named.words.iter().all(|word| has_word(&[name], word)),
        }
    }

    /// Words that must occur in a fact, without those that name an accelerator.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Reason why nothing matches: the first word that occurs neither in the catalog nor in a price list, with the nearest word
    /// of the catalog. `unread` are the words that occur in no list.
    #[must_use]
    pub fn nothing(&self, unread: &[String]) -> NoMatch {
        let all = FactQuery::of("", self.kind).in_catalog();
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut note = |texts: &[&str]| {
            let words = texts.iter().flat_map(|text| text.split(|c: char| c.is_whitespace() || ",;()".contains(c)));
            known.extend(words.map(str::to_lowercase));
        };
        all.accelerators.iter().for_each(|row| note(&[&row.name, &row.vendor, &row.form_factor]));
        all.servers.iter().for_each(|row| note(&[&row.name]));
        all.measures.iter().for_each(|row| note(&[row.measure.display_name(), &row.scope, &row.source]));
        all.rates.iter().for_each(|row| note(&[&row.currency, &row.source]));
        all.offers.iter().for_each(|offer| note(&offer_texts(offer)));
        for price in &all.api_prices {
            // names such as `meta-llama/Llama-3.3-70B-Instruct` have words within; the shortest of them say nothing
            let name = price.texts().join(" ");
            let words = name.split(|c: char| c.is_whitespace() || "/-:_".contains(c));
            note(&words.filter(|word| word.len() > 2).collect::<Vec<_>>());
        }
        no_match(unread, &known)
    }

    /// Reason why no result of measured throughput matches: the first word that occurs in none, with the nearest word.
    #[must_use]
    pub fn no_result(&self) -> NoMatch {
        let texts = throughput_results().iter().flat_map(result_texts);
        let words = texts.flat_map(|text| text.split(|c: char| c.is_whitespace() || ",;()".contains(c)));
        no_match(&self.words, &words.map(str::to_lowercase).collect())
    }
}

/// Reason why nothing matches words of which `known` may have some.
fn no_match(words: &[String], known: &BTreeSet<String>) -> NoMatch {
    let unknown = words.iter().find(|word| !known.iter().any(|text| text.contains(word.as_str())));
    unknown.map_or(NoMatch::Together, |word| NoMatch::Word {
        word: word.clone(),
        near: nearest(word, known.iter().map(String::as_str)).map(str::to_owned),
    })
}

impl ApiPrice {
    /// Whether a word occurs in it.
    #[must_use]
    pub fn has_word(&self, word: &str) -> bool {
        has_word(&self.texts(), word)
    }
}

impl Offer {
    /// Whether a word occurs in it.
    #[must_use]
    pub fn has_word(&self, word: &str) -> bool {
        has_word(&offer_texts(self), word)
    }
}

/// Texts in which search words may occur.
fn offer_texts(offer: &Offer) -> Vec<&str> {
    let words = [offer.provider.as_deref(), offer.instance.as_deref(), offer.region.as_deref()];
    let extra = [Some(offer.accelerator.as_str()), offer.note.as_deref(), Some(offer.currency.as_str())];
    words.into_iter().chain(extra).flatten().collect()
}

/// Texts of a result in which search words may occur.
fn result_texts(row: &ThroughputResult) -> [&str; 7] {
    [&row.model, row.scenario.display_name(), &row.submitter, &row.system, &row.accelerator, &row.id, &row.weights]
}

fn has_word(texts: &[&str], word: &str) -> bool {
    texts.iter().any(|text| text.to_lowercase().contains(word))
}

impl FactsFound {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.accelerators.is_empty()
            && self.servers.is_empty()
            && self.offers.is_empty()
            && self.api_prices.is_empty()
            && self.measures.is_empty()
            && self.rates.is_empty()
    }

    /// Adds offers and prices of APIs from price lists, in order.
    #[must_use]
    pub fn with(mut self, offers: Vec<Offer>, api_prices: Vec<ApiPrice>) -> FactsFound {
        self.api_prices.extend(api_prices);
        self.api_prices.sort_by_key(|price| (price.standard.input, price.standard.output));
        self.offers.extend(offers);
        self.offers.sort_by_cached_key(|offer| {
            let each = offer.per_accelerator_hour().on_demand;
            let first = offer.kinds.as_ref().and_then(|kinds| kinds.accelerators().first().copied());
            let place = first.and_then(|first| accelerators().iter().position(|row| row.name == first.name));
            let group = (place.is_none(), place, offer.accelerator_name());
            (offer.currency != "USD", offer.currency.clone(), group, each.is_none(), each)
        });
        self
    }
}
