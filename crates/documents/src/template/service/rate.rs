//! Rate of an accelerator for a service: a published result of its model, otherwise a guess from a result of the nearest model.

use super::size::ServiceError;
use super::{ServedModel, Service};
use crate::catalog::{
    Accelerator, BenchmarkScenario, LatencyLimits, ThroughputResult, accelerators, benchmark_models, throughput_results,
};
use crate::fit::{NumberFormat, Parameters, shipped_models};
use crate::number;
use crate::scenario::Date;
use crate::scenario::quantities::TokensPerSecond;
use crate::scenario::quantity::Quantity as _;
use crate::template::facts::range_around;
use rust_decimal::{Decimal, RoundingStrategy};
use std::sync::LazyLock;

/// Significant digits of a published rate.
const DIGITS: u32 = 6;
/// Significant digits of a guess.
const DIGITS_OF_GUESS: u32 = 2;

/// How a rate was found, the firmest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Basis {
    /// A published result of this model on this accelerator.
    Published,
    /// A guess from the nearest model on this accelerator.
    AnotherModel,
    /// A guess from another accelerator.
    AnotherAccelerator,
}

/// Rate of an accelerator.
#[derive(Clone, Debug)]
pub(super) struct Rate {
    /// Tokens read and written per second by one accelerator.
    pub(super) tokens_per_second: Decimal,
    /// Range of the rate for `uncertainty`.
    pub(super) bounds: [Decimal; 2],
    /// Tokens read and written per request of the result.
    pub(super) lengths: (Decimal, Decimal),
    /// Latency limits that the result keeps; none for a batch.
    pub(super) latency: Option<LatencyLimits>,
    /// Limits from which the requests in progress follow: those of `Server` for a batch.
    pub(super) limits: LatencyLimits,
    /// Format of the weights.
    pub(super) weights: NumberFormat,
    pub(super) basis: Basis,
    /// How it was found, in words.
    pub(super) how: String,
    /// What to know about it, in one sentence.
    pub(super) note: Option<String>,
    /// Source, without its date.
    pub(super) source: String,
    /// Date of the source.
    pub(super) date: Option<Date>,
}

/// A published result whose rate is known, with what it was measured on.
#[derive(Clone, Copy, Debug)]
struct Measured {
    result: &'static ThroughputResult,
    tokens_per_second: Decimal,
    accelerator: &'static Accelerator,
    weights: NumberFormat,
    /// Name and parameters of the model.
    model: (&'static str, Parameters),
    limits: LatencyLimits,
}

/// Results of available systems with accelerators of the catalog, of which the requests are known. A benchmark with two
/// accuracies counts with the higher one.
static MEASURED: LazyLock<Vec<Measured>> = LazyLock::new(|| {
    let of = |result: &'static ThroughputResult| {
        let weights = result.weights.to_lowercase();
        let model = result.of_model();
        let strictest = benchmark_models().iter().rfind(|one| one.benchmark == model.benchmark)?;
        if strictest.model != model.model {
            return None;
        }
        Some(Measured {
            result,
            tokens_per_second: result.read_and_written_per_accelerator()?,
            accelerator: accelerators().iter().find(|one| one.name == result.accelerator)?,
            weights: NumberFormat::ALL.iter().copied().find(|format| format.name() == weights)?,
            model: benchmarked(&model.benchmark)?,
            limits: result.latency().or_else(|| model.latency(BenchmarkScenario::Server))?,
        })
    };
    throughput_results().iter().filter(|result| result.availability == "available").filter_map(of).collect()
});

/// Shipped model of a benchmark: the same name without its punctuation.
fn benchmarked(benchmark: &str) -> Option<(&'static str, Parameters)> {
    let model = shipped_models().iter().find(|model| plain(&model.name) == plain(benchmark))?;
    Some((&model.name, Parameters::of(&model.model)))
}

/// Letters and digits of a name.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Rate of an accelerator for a service.
///
/// # Errors
/// If nothing is published from which it follows.
pub(super) fn of(service: &Service, accelerator: &'static Accelerator) -> Result<Rate, ServiceError> {
    let is_scenario = |one: &&Measured| one.result.scenario == service.target;
    let of_scenario: Vec<&Measured> = MEASURED.iter().filter(is_scenario).collect();
    let is_same = |one: &&&Measured| {
        service.model.is_shipped_as(one.model.0)
            && one.accelerator.name == accelerator.name
            && service.weights.is_none_or(|weights| weights == one.weights)
    };
    let same: Vec<&Measured> = of_scenario.iter().filter(is_same).copied().collect();
    match Median::of(same) {
        Some(median) => Ok(published(&median)),
        None => guess(service, accelerator, &of_scenario),
    }
}

