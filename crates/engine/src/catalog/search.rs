//! What of the catalog, and of lists that were read, a question is about: words that must all fit.

use super::{
    Accelerator, Kinds, MeasuredFact, Offer, ReferenceRate, Server, accelerators, catalog_offers, kinds, measures,
    reference_rates, rentals, servers,
};
use language::suggest::nearest;
use std::collections::BTreeSet;
use std::ops::Range;

/// A kind of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// What accelerators are, and what one is sold for.
    Accelerators,
    /// What whole servers are sold for.
    Servers,
    /// What is asked for instances by the hour.
    Rentals,
    /// What sites and clouds charge beside that, and what was measured of them.
    Measures,
    /// What currencies were worth.
    ExchangeRates,
}

/// Words that must all fit a fact. Those that name an accelerator together fit every fact of it; any other has to stand somewhere
/// in the fact, whatever its case.
#[derive(Debug)]
pub struct FactQuery {
    accelerator: Option<NamedKinds>,
    words: Vec<String>,
    kind: Option<FactKind>,
}

/// Accelerators with the words that name them.
#[derive(Debug)]
struct NamedKinds {
    kinds: Kinds,
    words: Vec<String>,
}

/// Which accelerators a fact is about.
#[derive(Clone, Copy)]
enum Meant<'a> {
    /// None.
    Nothing,
    /// One of the catalog.
    Accelerator(&'a str),
    /// Those of an offer, by what is understood of their name.
    Offered { kinds: Option<&'a Kinds>, name: &'a str },
}

/// What fits a question.
#[derive(Debug, Default)]
pub struct FactsFound {
    /// Accelerators.
    pub accelerators: Vec<&'static Accelerator>,
    /// Servers.
    pub servers: Vec<&'static Server>,
    /// Offers by currency and accelerator, the cheapest accelerator-hour on demand first; those without such a price last.
    pub offers: Vec<Offer>,
    /// What was measured.
    pub measures: Vec<&'static MeasuredFact>,
    /// Exchange rates.
    pub rates: Vec<&'static ReferenceRate>,
}

/// Why nothing fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NothingFits {
    /// No fact has a word, though one may have another that is near.
    Word {
        /// The word.
        word: String,
        /// The word that it may be meant for.
        near: Option<String>,
    },
    /// Every word fits something, but none all of them.
    Together,
}

