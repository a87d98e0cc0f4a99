//! Sentences about a price history.

use crate::number;
use crate::price_history::{Estimate, NoOutlook, Pooling, PriceHistory, PriceKind, PricePool, Series, Spread};
use crate::scenario::quantities::{Change, Volatility};
use crate::scenario::quantity::Quantity as _;
use language::suggest::shown;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

fn counted(count: usize, noun: &str) -> String {
    number::counted(count.try_into().unwrap_or(u32::MAX), noun)
}

/// `1 series`, `12 series`.
fn of_series(count: usize) -> String {
    format!("{} series", number::grouped(Decimal::from(count), 0))
}

fn percent(share: Decimal) -> String {
    number::percent(share, 1)
}

/// `Price history: H100`.
pub(super) fn title(of: &PriceHistory) -> String {
    format!("Price history: {}", of.request.accelerator)
}

/// Number of series, providers and the months.
pub(super) fn conventions(of: &PriceHistory) -> String {
    let providers: BTreeSet<&str> = of.series.iter().map(|one| one.name.provider.as_str()).collect();
    let months = PriceHistory::months(of.series.iter());
    let months = months.map(|(first, last)| format!(", {first} to {last}")).unwrap_or_default();
    format!("{} of {}{months}", of_series(of.series.len()), counted(providers.len(), "provider"))
}

/// A sentence for each kind of price.
pub(super) fn answer(of: &PriceHistory) -> Vec<String> {
    let said: Vec<String> =
        of.estimates.iter().map(|(pool, estimate)| of_pool(&of.request.accelerator, *pool, estimate)).collect();
    if said.is_empty() {
        return vec!["no series has prices of two months, so there is no change to estimate".to_owned()];
    }
    said
}

fn of_pool(accelerator: &str, pool: PricePool, estimate: &Estimate) -> String {
    let name = format!("{} {}", shown(accelerator), pool.display_name());
    if estimate.moves == 0 {
        return format!("{name}: no price changed in {} observed years", number::grouped(estimate.years, 1));
    }
    let change = estimate.change.map_or_else(|| "a change beyond any number".to_owned(), percent);
    let Some(spread) = &estimate.spread else {
        return format!("{name}: {change} a year; too few observations for a volatility");
    };
    let ends = spread.change_95.map(|(low, high)| format!(" (95 % confidence: {} to {})", percent(low), percent(high)));
    format!("{name}: {change} a year{}, volatility {}", ends.unwrap_or_default(), percent(spread.volatility))
}

/// `5 of 320`.
pub(super) fn moves(estimate: &Estimate) -> String {
    let grouped = |count: usize| number::grouped(Decimal::from(count), 0);
    format!("{} of {}", grouped(estimate.moves), grouped(estimate.pairs))
}

/// `24.0 ± 6.8 %`.
pub(super) fn volatility(spread: &Spread) -> String {
    let volatility = percent(spread.volatility);
    format!("{} ± {}", volatility.trim_end_matches(" %"), percent(spread.volatility_error))
}

/// Title of the table of series.
pub(super) fn of_table(of: &PriceHistory) -> String {
    let currency = one(of, |series| &series.name.currency);
    let currency = currency.map(|currency| format!("{currency} ")).unwrap_or_default();
    format!(
        "{currency}per accelerator-hour, the last of each month; change a year from the first to the last, number of changes, months \
         with and without (missing) an observation"
    )
}

/// The value that all series have, if there is one.
fn one(of: &PriceHistory, value: fn(&Series) -> &String) -> Option<&String> {
    let first = value(of.series.first()?);
    of.series.iter().all(|series| value(series) == first).then_some(first)
}

/// Name of a series among the others: `aws p5.48xlarge us-east-1`, with the variant of the accelerator, and with the currency where it differs.
pub(super) fn series(of: &PriceHistory, series: &Series) -> String {
    let name = &series.name;
    let instance = if name.instance.is_empty() { "accelerators alone" } else { &name.instance };
    let parts = [name.provider.as_str(), instance, name.region.as_str()].into_iter().filter(|part| !part.is_empty());
    let is_variant = !name.accelerator.eq_ignore_ascii_case(&of.request.accelerator);
    let variant = is_variant.then(|| name.accelerator.clone());
    let currency = one(of, |series| &series.name.currency).is_none().then(|| name.currency.clone());
    [Some(parts.collect::<Vec<_>>().join(" ")), variant, currency].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Name of a kind before that of a series, where room is short.
pub(super) fn short(kind: PriceKind) -> &'static str {
    match kind {
        PriceKind::OnDemand => "on demand",
        PriceKind::Committed1Year => "1 year",
        PriceKind::Committed3Years => "3 years",
        PriceKind::Spot => "spot",
    }
}

/// Note on series that the table does not show.
pub(super) fn more(count: usize) -> Option<String> {
    (count > 0).then(|| {
        format!("{} more; show them with --all, or narrow the filter", number::grouped(Decimal::from(count), 0))
    })
}

/// How the figures are computed.
pub(super) fn method() -> Vec<String> {
    vec![
        "drift μ = Σ r ÷ Σ Δ over the log changes r between consecutive observed months, Δ years apart; a year changes the median by \
         e^μ − 1"
            .to_owned(),
        "volatility σ² = Σ (r − μΔ)² ÷ Δ ÷ (n − 1); each month of a provider counts once, shared by its series".to_owned(),
    ]
}