/// Median of results.
struct Median {
    /// The result; of two, the lower one.
    of: Measured,
    /// Number of results with its weights, and their lowest and highest rate.
    count: usize,
    bounds: [Decimal; 2],
}

impl Median {
    fn of(mut results: Vec<&Measured>) -> Option<Median> {
        results.sort_by_key(|one| one.tokens_per_second);
        let median = **results.get(results.len().saturating_sub(1) / 2)?;
        results.retain(|one| one.weights == median.weights);
        let bounds = [results.first()?, results.last()?].map(|one| rounded(one.tokens_per_second, DIGITS));
        Some(Median { of: median, count: results.len(), bounds })
    }

    /// How its rate was derived, with every number.
    fn derivation(&self) -> String {
        let one = self.of.result;
        let (input, output) = one.of_model().lengths().unwrap_or_default();
        let which = match self.count {
            1 => format!("result {}", one.id),
            count => format!("result {}, the median of {count}", one.id),
        };
        let written = number::typed(one.tokens_per_second);
        let [read, wrote] = [input, output].map(number::typed);
        format!(
            "{} × {} wrote {written} tokens/s, weights in {} (MLPerf {}, {which}), with requests of {read} + {wrote} tokens: \
             {written} / {} × ({read} + {wrote}) / {wrote} = {}",
            one.accelerators,
            one.accelerator,
            self.of.weights.name(),
            one.scenario.display_name(),
            one.accelerators,
            number::typed(rounded(self.of.tokens_per_second, DIGITS)),
        )
    }
}

fn published(median: &Median) -> Rate {
    let rate = rounded(median.of.tokens_per_second, DIGITS);
    let how = format!("{} tokens/s read and written, published. {}", number::typed(rate), median.derivation());
    let found = median.of.rate(rate, Basis::Published, how);
    let ([lowest, highest], [low, high]) = (median.bounds, found.bounds);
    Rate { bounds: [lowest.min(low), highest.max(high)], ..found }
}

/// A guess from the results of the nearest model on the nearest accelerator. The rate is scaled by active parameters, by the bits of
/// the weights, and by the accelerator if that is another one.
fn guess(service: &Service, accelerator: &'static Accelerator, results: &[&Measured]) -> Result<Rate, ServiceError> {
    let weights = stated_weights(service)?;
    let parameters = service.model.parameters();
    let distance = |one: &&&Measured| {
        let model = distance_of_parameters(&parameters, &one.model.1);
        Some((model, between(one.accelerator, accelerator)?))
    };
    let nearest = results.iter().filter_map(|one| distance(&one)).min();
    let near = results.iter().filter(|one| nearest.is_some() && distance(one) == nearest).copied().collect();
    let median = Median::of(near).ok_or_else(|| {
        ServiceError::new(format!(
            "no published result suits {}, and its memory bandwidth is unknown: name another accelerator",
            accelerator.name
        ))
    })?;
    let measured = median.of;
    let factors = factors(&measured, &parameters, accelerator, weights);
    let scaled = factors.iter().map(|factor| factor.value).product::<Decimal>() * measured.tokens_per_second;
    let rate = bounded(rounded(scaled, DIGITS_OF_GUESS));
    let from = match measured.model.0 {
        own if service.model.is_shipped_as(own) => "its own results".to_owned(),
        other => format!("{other}, the nearest model with results"),
    };
    let factors: Vec<&str> = factors.iter().map(|factor| factor.text.as_str()).collect();
    let factors = if factors.is_empty() { String::new() } else { format!("; then × {}", factors.join(" × ")) };
    let how = format!(
        "{} tokens/s read and written, a guess from {from}. {}{factors}",
        number::typed(rate),
        median.derivation(),
    );
    let is_same = measured.accelerator.name == accelerator.name;
    let basis = if is_same { Basis::AnotherModel } else { Basis::AnotherAccelerator };
    let bounds = [Decimal::ONE / Decimal::TWO, Decimal::TWO].map(|times| bounded(rate * times).normalize());
    Ok(Rate { bounds, weights, note: without_rate(&service.model), ..measured.rate(rate, basis, how) })
}

/// Factor of a guess, with its text.
struct Factor {
    value: Decimal,
    text: String,
}