impl FactQuery {
    /// A question by its words, about facts of a kind or of all.
    #[must_use]
    pub fn of(text: &str, kind: Option<FactKind>) -> FactQuery {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let runs = (1..=words.len())
            .rev()
            .flat_map(|length| (0..=words.len() - length).map(move |start| start..start + length));
        // the name of a cloud may stand beside that of an accelerator, and says more than the maker does
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

    /// What of the catalog fits, without the offers of lists that are read.
    #[must_use]
    pub fn in_catalog(&self) -> FactsFound {
        let fits = |kind: FactKind, of: Meant<'_>, texts: &[&str]| self.fits(kind, of, texts);
        FactsFound {
            accelerators: accelerators()
                .iter()
                .filter(|row| {
                    fits(
                        FactKind::Accelerators,
                        Meant::Accelerator(&row.name),
                        &[&row.name, &row.vendor, &row.form_factor],
                    )
                })
                .collect(),
            servers: servers()
                .iter()
                .filter(|row| {
                    fits(FactKind::Servers, Meant::Accelerator(&row.accelerator), &[&row.name, &row.accelerator])
                })
                .collect(),
            offers: catalog_offers().filter(|offer| self.has_offer(offer)).collect(),
            measures: measures()
                .iter()
                .filter(|row| {
                    let currency = row.currency.as_deref().unwrap_or_default();
                    fits(FactKind::Measures, Meant::Nothing, &[row.measure.called(), &row.scope, currency, &row.source])
                })
                .collect(),
            rates: reference_rates()
                .iter()
                .filter(|row| fits(FactKind::ExchangeRates, Meant::Nothing, &[&row.currency, &row.source]))
                .collect(),
        }
    }

    /// Whether an offer fits, of the catalog or of a list that is read.
    #[must_use]
    pub fn has_offer(&self, offer: &Offer) -> bool {
        let of = Meant::Offered { kinds: offer.kinds.as_ref(), name: &offer.accelerator };
        self.fits(FactKind::Rentals, of, &offer_texts(offer))
    }

    fn fits(&self, kind: FactKind, of: Meant<'_>, texts: &[&str]) -> bool {
        self.kind.is_none_or(|asked| asked == kind)
            && self.accelerator.as_ref().is_none_or(|named| FactQuery::is_of(named, of))
            && self.words.iter().all(|word| has_word(texts, word))
    }

    /// Whether a name may mean the accelerators that are asked for; of one that the catalog does not know, whether it has all
    /// the words.
    fn is_of(named: &NamedKinds, of: Meant<'_>) -> bool {
        match of {
            Meant::Nothing => false,
            Meant::Accelerator(name) => named.kinds.has(name),
            Meant::Offered { kinds: Some(kinds), .. } => kinds.overlap(&named.kinds),
            Meant::Offered { kinds: None, name } => named.words.iter().all(|word| has_word(&[name], word)),
        }
    }

    /// The words that have to stand in a fact, beside those that name an accelerator.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Why nothing fits, where nothing does: the first word that nothing of the catalog and no list that was read has, with the
    /// nearest that something of the catalog has. `unread` are the words that no list has.
    #[must_use]
    pub fn nothing(&self, unread: &[String]) -> NothingFits {
        let all = FactQuery::of("", self.kind).in_catalog();
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut note = |texts: &[&str]| {
            let words = texts.iter().flat_map(|text| text.split(|c: char| c.is_whitespace() || ",;()".contains(c)));
            known.extend(words.map(str::to_lowercase));
        };
        all.accelerators.iter().for_each(|row| note(&[&row.name, &row.vendor, &row.form_factor]));
        all.servers.iter().for_each(|row| note(&[&row.name]));
        all.measures.iter().for_each(|row| note(&[row.measure.called(), &row.scope, &row.source]));
        all.rates.iter().for_each(|row| note(&[&row.currency, &row.source]));
        all.offers.iter().for_each(|offer| note(&offer_texts(offer)));
        let unknown = unread.iter().find(|word| !known.iter().any(|text| text.contains(word.as_str())));
        unknown.map_or(NothingFits::Together, |word| NothingFits::Word {
            word: word.clone(),
            near: nearest(word, known.iter().map(String::as_str)).map(str::to_owned),
        })
    }
}

impl Offer {
    /// Whether a word stands anywhere in it.
    #[must_use]
    pub fn has_word(&self, word: &str) -> bool {
        has_word(&offer_texts(self), word)
    }
}

/// What words of a question may stand in.
fn offer_texts(offer: &Offer) -> Vec<&str> {
    let said = [offer.provider.as_deref(), offer.instance.as_deref(), offer.region.as_deref()];
    let also = [Some(offer.accelerator.as_str()), offer.note.as_deref(), Some(offer.currency.as_str())];
    said.into_iter().chain(also).flatten().collect()
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
            && self.measures.is_empty()
            && self.rates.is_empty()
    }

    /// The same with offers of lists that were read, in order.
    #[must_use]
    pub fn with(mut self, read: Vec<Offer>) -> FactsFound {
        self.offers.extend(read);
        self.offers.sort_by_cached_key(|offer| {
            let each = offer.per_accelerator_hour().on_demand;
            let first = offer.kinds.as_ref().and_then(|kinds| kinds.accelerators().first().copied());
            let place = first.and_then(|first| accelerators().iter().position(|row| row.name == first.name));
            let group = (place.is_none(), place, offer.accelerator_called());
            (offer.currency != "USD", offer.currency.clone(), group, each.is_none(), each)
        });
        self
    }
}
