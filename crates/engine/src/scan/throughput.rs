//! Relative throughput of the accelerators of an offer: from the command line, or from an option of the scenario with the same
//! accelerators. It is never guessed.

use crate::catalog::{Kinds, Offer, kinds};
use crate::model::OptionId;
use crate::number;
use crate::scenario::document::{Entry, Located, Named, ScalarOr};
use crate::scenario::quantities::Throughput;
use crate::scenario::quantity::Quantity as _;
use crate::scenario::rent::Rent;
use crate::scenario::tokens::{TokenRate, TokenThroughput};
use crate::scenario::{Loaded, nearest};
use rust_decimal::Decimal;
use serde::Serialize;

/// A relative throughput from the command line, `H200=1.4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThroughputArgument {
    /// Name of the accelerators.
    pub accelerator: String,
    /// Useful work of one of their hours relative to the reference.
    pub factor: Decimal,
}

impl ThroughputArgument {
    /// Parses `NAME=FACTOR`.
    ///
    /// # Errors
    /// What to write, if there is no name, or the factor is outside the bounds of a scenario.
    pub fn parse(text: &str) -> Result<ThroughputArgument, String> {
        let (name, factor) = text.rsplit_once('=').ok_or("write NAME=FACTOR, such as H200=1.4")?;
        let (accelerator, factor) = (name.trim(), factor.trim());
        if accelerator.is_empty() {
            return Err("name the accelerators, as in H200=1.4".to_owned());
        }
        let (least, most) = (Decimal::new(1, 3), Decimal::ONE_THOUSAND);
        match number::decimal(factor) {
            Ok(factor) if factor >= least && factor <= most => {
                Ok(ThroughputArgument { accelerator: accelerator.to_owned(), factor: factor.normalize() })
            }
            Ok(_) => Err(format!("`{factor}` is not between 0.001 and 1,000, relative to the reference")),
            Err(_) => {
                Err(format!("`{factor}` is not a number; write the throughput relative to the reference, such as 1.4"))
            }
        }
    }
}

/// Origin of a relative throughput.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakenThroughput {
    /// Option of the scenario that gives it, `own.NAME` or `rent.NAME`; `null` if it is from the command line.
    pub option: Option<OptionId>,
    /// Name of the accelerators there.
    pub accelerator: String,
    /// Factor; by workload if it differs, `chat 1.1, tuning 0.9`, and token rates, `chat 4250 tokens/s`.
    pub relative_throughput: String,
}

/// A given throughput that matches no offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnusedFactor {
    /// Given name.
    pub accelerator: String,
    /// Suggestion among the accelerators of the offers.
    pub near: Option<String>,
}

/// Known relative throughputs.
#[derive(Debug)]
pub(super) struct Throughputs {
    all: Vec<KnownThroughput>,
}

/// A known relative throughput.
#[derive(Debug)]
struct KnownThroughput {
    kinds: Option<Kinds>,
    taken: TakenThroughput,
}

impl Throughputs {
    /// Throughputs of the command line, then of the template option, then of the other options.
    pub(super) fn of(loaded: &Loaded, factors: &[ThroughputArgument], like: Option<&Entry<Rent>>) -> Throughputs {
        let said = factors.iter().map(|stated| TakenThroughput {
            option: None,
            accelerator: stated.accelerator.clone(),
            relative_throughput: stated.factor.to_string(),
        });
        let scenario = &loaded.scenario;
        let rented = scenario.rent.iter().filter(|entry| like.is_none_or(|like| like.at != entry.at));
        let rented = like.into_iter().chain(rented).filter_map(|entry| {
            let rent = &entry.value;
            let throughput = stated(&rent.relative_throughput, &rent.token_throughput);
            of_option(OptionId::rent(&entry.name), rent.accelerator.as_ref(), throughput)
        });
        let owned = scenario.own.iter().filter_map(|entry| {
            let own = &entry.value;
            let throughput = stated(&own.relative_throughput, &own.token_throughput);
            of_option(OptionId::own(&entry.name), own.accelerator.as_ref(), throughput)
        });
        let known = |taken: TakenThroughput| KnownThroughput { kinds: kinds(&taken.accelerator), taken };
        Throughputs { all: said.chain(rented).chain(owned).map(known).collect() }
    }

