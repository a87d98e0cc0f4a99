//! One series of a history, as the dated prices of a rented option.

use super::collected::estimates;
use super::{PriceHistory, PriceKind, Series};
use crate::analysis::backtest::{DatedOption, PriceEstimate, PricesByMonth};
use crate::scenario::CalendarMonth;
use language::suggest::shown;
use std::fmt;

/// Why a text names no series of dated prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSeries {
    /// No series has all words of the text.
    Unknown {
        /// The text.
        requested: String,
        /// Names of all series.
        series: Vec<String>,
    },
    /// Several series have them.
    Ambiguous {
        /// The text.
        requested: String,
        /// Their names.
        series: Vec<String>,
    },
    /// The series is longer than a century.
    TooLong {
        /// Its name.
        series: String,
    },
}

impl PriceHistory {
    /// Dated prices of a rented option: the on-demand series that `text` names by its provider, instance and region, or by some of
    /// their words, and the spot series of the same name. With estimates from the prices up to each month if `is_estimated`.
    ///
    /// # Errors
    /// If no series has all words, several have, or it is longer than a century.
    pub fn dated_option(&self, option: &str, text: &str, is_estimated: bool) -> Result<DatedOption, NoSeries> {
        let list = self.named(text)?;
        let prices = list.by_month().ok_or_else(|| NoSeries::TooLong { series: list.name.to_string() })?;
        let same = |one: &&Series| one.name.kind == PriceKind::Spot && one.name.to_string() == list.name.to_string();
        let spot = self.series.iter().filter(|one| one.name.currency == list.name.currency).find(same);
        let estimates = if is_estimated { self.estimates_by_month(&prices) } else { Vec::new() };
        Ok(DatedOption {
            option: option.to_owned(),
            series: list.name.to_string(),
            currency: list.name.currency.clone(),
            spot: spot.and_then(Series::by_month),
            estimates,
            list: prices,
        })
    }

    /// The on-demand series of a name.
    fn named(&self, text: &str) -> Result<&Series, NoSeries> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let has_all = |one: &&Series| {
            let name = one.name.to_string();
            words.iter().all(|word| name.split_whitespace().any(|part| part.eq_ignore_ascii_case(word)))
        };
        let found: Vec<&Series> = self.on_demand().filter(has_all).collect();
        let exact = found.iter().find(|one| one.name.to_string().eq_ignore_ascii_case(text.trim()));
        let names = |all: &mut dyn Iterator<Item = &Series>| all.map(|one| one.name.to_string()).collect();
        let requested = text.to_owned();
        match (exact, found.as_slice()) {
            (Some(one), _) | (None, [one]) => Ok(one),
            (None, []) => Err(NoSeries::Unknown { requested, series: names(&mut self.on_demand()) }),
            (None, several) => Err(NoSeries::Ambiguous { requested, series: names(&mut several.iter().copied()) }),
        }
    }

    fn on_demand(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|one| one.name.kind == PriceKind::OnDemand)
    }

    /// The estimate that a scenario could have stated in each month, from all on-demand prices up to then.
    fn estimates_by_month(&self, prices: &PricesByMonth) -> Vec<Option<PriceEstimate>> {
        let [first, last] = prices.months();
        let months = last.months_since(first).unwrap_or_default();
        (0..=months).map(|number| self.estimate_in(first.later(number))).collect()
    }

    fn estimate_in(&self, month: CalendarMonth) -> Option<PriceEstimate> {
        let series: Vec<Series> = self.on_demand().filter_map(|one| one.until(month)).collect();
        let known = PriceHistory {
            request: self.request.clone(),
            files: Vec::new(),
            currency: None,
            estimates: estimates(&series),
            series,
            contradicted: 0,
            zeros: 0,
        };
        let outlook = known.outlook().ok()?;
        Some(PriceEstimate { change: outlook.change_per_year, volatility: outlook.volatility_per_year })
    }
}

impl fmt::Display for NoSeries {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSeries::Unknown { series, .. } if series.is_empty() => out.write_str("there is no on-demand price"),
            NoSeries::Unknown { requested, series } => {
                write!(out, "no on-demand series has the words `{}`; there are {}", shown(requested), listed(series))
            }
            NoSeries::Ambiguous { requested, series } => {
                write!(out, "`{}` fits {} series; add words: {}", shown(requested), series.len(), listed(series))
            }
            NoSeries::TooLong { series } => {
                write!(out, "the prices of `{}` span more than a century; correct their dates", shown(series))
            }
        }
    }
}

/// The first names, and the number of the others.
fn listed(series: &[String]) -> String {
    const MOST: usize = 8;
    let named: Vec<String> = series.iter().take(MOST).map(|name| format!("`{}`", shown(name))).collect();
    let more = series.len().saturating_sub(MOST);
    if more > 0 { format!("{} and {more} more", named.join(", ")) } else { named.join(", ") }
}
