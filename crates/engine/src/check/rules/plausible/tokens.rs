//! Implausible prices and rates of tokens.

use crate::catalog::{Kinds, kinds};
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::OptionRate;
use crate::scenario::document::{Located, NodeId};
use crate::scenario::quantities::PricePerOutput;
use crate::scenario::quantity::{Money as _, Quantity};
use crate::scenario::tokens::{TokenPrices, TokenRate, TokenThroughput};
use rust_decimal::Decimal;

/// Prices that are those of one token or do not fit each other, and rates of one kind of accelerator that differ.
pub(super) fn all(subject: &Subject<'_>) -> Vec<Diagnostic> {
    [of_token_prices(subject), of_rates(subject)].concat()
}

/// Lowest plausible price of a million tokens: the cheapest published ones are ten times as high.
const LEAST_OF_A_MILLION: Decimal = Decimal::from_parts(1, 0, 0, false, 3);
/// Largest plausible price of output relative to that of input: published ratios are from 1 to 10.
const TIMES_INPUT: Decimal = Decimal::from_parts(12, 0, 0, false, 0);

/// Prices of a million tokens that are those of one token, or that do not fit each other.
fn of_token_prices(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let priced = scenario
        .rent
        .iter()
        .filter_map(|option| Some((OptionId::rent(&option.name), option.value.price_per_million_tokens.as_ref()?)));
    priced.filter_map(|(option, prices)| of_endpoint(subject, &option, prices)).collect()
}

fn of_endpoint(subject: &Subject<'_>, option: &OptionId, prices: &TokenPrices) -> Option<Diagnostic> {
    let amount = |price: &Located<PricePerOutput>| price.value.amount();
    let finding = |price: &Located<PricePerOutput>, message: String, label: &str| {
        Some(subject.finding(Code::RateUnlikely, price.at, message).label(label))
    };
    let all = [Some(&prices.input), prices.cached_input.as_ref(), Some(&prices.output)];
    let tiny = |price: &&Located<PricePerOutput>| !amount(price).is_zero() && amount(price) < LEAST_OF_A_MILLION;
    if let Some(price) = all.into_iter().flatten().find(tiny) {
        let message = format!("a million tokens of {option} cost {}", amount(price).normalize());
        return finding(price, message, "is this the price of one token? write that of a million");
    }
    let is_alike = |a: &Located<PricePerOutput>, b: &Located<PricePerOutput>| a.value.currency() == b.value.currency();
    if let Some(cached) = prices.cached_input.as_ref().filter(|cached| is_alike(cached, &prices.input))
        && amount(cached) > amount(&prices.input)
    {
        let message = format!("input from the cache of {option} costs more than other input");
        return finding(
            cached,
            message,
            "write the price of input that the cache has, which is usually a tenth to a half",
        );
    }
    let times = amount(&prices.output).checked_div(amount(&prices.input))?;
    if is_alike(&prices.input, &prices.output) && times > TIMES_INPUT {
        let message = format!("output of {option} costs {} times its input", few_digits(times));
        return finding(
            &prices.output,
            message,
            "check both prices: output usually costs one to eight times the input",
        );
    }
    if is_alike(&prices.input, &prices.output) && times < Decimal::ONE && !amount(&prices.output).is_zero() {
        let message = format!("input of {option} costs more than its output");
        return finding(&prices.input, message, "check both prices: output usually costs one to eight times the input");
    }
    None
}

/// Largest plausible factor between two rates of the same accelerators for the same work.
const TIMES_ANOTHER: Decimal = Decimal::from_parts(4, 0, 0, false, 0);

/// Rates of the same accelerators for the same workload that differ by more than a factor of four.
fn of_rates(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let rates = subject.answer.loaded.scenario.token_rates();
    let rates: Vec<(Kinds, OptionRate<'_>)> =
        rates.filter_map(|rate| Some((kinds(&rate.accelerator?.value)?, rate))).collect();
    let unlike = rates.iter().enumerate().filter_map(|(at, (kinds, rate))| {
        let is_same = |(first_kinds, first): &&(Kinds, OptionRate<'_>)| {
            first.entry.name == rate.entry.name && first_kinds.overlap(kinds)
        };
        let (_, first) = rates[..at].iter().find(is_same)?;
        let (at, times) = unlike(&first.entry.value, &rate.entry.value)?;
        let message = format!(
            "the rate of {} for `{}` is {} times that of {}, with the same accelerators",
            rate.option,
            rate.entry.name,
            few_digits(times),
            first.option
        );
        Some(subject.finding(Code::RateUnlikely, at, message).label("check both rates, and their speedups"))
    });
    unlike.collect()
}

/// First number of a rate that differs from that of another, and their ratio; none between a mixed rate and one by phase.
fn unlike(first: &TokenThroughput, other: &TokenThroughput) -> Option<(NodeId, Decimal)> {
    let speedup =
        |of: &TokenThroughput| of.speedup.iter().map(|entry| entry.value.value.decimal()).product::<Decimal>();
    let speedups = speedup(other).checked_div(speedup(first))?;
    let pairs = match (first.rate(), other.rate()) {
        (TokenRate::Mixed(first), TokenRate::Mixed(other)) => vec![(first, other)],
        (TokenRate::Phases(first, wrote), TokenRate::Phases(other, writes)) => vec![(first, other), (wrote, writes)],
        (TokenRate::Mixed(_), TokenRate::Phases(..)) | (TokenRate::Phases(..), TokenRate::Mixed(_)) => Vec::new(),
    };
    let ratios = pairs.into_iter().filter_map(|(first, other)| {
        let times = other.value.decimal().checked_div(first.value.decimal())?.checked_mul(speedups)?;
        Some((other.at, times))
    });
    ratios.into_iter().find(|(_, times)| *times > TIMES_ANOTHER || *times * TIMES_ANOTHER < Decimal::ONE)
}