/// Why there is nothing to paste.
pub(super) fn nothing(why: NoOutlook) -> String {
    let whole = |share: Decimal| number::percent(share, 0);
    let why = match why {
        NoOutlook::Unpaired => "no series has prices of two months".to_owned(),
        NoOutlook::Unchanged { pool, changed } => {
            let instead = changed.map(|kind| format!("; try --kind {}", kind.name())).unwrap_or_default();
            format!("{} prices did not change{instead}", pool.adjective())
        }
        NoOutlook::TooShort => "less than one year was observed".to_owned(),
        NoOutlook::TooFew => "too few observations for a volatility".to_owned(),
        NoOutlook::ChangeOutOfBounds => {
            let ends = [Change::KIND.minimum(), Change::KIND.maximum()].map(whole);
            format!("a scenario takes changes of {} to {} a year", ends[0], ends[1])
        }
        NoOutlook::NoVolatility => "the volatility is below 0.05 %".to_owned(),
        NoOutlook::VolatilityOutOfBounds => {
            format!("a scenario takes volatilities of at most {} a year", whole(Volatility::KIND.maximum()))
        }
    };
    format!("nothing: {why}")
}

/// What to know before using the figures.
pub(super) fn notes(of: &PriceHistory) -> Vec<String> {
    let unmoved = of.estimates.iter().filter_map(|(pool, estimate)| unmoved(*pool, estimate));
    let of_one = of.estimates.iter().filter_map(|(pool, estimate)| of_one(of, *pool, estimate));
    let all = [repeats(of), contradicted(of), zeros(of), currencies(of), unhashed(of)];
    let list = "prices are those that providers publish; negotiated prices are lower".to_owned();
    let all =
        [unclear(of), jumps(of)].into_iter().flatten().chain(unmoved).chain(of_one).chain(all.into_iter().flatten());
    all.chain([list]).collect()
}

/// Names of the pools whose estimate has a property.
fn pools(of: &PriceHistory, has: impl Fn(&Estimate) -> bool) -> Option<String> {
    let named = of.estimates.iter().filter(|(_, estimate)| has(estimate)).map(|(pool, _)| pool.display_name());
    let named: Vec<&str> = named.collect();
    (!named.is_empty()).then(|| named.join(", "))
}

/// Prices that stay and then jump.
fn jumps(of: &PriceHistory) -> Option<String> {
    let named = pools(of, |estimate| estimate.moves > 0 && estimate.moves * 2 < estimate.pairs)?;
    Some(format!(
        "{named}: prices stay for months and then jump. A random walk of this volatility changes a little every month instead, and \
         understates a single jump"
    ))
}

/// Drifts that may be of either sign.
fn unclear(of: &PriceHistory) -> Option<String> {
    let is_either = |estimate: &Estimate| estimate.spread.as_ref().is_some_and(|spread| !spread.is_drift_known);
    let named = pools(of, is_either)?;
    Some(format!("{named}: the confidence interval contains 0, so these prices prove neither a fall nor a rise"))
}

/// Without a change, the rate of changes is still not zero: with 95 % confidence it is below 3 ÷ years.
fn unmoved(pool: PricePool, estimate: &Estimate) -> Option<String> {
    (estimate.moves == 0).then(|| {
        format!(
            "{}: prices without a change show no volatility; with 95 % confidence, they may still change as often as every {} years",
            pool.display_name(),
            number::grouped(estimate.years / Decimal::from(3), 1)
        )
    })
}

/// A single provider.
fn of_one(of: &PriceHistory, pool: PricePool, estimate: &Estimate) -> Option<String> {
    let mut pooled = of.pooled(pool).map(|one| one.name.provider.as_str()).filter(|name| !name.is_empty());
    let provider = pooled.next().filter(|_| estimate.providers == 1 && of.request.provider.is_none())?;
    Some(format!("{}: prices of {provider} only; they show nothing about other providers", pool.display_name()))
}

fn repeats(of: &PriceHistory) -> Option<String> {
    let count = of.series.iter().filter(|one| one.pooling == Pooling::Repeats).count();
    let why = "left out of the estimates, because instances of the same provider have these prices";
    (count > 0).then(|| format!("{} of single chips (per-chip) {why}", of_series(count)))
}

fn contradicted(of: &PriceHistory) -> Option<String> {
    let rows = || counted(of.contradicted, "row");
    (of.contradicted > 0).then(|| format!("{} of another price of the same series and day; the lowest is used", rows()))
}

fn zeros(of: &PriceHistory) -> Option<String> {
    (of.zeros > 0).then(|| format!("{} of 0, not used", counted(of.zeros, "price")))
}

fn currencies(of: &PriceHistory) -> Option<String> {
    let text = "the series have several currencies, and changes of exchange rates are not taken out; the chart shows one currency";
    one(of, |series| &series.name.currency).is_none().then(|| text.to_owned())
}

/// Several files have no common hash.
fn unhashed(of: &PriceHistory) -> Option<String> {
    let text = "the source names several files, so it has no sha256; with one file `check` can report when it changes";
    (of.files.len() > 1 && of.outlook().is_ok()).then(|| text.to_owned())
}

/// Every file with its hash.
pub(super) fn files(of: &PriceHistory) -> Vec<String> {
    let file = |file: &crate::catalog::PriceList| {
        let as_of = file.as_of.as_ref().map(|day| format!(", of {day}")).unwrap_or_default();
        format!("{}, {}{as_of} · sha256 {}", file.name, file.keeper.display_name(), file.sha256)
    };
    of.files.iter().map(file).collect()
}
