//! Sentences about a price history.

use crate::number::{self, counted};
use crate::price_history::{Estimate, NoOutlook, Pooling, PriceHistory, PriceKind, PricePool, Series, Spread};
use crate::scenario::quantities::{Change, Volatility};
use crate::scenario::quantity::Quantity as _;
use language::suggest::shown;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeSet;

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
    let span = observed(estimate.years);
    if estimate.changes == 0 {
        return format!("{name}: no price changed in {span}");
    }
    if !estimate.is_of_a_year() {
        return format!("{name}: {} in {span}, too short for a yearly rate", counted(estimate.changes, "change"));
    }
    let change = estimate.change.map_or_else(|| "a change too large to show".to_owned(), percent);
    let Some(spread) = &estimate.spread else {
        return format!("{name}: {change} a year; too few observations for a volatility");
    };
    let ends = spread
        .confidence_interval
        .map(|(low, high)| format!(" (95 % confidence: {} to {})", percent(low), percent(high)));
    format!("{name}: {change} a year{}, volatility {}", ends.unwrap_or_default(), percent(spread.volatility))
}

/// Observed time: `5 months`, `2.2 years`.
fn observed(years: Decimal) -> String {
    let months = number::money(years * Decimal::from(12), 0);
    match months.to_u32() {
        Some(months) if months < 12 => counted(months, "month"),
        _ => format!("{} years", number::grouped(years, 1)),
    }
}

/// `5 of 320`.
pub(super) fn changes(estimate: &Estimate) -> String {
    let grouped = |count: usize| number::grouped(Decimal::from(count), 0);
    format!("{} of {}", grouped(estimate.changes), grouped(estimate.pairs))
}

/// `24.0 ± 6.8 %`.
pub(super) fn volatility(spread: &Spread) -> String {
    let volatility = percent(spread.volatility);
    format!("{} ± {}", volatility.trim_end_matches(" %"), percent(spread.volatility_error))
}

/// Title of the table of series.
pub(super) fn of_table(of: &PriceHistory) -> String {
    let currency = of.currency.as_ref().map(|currency| format!("{currency} ")).unwrap_or_default();
    format!(
        "{currency}per accelerator-hour, last price of each month; per year: change from first to last price; missing: months without \
         a price"
    )
}

/// Name of a series among the others: `aws p5.48xlarge us-east-1`, with the variant of the accelerator, and with the currency where it
/// differs.
pub(super) fn series(of: &PriceHistory, series: &Series) -> String {
    named(of, series, &series.name.provider)
}

/// Name of a series of the chart, with its kind and provider where the series differ in them.
pub(super) fn line(of: &PriceHistory, series: &Series, kinds_differ: bool, providers_differ: bool) -> String {
    let name = named(of, series, if providers_differ { &series.name.provider } else { "" });
    if kinds_differ { format!("{}: {name}", short(series.name.kind)) } else { name }
}

fn named(of: &PriceHistory, series: &Series, provider: &str) -> String {
    let name = &series.name;
    let instance = if name.instance.is_empty() { "accelerators alone" } else { &name.instance };
    let parts: Vec<&str> = [provider, instance, &name.region].into_iter().filter(|part| !part.is_empty()).collect();
    let is_variant = !name.accelerator.eq_ignore_ascii_case(&of.request.accelerator);
    let variant = is_variant.then(|| name.accelerator.clone());
    let currency = of.currency.is_none().then(|| name.currency.clone());
    [Some(parts.join(" ")), variant, currency].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Name of a kind before that of a series, where room is short.
fn short(kind: PriceKind) -> &'static str {
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
        "drift μ = Σ w r ÷ Σ w Δ over log changes r, Δ years apart; e^μ − 1 per year".to_owned(),
        "volatility σ² = Σ w (r − μΔ)² ÷ Δ ÷ (n − 1), n = Σ w; weights w count each month of a provider once"
            .to_owned(),
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
    let unchanged = of.estimates.iter().filter_map(|(pool, estimate)| unchanged(*pool, estimate));
    let of_one = of.estimates.iter().filter_map(|(pool, estimate)| of_one(of, *pool, estimate));
    let all = [repeats(of), contradicted(of), zeros(of), currencies(of), unhashed(of)];
    let list = "prices are those that providers publish; negotiated prices may be lower".to_owned();
    let all =
        [unclear(of), jumps(of)].into_iter().flatten().chain(unchanged).chain(of_one).chain(all.into_iter().flatten());
    all.chain([list]).collect()
}

/// Names of the pools whose estimate is shown and has a property.
fn pools(of: &PriceHistory, has: impl Fn(&Estimate) -> bool) -> Option<String> {
    let named = of.estimates.iter().filter(|(_, estimate)| estimate.is_of_a_year() && has(estimate));
    let named: Vec<&str> = named.map(|(pool, _)| pool.display_name()).collect();
    (!named.is_empty()).then(|| named.join(", "))
}

/// Prices that stay and then jump.
fn jumps(of: &PriceHistory) -> Option<String> {
    let named = pools(of, |estimate| estimate.changes > 0 && estimate.changes * 2 < estimate.pairs)?;
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
fn unchanged(pool: PricePool, estimate: &Estimate) -> Option<String> {
    (estimate.changes == 0 && estimate.is_of_a_year()).then(|| {
        format!(
            "{}: no price changed in {}; with 95 % confidence, changes are on average at least {} apart",
            pool.display_name(),
            observed(estimate.years),
            observed(estimate.years / Decimal::from(3))
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
    let give = if of.contradicted == 1 { "gives" } else { "give" };
    let rows = || counted(of.contradicted, "row");
    (of.contradicted > 0)
        .then(|| format!("{} {give} another price for the same series and day; the lowest is used", rows()))
}

fn zeros(of: &PriceHistory) -> Option<String> {
    (of.zeros > 0).then(|| format!("{} of 0, not used", counted(of.zeros, "price")))
}

fn currencies(of: &PriceHistory) -> Option<String> {
    let text =
        "the series have several currencies: changes include those of exchange rates; the chart shows one currency";
    of.currency.is_none().then(|| text.to_owned())
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