/// Factors from a result to a model, its weights and an accelerator. Fewer bits than those of the result gain nothing, because the
/// accelerator may not compute in them.
fn factors(
    measured: &Measured,
    parameters: &Parameters,
    accelerator: &Accelerator,
    weights: NumberFormat,
) -> Vec<Factor> {
    let (of, by) = (measured.model.1.active, parameters.active);
    let of_parameters = (of != by).then(|| Factor {
        value: Decimal::from(of) / Decimal::from(by),
        text: format!("{} / {} billion active parameters", billions(of), billions(by)),
    });
    let (of, by) = (measured.weights.bits(), weights.bits());
    let of_bits = (of < by)
        .then(|| Factor { value: of / by, text: format!("{} / {} bits of a weight", of.normalize(), by.normalize()) });
    let of_accelerator = slower(measured.accelerator, accelerator).map(|value| Factor {
        value,
        text: format!(
            "{}, the lower ratio of memory bandwidth and of compute to {}",
            value.round_dp(3).normalize(),
            measured.accelerator.name
        ),
    });
    [of_parameters, of_bits, of_accelerator].into_iter().flatten().collect()
}

/// A rate within the bounds of scenarios.
fn bounded(rate: Decimal) -> Decimal {
    let [least, most] = [TokensPerSecond::KIND.least, TokensPerSecond::KIND.most].map(number::decimal);
    rate.clamp(least.unwrap_or_default(), most.unwrap_or(Decimal::MAX))
}

/// Note on results of the model itself, if it has some without a rate.
fn without_rate(model: &ServedModel) -> Option<String> {
    let of_model = benchmark_models().iter().find(|one| model.is_shipped_as(&one.benchmark))?;
    of_model.lengths().is_none().then(|| {
        format!(
            "Published results of {} itself state no tokens per request, so they give no rate; see `rackrent catalog throughput \
             {}`.",
            model.name, of_model.benchmark
        )
    })
}

impl Measured {
    fn rate(&self, tokens_per_second: Decimal, basis: Basis, how: String) -> Rate {
        let (model, round) = (self.result.of_model(), self.result.of_round());
        let derived = if basis == Basis::Published { "derived from" } else { "a guess from" };
        Rate {
            tokens_per_second,
            bounds: range_around(tokens_per_second),
            lengths: model.lengths().unwrap_or_default(),
            latency: self.result.latency(),
            limits: self.limits,
            weights: self.weights,
            basis,
            how,
            note: None,
            source: format!("{derived} {}", self.named()),
            date: crate::catalog::last_day(&round.as_of),
        }
    }

    /// Name with everything by which the result is found.
    fn named(&self) -> String {
        let (one, round) = (self.result, self.result.of_round());
        let (division, scenario) = (&round.division, one.scenario.display_name());
        format!("{} {division} {} {scenario}, result {}, {}", round.benchmark, one.model, one.id, one.submitter)
    }
}

/// Format of the weights that is asked for, or that the model states.
pub(super) fn stated_weights(service: &Service) -> Result<NumberFormat, ServiceError> {
    let stated = || service.model.model.stated_weights.clone();
    service.weights.map_or_else(stated, Ok).map_err(|error| ServiceError::new(error.to_string()))
}

/// Distance of two models: the product of the ratios of their active and of all their parameters, the larger over the smaller.
pub(super) fn distance_of_parameters(one: &Parameters, other: &Parameters) -> Decimal {
    let ratio = |one: u128, other: u128| Decimal::from(one.max(other)) / Decimal::from(one.min(other).max(1));
    ratio(one.active, other.active) * ratio(one.total, other.total)
}

/// Distance of two accelerators: 0 for the same, otherwise the ratio of their memory bandwidths; none if one is unknown.
fn between(one: &Accelerator, other: &Accelerator) -> Option<Decimal> {
    if one.name == other.name {
        return Some(Decimal::ZERO);
    }
    let (one, other) = (one.memory_bandwidth_gb_s?, other.memory_bandwidth_gb_s?);
    one.max(other).checked_div(one.min(other))
}

/// Speed of another accelerator relative to that of a result: the lower ratio of bandwidth and of compute; none for the same.
fn slower(measured: &Accelerator, accelerator: &Accelerator) -> Option<Decimal> {
    if measured.name == accelerator.name {
        return None;
    }
    let bandwidth = accelerator.memory_bandwidth_gb_s?.checked_div(measured.memory_bandwidth_gb_s?)?;
    let compute =
        accelerator.bf16_dense_tflops.zip(measured.bf16_dense_tflops).and_then(|(one, of)| one.checked_div(of));
    Some(compute.map_or(bandwidth, |compute| bandwidth.min(compute)))
}

pub(super) fn billions(number: u128) -> Decimal {
    (Decimal::from(number) / Decimal::from(1_000_000_000)).round_dp(1).normalize()
}

pub(super) fn rounded(value: Decimal, digits: u32) -> Decimal {
    number::significant(value, digits, RoundingStrategy::MidpointAwayFromZero).normalize()
}
