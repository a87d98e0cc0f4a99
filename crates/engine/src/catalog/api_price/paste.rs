//! YAML of the prices of APIs, as options of a scenario with their sources.

use super::ApiPrice;
use crate::catalog::{ApiPriceList, last_day};
use crate::number;
use crate::scenario::{Date, as_name, in_double_quotes};
use rust_decimal::{Decimal, RoundingStrategy};

/// Most prices that are written: a search with more has not chosen yet.
const MOST: usize = 3;
/// Significant digits of a price, as in JSON.
const DIGITS: u32 = 12;
/// Most decimals of a discount in percent; one with more is not what the provider states.
const MOST_DECIMALS: u32 = 4;
/// Most characters of the name of an option.
const LONGEST_NAME: usize = 48;

/// Lines of a scenario with an option for each price and its source. `None` if there are none, or more than three.
#[must_use]
pub fn pasted_prices(prices: &[ApiPrice], lists: &[ApiPriceList]) -> Option<Vec<String>> {
    if prices.is_empty() || prices.len() > MOST {
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    for price in prices {
        names.push(name(price, &names));
    }
    let mut lines = vec!["rent:".to_owned()];
    lines.extend(names.iter().zip(prices).flat_map(|(name, price)| option(name, price)));
    lines.push("sources:".to_owned());
    lines.extend(names.iter().zip(prices).flat_map(|(name, price)| source(name, price, lists)));
    Some(lines)
}

/// A price in the notation of scenarios, without the noise of lists whose numbers are binary: `1.0399999999999998`.
fn typed(price: Decimal) -> String {
    number::typed(number::significant(price, DIGITS, RoundingStrategy::MidpointAwayFromZero))
}

/// Name of the option: provider, model and lengths of requests, and a number if that is taken.
fn name(price: &ApiPrice, taken: &[String]) -> String {
    let full = as_name(&format!("{} {} {}", price.provider, price.model, price.requests));
    let short: String = full.chars().take(LONGEST_NAME).collect();
    let short = short.trim_end_matches('-').to_owned();
    let others = (2..).map(|number| format!("{short}-{number}"));
    std::iter::once(short.clone()).chain(others).find(|name| !taken.contains(name)).unwrap_or(short)
}

fn option(name: &str, price: &ApiPrice) -> Vec<String> {
    let keys =
        [("input", price.standard.input), ("cached_input", price.standard.cached_input), ("output", output(price))];
    let keys = keys.into_iter().filter_map(|(key, price)| Some(format!("{key}: {}", typed(price?))));
    let discount = batch_discount(price).map(|percent| format!("batch_discount: {}%", typed(percent)));
    let keys = keys.chain(discount).collect::<Vec<_>>().join(", ");
    let mut lines: Vec<String> = comments(price).into_iter().map(|comment| format!("    # {comment}")).collect();
    lines.insert(0, format!("  {name}:"));
    lines.push(format!("    price_per_million_tokens: {{ {keys} }}"));
    lines
}

/// Price of written tokens; 0 for a model that writes none, because the key is required.
fn output(price: &ApiPrice) -> Option<Decimal> {
    price.standard.output.or(price.writes_nothing.then_some(Decimal::ZERO))
}

/// What the keys do not state.
fn comments(price: &ApiPrice) -> Vec<String> {
    let ApiPrice { standard, batch, requests, .. } = price;
    let per_million = |price: Decimal| format!("{} USD per million", typed(price));
    let lengths = requests.to_string();
    let lengths = if lengths.is_empty() { lengths } else { format!(", for requests whose input is {lengths} tokens") };
    let of_batch = [("read", batch.input), ("written", batch.output)];
    let of_batch = of_batch.into_iter().filter_map(|(tokens, price)| Some(format!("{tokens}: {}", typed(price?))));
    let of_batch = of_batch.collect::<Vec<_>>().join(", ");
    let discount = batch_discount(price);
    let comments = [
        Some(format!("prices in USD{lengths}")),
        price.writes_nothing.then(|| "the model writes no tokens".to_owned()),
        output(price)
            .is_none()
            .then(|| "the price of written tokens is unknown: add `output`, 0 if the model writes none".to_owned()),
        standard.cache_write.map(|write| format!("not counted: tokens written to the cache, {}", per_million(write))),
        (discount.is_some() && standard.cached_input.is_some() && batch.cached_input.is_none())
            .then(|| "`batch_discount` applies to cached input, too; its price in a batch is unknown".to_owned()),
        (discount.is_none() && !of_batch.is_empty())
            .then(|| format!("not counted: prices in a batch, which are not one discount ({of_batch})")),
        price.note.clone(),
    ];
    comments.into_iter().flatten().collect()
}

/// Discount of a batch in percent, if all prices have the same one.
fn batch_discount(price: &ApiPrice) -> Option<Decimal> {
    let (full, reduced) = (&price.standard, &price.batch);
    // the batch prices of what is always paid must be known
    let (input, batch_input) = (full.input.filter(|input| !input.is_zero())?, reduced.input?);
    let output = (output(price)?, reduced.output.or(price.writes_nothing.then_some(Decimal::ZERO))?);
    let cached = full.cached_input.zip(reduced.cached_input);
    // a / b = c / d, without dividing
    let is_same = |(full, reduced): (Decimal, Decimal)| full.checked_mul(batch_input) == reduced.checked_mul(input);
    let percent =
        Decimal::ONE_HUNDRED.checked_sub(batch_input.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(input)?)?;
    let is_discount = percent > Decimal::ZERO && percent.normalize().scale() <= MOST_DECIMALS;
    ([Some(output), cached].into_iter().flatten().all(is_same) && is_discount).then(|| percent.normalize())
}

fn source(name: &str, price: &ApiPrice, lists: &[ApiPriceList]) -> Vec<String> {
    let of = format!("{} {}", price.provider, price.model);
    let from = match price.list.and_then(|list| lists.get(list)) {
        Some(list) => format!("{of}: {}, sha256 {}", list.name, list.sha256.get(..8).unwrap_or(&list.sha256)),
        None => format!("{of}: {}", price.source.as_deref().unwrap_or_default()),
    };
    let as_of = price.as_of.as_deref();
    let is_day = as_of.is_none_or(|as_of| Date::parse(as_of).is_ok());
    let not_a_day = as_of.filter(|_| !is_day).map(|as_of| format!(", of {as_of}")).unwrap_or_default();
    let mut lines = vec![
        format!("  rent.{name}.price_per_million_tokens:"),
        format!("    from: {}", in_double_quotes(&format!("{from}{not_a_day}"))),
    ];
    lines.extend(as_of.and_then(last_day).map(|day| format!("    date: {day}")));
    lines
}