    /// Index of the throughput of an offer's accelerators. The command line takes precedence over options; there, an exact name
    /// takes precedence, then the name that matches the fewest kinds. `None` if it is unknown, or if equally near entries differ.
    pub(super) fn of_offer(&self, offer: &Offer) -> Option<usize> {
        let matching = || self.all.iter().enumerate().filter(|(_, known)| known.is_of(offer));
        let nearest = matching().map(|(_, known)| known.distance(offer)).min()?;
        let mut nearest = matching().filter(|(_, known)| known.distance(offer) == nearest);
        let (first, known) = nearest.next()?;
        let agree = nearest.all(|(_, other)| other.taken.relative_throughput == known.taken.relative_throughput);
        agree.then_some(first)
    }

    /// Throughputs of the command line that match no offer.
    pub(super) fn of_no_offer(&self, offers: &[Offer]) -> Vec<UnusedFactor> {
        let said = self.all.iter().filter(|known| known.taken.option.is_none());
        let unused = said.filter(|known| !offers.iter().any(|offer| known.is_of(offer)));
        let near = |name: &str| nearest(name, offers.iter().map(|offer| offer.accelerator.as_str())).map(str::to_owned);
        unused
            .map(|known| &known.taken.accelerator)
            .map(|name| UnusedFactor { accelerator: name.clone(), near: near(name) })
            .collect()
    }

    pub(super) fn get(&self, number: usize) -> &TakenThroughput {
        &self.all[number].taken
    }
}

/// Two factors given for the same accelerators, as given.
pub(super) fn contradicting(factors: &[ThroughputArgument]) -> Option<(String, String)> {
    let one = |stated: &ThroughputArgument| format!("{}={}", stated.accelerator, stated.factor);
    let names = |stated: &ThroughputArgument| kinds(&stated.accelerator).map(|kinds| kinds.names());
    let is_same = |a: &ThroughputArgument, b: &ThroughputArgument| match (names(a), names(b)) {
        (Some(a), Some(b)) => a == b,
        (_, _) => a.accelerator.eq_ignore_ascii_case(&b.accelerator),
    };
    let pairs = factors.iter().enumerate().flat_map(|(at, a)| factors[at + 1..].iter().map(move |b| (a, b)));
    let mut pairs = pairs.filter(|(a, b)| a.factor != b.factor && is_same(a, b));
    pairs.next().map(|(a, b)| (one(a), one(b)))
}

/// Distance between a known throughput and an offer, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Distance {
    /// Command line, exact name.
    Named,
    /// Command line, a name that matches this number of kinds.
    Among(usize),
    /// An option of the scenario.
    OfOption,
}

impl KnownThroughput {
    fn distance(&self, offer: &Offer) -> Distance {
        if self.taken.option.is_some() {
            Distance::OfOption
        } else if self.taken.accelerator.eq_ignore_ascii_case(&offer.accelerator) {
            Distance::Named
        } else {
            Distance::Among(self.kinds.as_ref().map_or(1, |kinds| kinds.accelerators().len()))
        }
    }

    fn is_of(&self, offer: &Offer) -> bool {
        match (&self.kinds, &offer.kinds) {
            (Some(known), Some(offered)) => known.overlap(offered),
            (None, None) => self.taken.accelerator.eq_ignore_ascii_case(&offer.accelerator),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

fn of_option(
    option: OptionId,
    accelerator: Option<&Located<String>>,
    relative_throughput: String,
) -> Option<TakenThroughput> {
    Some(TakenThroughput { option: Some(option), accelerator: accelerator?.value.clone(), relative_throughput })
}

/// Throughput of an option in words; the same words only for the same throughput.
fn stated(
    relative: &ScalarOr<Located<Throughput>, Named<Located<Throughput>>>,
    tokens: &Named<TokenThroughput>,
) -> String {
    let number = |given: Decimal| given.normalize().to_string();
    let factor = |given: &Located<Throughput>| number(given.value.decimal());
    let rate = |entry: &Entry<TokenThroughput>| {
        let rate = match entry.value.rate() {
            TokenRate::Mixed(rate) => number(rate.value.decimal()),
            TokenRate::Phases(prefill, decode) => {
                format!("{} read and {} written", number(prefill.value.decimal()), number(decode.value.decimal()))
            }
        };
        let speedups =
            entry.value.speedup.iter().map(|speedup| format!(" × {}", number(speedup.value.value.decimal())));
        format!("{} {rate}{} tokens/s", entry.name, speedups.collect::<String>())
    };
    let relative: Vec<String> = match relative {
        ScalarOr::Scalar(_) if !tokens.is_empty() => Vec::new(),
        ScalarOr::Scalar(given) => vec![factor(given)],
        ScalarOr::Part(named) => named.iter().map(|entry| format!("{} {}", entry.name, factor(&entry.value))).collect(),
    };
    relative.into_iter().chain(tokens.iter().map(rate)).collect::<Vec<_>>().join(", ")
}
