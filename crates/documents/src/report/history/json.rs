//! A price history as JSON, `rackrent.history/1`.

use super::words;
use crate::amount::Ratio;
use crate::catalog::PriceList;
use crate::price_history::{Estimate, Observation, Pooling, PriceHistory, PriceKind, PricePool, Series, Spread};
use crate::scenario::CalendarMonth;
use rust_decimal::Decimal;
use serde::Serialize;

/// Dated prices of an accelerator, with their drift and volatility.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct HistoryJson<'a> {
    /// Accelerator as requested.
    accelerator: &'a str,
    /// Provider as requested; null for all.
    provider: Option<&'a str>,
    /// Region as requested; null for all.
    region: Option<&'a str>,
    /// Kind of price as requested; null for all.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = kinds_or_null())))]
    kind: Option<&'static str>,
    /// First month as requested; null for all.
    from: Option<String>,
    /// Last month as requested; null for all.
    to: Option<String>,
    /// The files.
    files: &'a [PriceList],
    /// Estimates over all pooled series of a kind.
    estimates: Vec<PooledJson>,
    /// All series: for each provider and kind first the one with the most observations.
    series: Vec<SeriesJson<'a>>,
    /// What to know before using the figures.
    notes: Vec<String>,
    /// YAML of the outlook of the first kind of `estimates`, with its source; null if no price changed, less than a year was observed, or
    /// no scenario can state the estimate.
    paste: Option<String>,
}

/// Estimate over several series, in which each month of a provider counts once.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PooledJson {
    /// Kind of the prices; `committed` for one and three years.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = PricePool::ALL.map(PricePool::name))))]
    kind: &'static str,
    /// Number of series.
    series: usize,
    /// Number of providers.
    providers: usize,
    /// The estimate.
    estimate: EstimateJson,
}

/// Drift and volatility.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct EstimateJson {
    /// Number of pairs of consecutive observations.
    pairs: usize,
    /// Number of these pairs with two different prices.
    changes: usize,
    /// Years observed, of each provider once.
    years: Ratio,
    /// Mean change of the natural logarithm of the price per year.
    drift: Ratio,
    /// Standard error of `drift`; null if no price changed, or with fewer than two pairs.
    drift_standard_error: Option<Ratio>,
    /// Change of the median price per year, e^drift − 1, a share; null if it is too large.
    change_per_year: Option<Ratio>,
    /// Lower end of the 95 % confidence interval of `change_per_year`; null without `drift_standard_error`.
    change_per_year_low: Option<Ratio>,
    /// Upper end of the interval; null without `drift_standard_error`.
    change_per_year_high: Option<Ratio>,
    /// Standard deviation of the log change in a year; null if no price changed, or with fewer than two pairs.
    volatility: Option<Ratio>,
    /// Standard error of `volatility`, with the changes of a provider in a month as one event; null without it.
    volatility_standard_error: Option<Ratio>,
}

/// Monthly prices of an instance.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SeriesJson<'a> {
    /// Kind of the prices.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = PriceKind::ALL.map(PriceKind::name))))]
    kind: &'static str,
    /// Provider; null if the list does not give it.
    provider: Option<&'a str>,
    /// Instance; null if accelerators are priced without one.
    instance: Option<&'a str>,
    /// Region; null if the list does not give it.
    region: Option<&'a str>,
    /// Accelerator, as the list names it.
    accelerator: &'a str,
    /// Currency of the prices.
    currency: &'a str,
    /// Lowest price.
    lowest: Ratio,
    /// Highest price.
    highest: Ratio,
    /// Number of observations whose price differs from the one before.
    changes: usize,
    /// Number of months without observation between the first and the last one.
    missing_months: usize,
    /// Whether the estimate over all series uses it; false for prices of single chips that repeat instances.
    pooled: bool,
    /// Its own estimate; null with one observation.
    estimate: Option<EstimateJson>,
    /// The last price of each observed month.
    observations: Vec<ObservationJson>,
}

/// The last price of a month.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ObservationJson {
    /// Month.
    month: String,
    /// Day of the price.
    as_of: String,
    /// Price per accelerator-hour.
    price: Ratio,
}

#[cfg(feature = "schema")]
fn kinds_or_null() -> Vec<Option<&'static str>> {
    PriceKind::ALL.map(|kind| Some(kind.name())).into_iter().chain([None]).collect()
}

impl<'a> HistoryJson<'a> {
    pub(super) fn of(of: &'a PriceHistory) -> HistoryJson<'a> {
        let request = &of.request;
        let month = |month: Option<CalendarMonth>| month.map(|month| month.to_string());
        let pooled = |(pool, estimate): &(PricePool, Estimate)| PooledJson {
            kind: pool.name(),
            series: of.pooled(*pool).count(),
            providers: estimate.providers,
            estimate: EstimateJson::of(estimate),
        };
        HistoryJson {
            accelerator: &request.accelerator,
            provider: request.provider.as_deref(),
            region: request.region.as_deref(),
            kind: request.kind.map(PriceKind::name),
            from: month(request.from),
            to: month(request.to),
            files: &of.files,
            estimates: of.estimates.iter().map(pooled).collect(),
            series: of.series.iter().map(SeriesJson::of).collect(),
            notes: words::notes(of),
            paste: of.outlook().ok().map(|outlook| outlook.lines().join("\n")),
        }
    }
}

impl EstimateJson {
    fn of(of: &Estimate) -> EstimateJson {
        let spread = |figure: fn(&Spread) -> Option<Decimal>| of.spread.as_ref().and_then(figure).map(Ratio::from);
        EstimateJson {
            pairs: of.pairs,
            changes: of.changes,
            years: of.years.into(),
            drift: of.drift.into(),
            drift_standard_error: spread(|spread| Some(spread.drift_error)),
            change_per_year: of.change.map(Ratio::from),
            change_per_year_low: spread(|spread| spread.confidence_interval.map(|(low, _)| low)),
            change_per_year_high: spread(|spread| spread.confidence_interval.map(|(_, high)| high)),
            volatility: spread(|spread| Some(spread.volatility)),
            volatility_standard_error: spread(|spread| Some(spread.volatility_error)),
        }
    }
}

impl<'a> SeriesJson<'a> {
    fn of(of: &'a Series) -> SeriesJson<'a> {
        fn named(name: &str) -> Option<&str> {
            Some(name).filter(|name| !name.is_empty())
        }
        let (lowest, highest) = of.range();
        let observation = |one: &Observation| ObservationJson {
            month: one.month.to_string(),
            as_of: one.day.to_string(),
            price: one.price.into(),
        };
        SeriesJson {
            kind: of.name.kind.name(),
            provider: named(&of.name.provider),
            instance: named(&of.name.instance),
            region: named(&of.name.region),
            accelerator: &of.name.accelerator,
            currency: &of.name.currency,
            lowest: lowest.into(),
            highest: highest.into(),
            changes: of.changes(),
            missing_months: of.missing(),
            pooled: of.pooling == Pooling::Used,
            estimate: of.estimate.as_ref().map(EstimateJson::of),
            observations: of.observations.iter().map(observation).collect(),
        }
    }
}
